/** A thousand readers of twenty instruments over WebSocket, in processes of their own, while order actions change the boards. */
import { fork } from 'node:child_process';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { tradingEnvironment, openTradingOverHttp } from '../../test/support/trading-over-http.js';
import { cpuSeconds, databaseCpuSeconds, megabytes, startService, stop } from '../support/processes.js';
import { nextMessage } from '../support/next-message.js';
import { Changes } from './changes.js';
import type { StreamReading, Task } from './reading.js';

const PROCESSES = 2;

type Size = Readonly<{ readers: number; perSecond: number; seconds: number }>;

async function startReaders(task: Task) {
  const child = fork(join(import.meta.dirname, 'reading.ts'), {
    execArgv: ['--import', './test/support/typescript.mjs'],
  });
  child.send(task);
  await nextMessage(child);
  return {
    begin: () => child.send('begin'),
    end: async (): Promise<StreamReading> => {
      child.send('end');
      return (await nextMessage(child)) as StreamReading;
    },
  };
}

export async function measureStreams(dataDir: string, { readers, perSecond, seconds }: Size): Promise<void> {
  const running = await startService(dataDir, { ...tradingEnvironment, SANDBOX_LIQUIDITY: 'off' });
  const floor = await openTradingOverHttp(running.url, { accounts: 2, instruments: 20 });
  const changes = new Changes(running.url, floor);
  await changes.run(perSecond, 1);
  const before = await megabytes(running.pid);
  const { token, instruments } = floor;
  const parts = await Promise.all(
    Array.from({ length: PROCESSES }, () =>
      startReaders({ url: running.url, token, instruments, readers: readers / PROCESSES }),
    ),
  );
  await changes.run(perSecond, 2);
  await pause(500);

  for (const part of parts) part.begin();
  const made = changes.answered;
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
  await pause(500);
  const readings = await Promise.all(parts.map((part) => part.end()));
  changes.close();
  await stop(running);
  printResults({
    readers,
    took,
    made: changes.answered - made,
    refusals: changes.refusals,
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
  made: number;
  refusals: readonly string[];
  before: number;
  memory: number;
  serviceUsed: number;
  databaseUsed: number;
  heard: readonly StreamReading[];
}>;

function printResults({
  readers,
  took,
  made,
  refusals,
  before,
  memory,
  serviceUsed,
  databaseUsed,
  heard: readings,
}: Figures): void {
  const times = Float64Array.from(readings.flatMap((one) => one.times)).sort();
  const at = (share: number): string =>
    `${times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN} ms`;
  const sum = (figure: 'frames' | 'bytes' | 'changes' | 'gaps' | 'cpu'): number =>
    readings.reduce((all, one) => all + one[figure], 0);
  const looked = readers / 20;
  const row = (...cells: readonly string[]): boolean => process.stdout.write(`| ${cells.join(' | ')} |\n`);
  row(`${readers} readers of 20 instruments`, 'measured', 'target');
  row('---', '---', '---');
  row(
    'changes made by order actions',
    `${(made / took).toFixed(0)}/s${refusals.length > 0 ? `, ${refusals.length} refused: ${refusals[0]}` : ''}`,
    '500/s',
  );
  row(
    'from the change, before its commit, to a reader',
    `p50 ${at(0.5)}, p99 ${at(0.99)}, at most ${at(1)}`,
    'p99 at most 100 ms',
  );
  row('messages', `${(sum('frames') / took).toFixed(0)}/s, ${(sum('bytes') / took / 1e6).toFixed(0)} MB/s`, '');
  row(
    'changes that a reader heard of',
    `${(sum('changes') / looked / took).toFixed(0)}/s; the others were overtaken by newer ones of the instrument`,
    'newest-only',
  );
  row('changes that did not name what was heard before', String(sum('gaps')), '0');
  row('memory of the service', `${memory} MB, ${before} MB before the readers came`, '');
  row(
    'processor of the service · of PostgreSQL · of the readers',
    [serviceUsed, databaseUsed, sum('cpu')].map((used) => `${((used / took) * 100).toFixed(0)} %`).join(' · '),
    '',
  );
  row(
    'load of the machine',
    loadavg()
      .map((load) => load.toFixed(1))
      .join(' '),
    '',
  );
}
