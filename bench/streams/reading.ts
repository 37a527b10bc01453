/**
 * Many readers of the market in one process: controlled by its parent where and what to read, it tells what they heard. It walks over frames by
 * their lengths, because readers share the processors with the process that is measured; of every twentieth reader it looks at each item.
 */
import type { Socket } from 'node:net';
import type { MarketMessage } from '../../test/support/market-reader.js';
import { connectWebSocket, frameAt, masked } from '../support/web-socket.js';

export type Task = Readonly<{ url: string; token: string; instruments: readonly number[]; readers: number }>;

/** What was heard. Times are from when a change was carried out, before it was written, until its item was here. */
export type StreamReading = Readonly<{
  times: readonly number[];
  frames: number;
  bytes: number;
  changes: number;
  gaps: number;
  cpu: number;
}>;

const LOOKED_AT = 20;

class OneReader {
  private rest: Buffer = Buffer.alloc(0);
  private readonly newest = new Map<string, Readonly<{ seq: number; previous: string }>>();
  frames = 0;
  bytes = 0;
  changes = 0;
  gaps = 0;

  constructor(
    private readonly socket: Socket,
    private readonly times: number[] | null,
  ) {
    socket.on('data', (chunk: Buffer) => this.read(chunk));
  }

  static async to({ url, token, instruments }: Task, times: number[] | null): Promise<OneReader> {
    const socket = await connectWebSocket({ url, path: '/marketdata/stream', token });
    const reader = new OneReader(socket, times);
    socket.write(masked(0x1, JSON.stringify({ type: 'subscribe', instrument_ids: instruments })));
    return reader;
  }

  forget(): void {
    this.frames = this.bytes = this.changes = this.gaps = 0;
  }

  close(): void {
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    const here = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    let at = 0;
    const now = Date.now();
    for (let frame = frameAt(here, at); frame !== null; frame = frameAt(here, at)) {
      if (here[at] === PING) this.socket.write(masked(0xa, here.toString('latin1', frame.from, frame.end)));
      else if (this.times !== null) this.look(here.toString('latin1', frame.from, frame.end), now, this.times);
      this.frames += 1;
      at = frame.end;
    }
    this.bytes += chunk.length;
    this.rest = at === here.length ? Buffer.alloc(0) : Buffer.from(here.subarray(at));
  }

  private look(text: string, now: number, times: number[]): void {
    const { instrument_id: id, time, seq, previous_seq: previous } = JSON.parse(text) as MarketMessage;
    const known = this.newest.get(String(id));
    const change = `${seq} ${previous}`;
    if (previous !== null && time !== null) {
      times.push(now - Date.parse(time));
      if (known?.previous !== change) {
        this.changes += 1;
        if (known && known.seq !== previous) this.gaps += 1;
      }
    }
    this.newest.set(String(id), { seq: Math.max(seq, known?.seq ?? 0), previous: change });
  }
}

const PING = 0x89;

const readers: OneReader[] = [];
const times: number[] = [];
let used = process.cpuUsage();

async function open(task: Task): Promise<void> {
  for (let n = 0; n < task.readers; n++) readers.push(await OneReader.to(task, n % LOOKED_AT === 0 ? times : null));
}

function begin(): void {
  times.length = 0;
  for (const reader of readers) reader.forget();
  used = process.cpuUsage();
}

function end(): StreamReading {
  const { user, system } = process.cpuUsage(used);
  const sum = (figure: 'frames' | 'bytes' | 'changes' | 'gaps'): number =>
    readers.reduce((all, reader) => all + reader[figure], 0);
  return {
    times,
    frames: sum('frames'),
    bytes: sum('bytes'),
    changes: sum('changes'),
    gaps: sum('gaps'),
    cpu: (user + system) / 1e6,
  };
}

process.on('message', (message: Task | 'begin' | 'end') => {
  if (message === 'begin') begin();
  else if (message === 'end') {
    // What is heard is much to tell, and would not arrive if the line were cut before.
    process.send?.(end(), () => process.disconnect());
    for (const reader of readers) reader.close();
  } else void open(message).then(() => process.send?.('open'));
});
