/**
 * When a key signs, and when it is published. A key is published before it signs, for longer than verifiers cache the
 * key set; and it stays published after its successor has taken over, for longer than its last id token lives.
 */
export type SigningAlgorithm = 'RS256' | 'ES256';

type ScheduledKey = Readonly<{ algorithm: SigningAlgorithm; signsFrom: Date }>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long verifiers cache the key set, and how long a process of this service caches its own. */
export const JWKS_CACHE_MS = 15 * MINUTE;
export const KEY_CACHE_MS = MINUTE;
export const ID_TOKEN_MS = HOUR;

const PUBLISHED_AHEAD_MS = DAY;
const PUBLISHED_AFTER_MS = DAY;
const SIGNS_FOR_MS = 90 * DAY;

/** The current signing key: the key with the latest start time that has passed. */
export function findSigningKey<Key extends ScheduledKey>(
  keys: readonly Key[],
  algorithm: SigningAlgorithm,
  now: number,
): Key | null {
  const ready = keys.filter((key) => key.algorithm === algorithm && key.signsFrom.getTime() <= now);
  return ready.reduce<Key | null>((latest, key) => (latest && latest.signsFrom >= key.signsFrom ? latest : key), null);
}

/** Every key that verifies a token which may still be valid, or will soon sign. */
export function filterPublishedKeys<Key extends ScheduledKey>(keys: readonly Key[], now: number): Key[] {
  return keys.filter((key) => {
    const successor = findSigningKey(keys, key.algorithm, now);
    return (
      !successor || key.signsFrom >= successor.signsFrom || now - successor.signsFrom.getTime() < PUBLISHED_AFTER_MS
    );
  });
}

/** When the next key starts to sign, if it is time to publish it; null while the newest key has time left. */
export function findNextKeyStart(keys: readonly ScheduledKey[], algorithm: SigningAlgorithm, now: number): Date | null {
  const newest = Math.max(
    ...keys.filter((key) => key.algorithm === algorithm).map(({ signsFrom }) => signsFrom.getTime()),
  );
  if (newest === -Infinity) return new Date(now);
  return newest + SIGNS_FOR_MS - PUBLISHED_AHEAD_MS <= now ? new Date(now + PUBLISHED_AHEAD_MS) : null;
}

/** The published key that will sign next. */
export function findNextKey<Key extends ScheduledKey>(
  keys: readonly Key[],
  algorithm: SigningAlgorithm,
  now: number,
): Key | null {
  return keys.find((key) => key.algorithm === algorithm && key.signsFrom.getTime() > now) ?? null;
}

/** The time from which a key published now signs. */
export function toEarliestStart(now: number): Date {
  return new Date(now + PUBLISHED_AHEAD_MS);
}
