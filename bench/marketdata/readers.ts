/**
 * Those who read, in a process of their own: each connection asks, waits for the answer, and asks again. They look at nothing but the status and
 * the length, because they share the processors with whom they measure.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuSeconds } from '../support/processes.js';

/** Whom they ask for what, and the process that is measured. */
export type Question = Readonly<{
  url: string;
  path: string;
  token: string;
  pid: number;
  connections: number;
  seconds: number;
}>;

/** Times of answers in milliseconds, processor time in microseconds per answer. */
export type Reading = Readonly<{
  perSecond: number;
  p50: number;
  p99: number;
  server: number;
  readers: number;
  bytes: number;
  refused: number;
}>;

class Reader {
  private received = 0;
  private expected = Infinity;
  private began = 0;
  readonly times: number[] = [];
  bytes = 0;
  refused = 0;
  isCounting = false;
  isOver = false;

  constructor(
    private readonly socket: Socket,
    private readonly request: Buffer,
  ) {
    socket.on('data', (chunk: Buffer) => this.read(chunk));
  }

  ask(): void {
    this.received = 0;
    this.expected = Infinity;
    this.began = performance.now();
    this.socket.write(this.request);
  }

  private read(chunk: Buffer): void {
    // The head comes in one piece, or this would end at once; a benchmark may insist.
    if (this.expected === Infinity) {
      const end = chunk.indexOf('\r\n\r\n');
      const head = chunk.toString('latin1', 0, end);
      this.expected = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? NaN);
      if (Number.isNaN(this.expected)) throw new Error(`An answer without a length: ${head}`);
      if (!head.startsWith('HTTP/1.1 200')) this.refused++;
    }
    this.received += chunk.length;
    if (this.received < this.expected) return;
    if (this.isCounting) this.times.push(performance.now() - this.began);
    this.bytes = this.expected;
    if (!this.isOver) this.ask();
  }
}

async function read({ url, path, token, pid, connections, seconds }: Question): Promise<Reading> {
  const { hostname, port, host } = new URL(url);
  const request = Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept: application/json\r\nauthorization: Bearer ${token}\r\n\r\n`,
  );
  const readers = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      await once(socket, 'connect');
      return new Reader(socket, request);
    }),
  );
  const used = async (): Promise<[number, number]> => [
    await cpuSeconds(pid),
    (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
  ];
  for (const reader of readers) reader.ask();
  await pause(Math.min(1_000, seconds * 250));
  for (const reader of readers) reader.isCounting = true;
  const [[server, own], began] = [await used(), performance.now()];
  await pause(seconds * 1_000);
  for (const reader of readers) [reader.isCounting, reader.isOver] = [false, true];
  const [took, [serverAfter, ownAfter]] = [(performance.now() - began) / 1_000, await used()];
  await pause(100);
  const times = Float64Array.from(readers.flatMap((reader) => reader.times)).sort();
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? NaN;
  const per = (before: number, after: number): number => ((after - before) * 1e6) / times.length;
  const [{ bytes }] = readers as [Reader];
  return {
    perSecond: times.length / took,
    p50: at(0.5),
    p99: at(0.99),
    server: per(server, serverAfter),
    readers: per(own, ownAfter),
    bytes,
    refused: readers.reduce((sum, { refused }) => sum + refused, 0),
  };
}

process.on('message', (question: Question) => void read(question).then((reading) => process.send?.(reading)));
process.once('disconnect', () => process.exit(0));
