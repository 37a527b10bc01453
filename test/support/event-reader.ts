import { connect, type Socket } from 'node:net';
import { fetchPatiently } from './patient-fetch.js';
import type { TestApp } from './test-app.js';

/** A block as it came: comments and `retry` are left out. */
export type Block = Readonly<{ id: string | null; event: string; data: string }>;

type Ask = Readonly<{ as?: string; query?: string; lastEventId?: string; headers?: Readonly<Record<string, string>> }>;

/** What is not a heartbeat nor the end. */
const isNews = ({ event }: Block): boolean => event !== 'heartbeat' && event !== 'end';

/** Takes server-sent events apart, however they are cut. */
export class Blocks {
  readonly all: Block[] = [];
  private rest = '';

  add(text: string): void {
    const parts = (this.rest + text).split('\n\n');
    this.rest = parts.pop() ?? '';
    for (const part of parts) {
      const field = (name: string): string | null => new RegExp(`^${name}: (.*)$`, 'm').exec(part)?.[1] ?? null;
      const event = field('event');
      if (event !== null) this.all.push({ id: field('id'), event, data: field('data') ?? '' });
    }
  }

  get lastId(): string | undefined {
    return this.all.findLast(({ id }) => id !== null)?.id ?? undefined;
  }

  news(): Block[] {
    return this.all.filter(isNews);
  }
}

/** Opens /events over HTTP and reads until it is closed. */
export async function readEvents(testApp: Pick<TestApp, 'url'>, ask: Ask) {
  const going = new AbortController();
  const { as, query = '', lastEventId, headers = {} } = ask;
  const response = await fetchPatiently(`${await testApp.url()}/events${query}`, {
    headers: {
      accept: 'text/event-stream',
      ...(as !== undefined && { authorization: `Bearer ${as}` }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      ...headers,
    },
    signal: going.signal,
    redirect: 'manual',
  });
  if (response.status !== 200) throw new Error(`/events answered ${response.status}: ${await response.text()}`);
  const blocks = new Blocks();
  const text = new TextDecoder();
  let isOver = false;
  const ended = (async () => {
    try {
      for await (const chunk of response.body ?? []) blocks.add(text.decode(chunk, { stream: true }));
    } catch {
      // Cut, by us or by somebody else.
    }
    isOver = true;
  })();
  return {
    response,
    blocks,
    ended,
    isOver: () => isOver,
    news: () => blocks.news(),
    async close(): Promise<void> {
      going.abort();
      await ended;
    },
  };
}

/** A reader who can stop reading, and whose connection can be cut. */
export async function slowReader(testApp: Pick<TestApp, 'url'>, { as = '', lastEventId }: Ask) {
  const url = new URL(await testApp.url());
  const socket: Socket = connect(Number(url.port), url.hostname);
  const blocks = new Blocks();
  socket.on('error', () => undefined);
  // Chunks of an HTTP/1.1 answer have their lengths on lines of their own.
  let raw = '';
  let isHead = true;
  socket.on('data', (chunk: Buffer) => {
    raw += chunk.toString('latin1');
    if (isHead) {
      const end = raw.indexOf('\r\n\r\n');
      if (end === -1) return;
      raw = raw.slice(end + 4);
      isHead = false;
    }
    for (;;) {
      const line = raw.indexOf('\r\n');
      const size = line === -1 ? NaN : parseInt(raw.slice(0, line), 16);
      if (Number.isNaN(size) || raw.length < line + 2 + size + 2) return;
      blocks.add(raw.slice(line + 2, line + 2 + size));
      raw = raw.slice(line + 2 + size + 2);
      if (size === 0) return;
    }
  });
  socket.write(
    `GET /events HTTP/1.1\r\nHost: ${url.host}\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${as}\r\n${lastEventId === undefined ? '' : `Last-Event-ID: ${lastEventId}\r\n`}\r\n`,
  );
  return { socket, blocks };
}
