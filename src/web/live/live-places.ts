/*
 * A browser keeps six connections to one host for all of its windows, and an open stream takes one of them up: with six windows in sight no page would be answered any more, and no order would be sent. So only
 * some windows hear what happens as it happens.
 */
const PLACES = 4;

type ReleasePlace = () => void;

/** The browser itself gives the place of a window back that was closed or has failed. */
const hold = (name: string): Promise<ReleasePlace | null> =>
  new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock !== null) return new Promise<void>((releasePlace) => resolve(releasePlace));
      resolve(null);
      return undefined;
    });
  });

/** Takes a place and gives what gives it back, or null where all are taken. Over a connection that is not safe windows know nothing of each other, and everybody has a place. */
export async function takePlace(): Promise<ReleasePlace | null> {
  if (!('locks' in navigator)) return () => undefined;
  for (let place = 0; place < PLACES; place++) {
    const releasePlace = await hold(`kontor stream ${place}`);
    if (releasePlace !== null) return releasePlace;
  }
  return null;
}
