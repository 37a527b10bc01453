/** A thousand readers of events with one token, in processes of their own, while orders come. */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listEvents } from '../../test/support/event-follower.js';
import { tradingEnvironment, openTradingOverHttp } from '../../test/support/trading-over-http.js';
import { Changes } from '../streams/changes.js';
import { nextMessage } from '../support/next-message.js';
import { cpuSeconds, databaseCpuSeconds, megabytes, startService, stop } from '../support/processes.js';
import type { EventReading, Task } from './reading.js';

const PROCESSES = 2;
/** One order of each is under way at a time: enough of them that answers may take half a second. */
const INSTRUMENTS = 50;
const PATIENCE_MS = 60_000;

type Size = Readonly<{ readers: number; perSecond: number; seconds: number }>;

async function startReaders(task: Task) {
  const child = fork(join(import.meta.dirname, 'reading.ts'), {
    execArgv: ['--import', './test/support/typescript.mjs'],
  });
  const answer = async (message: Task | 'count' | 'end'): Promise<unknown> => {
    child.send(message);
    return nextMessage(child);
  };
  await answer(task);
  return { fewest: async () => Number(await answer('count')), end: async () => (await answer('end')) as EventReading };
}

export async function measureEvents(dataDir: string, { readers, perSecond, seconds }: Size): Promise<void> {
  const running = await startService(dataDir, { ...tradingEnvironment, SANDBOX_LIQUIDITY: 'off' });
  const floor = await openTradingOverHttp(running.url, { accounts: 2, instruments: INSTRUMENTS });
  const changes = new Changes(running.url, floor);
  await changes.run(perSecond, 1);
  const way = { url: () => running.url, token: floor.token };
  const from = (await listEvents({ ...way, from: '0' })).at(-1)?.id ?? '0';
  const before = await megabytes(running.pid);
  const parts = await Promise.all(
    Array.from({ length: PROCESSES }, () =>
      startReaders({ url: running.url, token: floor.token, readers: readers / PROCESSES }),
    ),
  );

  const given = changes.answered;
  const [service, database, began] = [
    await cpuSeconds(running.pid),
    await databaseCpuSeconds(dataDir),
    performance.now(),
  ];
  await changes.run(perSecond, seconds);
  const took = (performance.now() - began) / 1_000;
  const [serviceUsed, databaseUsed] = [
    (await cpuSeconds(running.pid)) - service,
    (await databaseCpuSeconds(dataDir)) - database,
  ];
  const memory = await megabytes(running.pid);
  const expected = await listEvents({ ...way, from });
  const late = performance.now() + PATIENCE_MS;
  while (performance.now() < late) {
    const fewest = await Promise.all(parts.map((part) => part.fewest()));
    if (fewest.every((count) => count >= expected.length)) break;
    await pause(50);
  }
  const readings = await Promise.all(parts.map((part) => part.end()));
  changes.close();
  await stop(running);
  printResults({
    readers,
    took,
    given: changes.answered - given,
    refusals: changes.refusals,
    expected: expected.map(({ id }) => id ?? ''),
    before,
    memory,
    serviceUsed,
    databaseUsed,
    heard: readings,
  });
}

type Figures = Readonly<{
  readers: number;
  took: number;
  given: number;
  refusals: readonly string[];
  expected: readonly string[];
}> &
  Readonly<{
    before: number;
    memory: number;
    serviceUsed: number;
    databaseUsed: number;
    heard: readonly EventReading[];
  }>;

function printResults({
  readers,
  took,
  given,
  refusals,
  expected,
  before,
  memory,
  serviceUsed,
  databaseUsed,
  heard: readings,
}: Figures): void {
  const times = Float64Array.from(readings.flatMap((one) => one.times)).sort();
  const at = (share: number): string =>
    `${times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN} ms`;
  const digest = createHash('sha256')
    .update(expected.map((id) => `${id}\n`).join(''))
    .digest('hex');
  const whole = readings.flatMap(({ digests }) => digests).filter((one) => one === digest).length;
  const bytes = readings.reduce((sum, one) => sum + one.bytes, 0);
  const row = (...cells: readonly string[]): boolean => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  row(`${readers} readers of all events, one token`, 'measured', 'target');
  row('---', '---', '---');
  row(
    'orders',
    `${(given / took).toFixed(0)}/s${refusals.length > 0 ? `, ${refusals.length} refused: ${refusals[0]}` : ''}`,
    '100/s',
  );
  row(
    'readers who heard of everything, once and in order',
    `${whole} of ${readers}; ${expected.length} events each`,
    'all',
  );
  row(
    'from the order, before its commit, to a reader',
    `p50 ${at(0.5)}, p99 ${at(0.99)}, at most ${at(1)}`,
    'p99 at most 100 ms',
  );
  row(
    'told',
    `${((expected.length * readers) / took).toFixed(0)} events/s, ${(bytes / took / 1e6).toFixed(0)} MB/s`,
    '',
  );
  row('memory of the service', `${memory} MB, ${before} MB before the readers came`, '');
  row(
    'processor of the service · of PostgreSQL · of the readers',
    [serviceUsed, databaseUsed, readings.reduce((sum, { cpu }) => sum + cpu, 0)]
      .map((used) => `${((used / took) * 100).toFixed(0)} %`)
      .join(' · '),
    '',
  );
  row(
    'load of the machine',
    loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
    '',
  );
  if (whole !== readers) process.exitCode = 1;
}
