import { setTimeout as pause } from 'node:timers/promises';
import { type Block, readEvents } from './event-reader.js';

type Way = Readonly<{ url: () => string; token: string; query?: string; from: string }>;

type ListedEvent = Readonly<{ id: string; type: string; data: object }>;

/** A program that reads events and, as often as it is cut off, comes back with the last id that it saw; `forgetful` ones come back without. */
export function followEvents({ url, token, query = '', from }: Way, kind: 'faithful' | 'forgetful' = 'faithful') {
  const seen: Block[] = [];
  const counts = { opened: 0, refused: 0 };
  let last = from;
  let isOver = false;
  let reading: Awaited<ReturnType<typeof readEvents>> | null = null;

  const once = async (): Promise<void> => {
    const lastEventId = kind === 'forgetful' && counts.opened > 0 ? undefined : last;
    reading = await readEvents(
      { url: () => Promise.resolve(url()) },
      { as: token, query, ...(lastEventId !== undefined && { lastEventId }) },
    );
    if (reading.response.status === 200) counts.opened++;
    else counts.refused++;
    if (isOver) await reading.close();
    await reading.ended;
    seen.push(...reading.news());
    last = reading.blocks.lastId ?? last;
    reading = null;
  };
  const follow = async (): Promise<void> => {
    while (!isOver) {
      // Nobody is there between a kill and the next start.
      await once().catch(() => undefined);
      await pause(20);
    }
  };
  const following = follow();
  return {
    counts,
    /** The last event that it has seen. */
    newest: (): string | null => (reading?.news().at(-1) ?? seen.at(-1))?.id ?? null,
    async finish(): Promise<readonly Block[]> {
      isOver = true;
      await reading?.close();
      await following;
      return seen;
    },
  };
}

/** Everything behind an event, from the pages of the list, as a stream would have sent it. */
export async function listEvents({ url, token, query = '', from }: Way): Promise<Block[]> {
  const all: Block[] = [];
  for (
    let path: string | undefined = `/events${query === '' ? '?' : `${query}&`}per_page=1000&last_event_id=${from}`;
    path !== undefined;
  ) {
    const answer: Response = await fetch(`${url()}${path}`, {
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    });
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
    all.push(
      ...((await answer.json()) as ListedEvent[]).map(({ id, type, data }) => ({
        id,
        event: type,
        data: JSON.stringify(data),
      })),
    );
    path = /<([^>]*)>/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return all;
}
