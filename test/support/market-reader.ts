import { once } from 'node:events';
import { type ClientOptions, WebSocket } from 'ws';

/** One message of the stream: an item, or an error. */
export type MarketMessage = Readonly<{
  type?: 'error';
  code?: string;
  detail?: string;
  instrument_id: number;
  side: string;
  price: number | null;
  quantity: number | null;
  levels?: readonly object[];
  time: string | null;
  seq: number;
  previous_seq: number | null;
}>;

type Options = Readonly<{ as?: string; ticket?: string; client?: ClientOptions }>;

/** What a stream says now of each side, with the numbers of the stream left out. */
export type MarketState = Map<string, Omit<MarketMessage, 'previous_seq'>>;

export const keyOf = ({ instrument_id: id, side }: Pick<MarketMessage, 'instrument_id' | 'side'>): string =>
  `${id} ${side}`;

/** A program that reads the market with the library `ws`, and remembers what it heard. */
export async function openReader(url: string, { as, ticket, client = {} }: Options) {
  const address = `${url.replace(/^http/, 'ws')}/marketdata/stream${ticket === undefined ? '' : `?ticket=${ticket}`}`;
  const socket = new WebSocket(address, {
    ...client,
    headers: { ...(as !== undefined && { authorization: `Bearer ${as}` }), ...client.headers },
  });
  const said: MarketMessage[] = [];
  const listeners = new Set<() => void>();
  socket.on('message', (data: Buffer) => {
    said.push(JSON.parse(data.toString()) as MarketMessage);
    for (const listener of listeners) listener();
  });
  const closed = new Promise<Readonly<{ code: number; reason: string }>>((resolve) =>
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() })),
  );
  await once(socket, 'open');

  /** Waits until what was heard is as it should be. */
  const until = (isSo: () => boolean, what = 'what was waited for'): Promise<void> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`never heard ${what}; heard ${said.length}, at last ${JSON.stringify(said.slice(-4))}`)),
        30_000,
      );
      const look = (): void => {
        if (!isSo()) return;
        clearTimeout(late);
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      look();
    });
  const items = (): MarketMessage[] => said.filter(({ type }) => type === undefined);

  return {
    ...{ socket, said, items, until, closed },
    say: (message: unknown): void =>
      socket.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message)),
    subscribe: (instrumentIds: readonly number[], more: object = {}): void =>
      socket.send(JSON.stringify({ type: 'subscribe', instrument_ids: instrumentIds, ...more })),
    /** So many messages from now on. */
    hear: async (count: number): Promise<MarketMessage[]> => {
      const from = said.length;
      await until(() => said.length >= from + count, `${count} more messages`);
      return said.slice(from, from + count);
    },
    /** What the reader knows of the market by now. */
    shown: (): MarketState => {
      const shown: MarketState = new Map();
      for (const item of items())
        shown.set(
          keyOf(item),
          Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'previous_seq')) as MarketMessage,
        );
      return shown;
    },
    close: async (): Promise<void> => {
      socket.terminate();
      await closed;
    },
  };
}

export type MarketReader = Awaited<ReturnType<typeof openReader>>;

type Chain = { newest: number; seq: number; previous: number | null };

/** Where a change that was heard names another one before it than what was heard of its instrument until then. */
export function gapsIn(items: readonly MarketMessage[]): string[] {
  const chains = new Map<number, Chain>();
  return items.flatMap(({ instrument_id: id, seq, previous_seq: previous }) => {
    const { newest, ...last } = chains.get(id) ?? { newest: 0, seq: 0, previous: null };
    const isOfOneChange = last.seq === seq && last.previous === previous;
    chains.set(id, { newest: Math.max(newest, seq), seq, previous });
    return previous === null || isOfOneChange || previous === newest
      ? []
      : [`${id}: heard until ${newest}, then ${seq} after ${previous}`];
  });
}
