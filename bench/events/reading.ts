/**
 * Many readers of events in one process: controlled by its parent where to read, it tells what they heard. Readers share the processors
 * with who is measured, so of most readers only the ids are kept, as one digest; of every twentieth the time of each event, too.
 */
import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type Task = Readonly<{ url: string; token: string; readers: number }>;

/** What was heard. Times are from when a command was carried out, before it was written, until its event was here. */
export type EventReading = Readonly<{
  times: readonly number[];
  digests: readonly string[];
  counts: readonly number[];
  bytes: number;
  cpu: number;
}>;

const LOOKED_AT = 20;
const ID = /^id: (\d+\.\S+)$/gm;
/** What an event of an order or a fill says of when it happened. */
const WHEN = /"(?:updated_at|traded_at|changed_at)":"([^"]+)"/;

class OneReader {
  private rest = '';
  private readonly ids: Hash = createHash('sha256');
  count = 0;
  bytes = 0;

  constructor(
    private readonly socket: Socket,
    private readonly times: number[] | null,
  ) {
    socket.on('data', (chunk: Buffer) => this.read(chunk.toString('latin1')));
  }

  /** Resolves when the first heartbeat is here: from then on everything is heard. */
  static async to({ url, token }: Task, times: number[] | null): Promise<OneReader> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.on('error', () => undefined);
    socket.write(
      `GET /events HTTP/1.1\r\nhost: ${hostname}:${port}\r\naccept: text/event-stream\r\nauthorization: Bearer ${token}\r\n\r\n`,
    );
    let said = '';
    while (!said.includes('event: heartbeat')) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      said += chunk.toString('latin1');
      if (!said.startsWith('HTTP/1.1 200')) throw new Error(said);
    }
    return new OneReader(socket, times);
  }

  digest(): string {
    return this.ids.copy().digest('hex');
  }

  close(): void {
    this.socket.destroy();
  }

  /** Blocks may be cut anywhere; the lengths of chunks stand on lines of their own and are no ids. */
  private read(text: string): void {
    this.bytes += text.length;
    const here = this.rest + text;
    const end = here.lastIndexOf('\n\n');
    if (end === -1) {
      this.rest = here;
      return;
    }
    this.rest = here.slice(end + 2);
    const blocks = here.slice(0, end);
    for (const [, id = ''] of blocks.matchAll(ID)) {
      this.ids.update(`${id}\n`);
      this.count += 1;
    }
    if (this.times !== null) this.look(blocks, this.times);
  }

  private look(blocks: string, times: number[]): void {
    const now = Date.now();
    for (const block of blocks.split('\n\n')) {
      const when = WHEN.exec(block)?.[1];
      if (when !== undefined) times.push(now - Date.parse(when));
    }
  }
}

const readers: OneReader[] = [];
const times: number[] = [];
let used = process.cpuUsage();

async function open(task: Task): Promise<void> {
  for (let n = 0; n < task.readers; n++) readers.push(await OneReader.to(task, n % LOOKED_AT === 0 ? times : null));
  used = process.cpuUsage();
}

function end(): EventReading {
  const { user, system } = process.cpuUsage(used);
  return {
    times,
    digests: readers.map((reader) => reader.digest()),
    counts: readers.map(({ count }) => count),
    bytes: readers.reduce((sum, { bytes }) => sum + bytes, 0),
    cpu: (user + system) / 1e6,
  };
}

process.on('message', (message: Task | 'count' | 'end') => {
  if (message === 'count') process.send?.(Math.min(...readers.map(({ count }) => count)));
  else if (message === 'end') {
    process.send?.(end(), () => process.disconnect());
    for (const reader of readers) reader.close();
  } else void open(message).then(() => process.send?.('open'));
});
