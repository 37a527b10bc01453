/**
 * What a start costs with many open orders and a long journal, from the tables and from a snapshot, and how fast `kontor verify` is:
 * everything, without rows, and since a verified point. KONTOR_BENCH_OPEN and KONTOR_BENCH_COMMANDS
 * say how many; of what is not an open order, one in five trades and the others are canceled again.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { openTestCluster, template } from '../test/support/test-cluster.js';
import { commandsOf, type Size, writtenVenue } from './restart/written-venue.js';
import {
  cpuSeconds,
  inDirectory,
  megabytes,
  serviceEnvironment,
  serviceOptions,
  start,
  stop,
} from './support/processes.js';
import { readSize } from './support/size.js';

const open = readSize('KONTOR_BENCH_OPEN', 100_000, 100);
const pairs = Math.max(0, Math.floor((readSize('KONTOR_BENCH_COMMANDS', 1_000_000, 500) - open) / 2));
const size: Size = { open, trades: Math.floor(pairs / 5), cancelled: pairs - Math.floor(pairs / 5) };

const print = (what: string, value: string): boolean => process.stdout.write(`| ${what} | ${value} |\n`);
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

async function write(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('set session_replication_role = replica');
  for (const statement of writtenVenue(size)) await client.query(statement);
  await client.query('checkpoint');
  await client.end();
}

/** A command of the command line: how long it takes, of that on a processor, what it says and what it weighs. */
async function run(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Readonly<{ milliseconds: number; cpu: number; said: string; peak: number }>> {
  const began = performance.now();
  const child = spawn(process.execPath, ['dist/src/main.js', ...words], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { pid = 0 } = child;
  let [output, peak, cpu] = ['', 0, 0];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const lookAt = async (): Promise<void> => {
    [peak, cpu] = [Math.max(peak, await megabytes(pid)), Math.max(cpu, await cpuSeconds(pid))];
  };
  const look = setInterval(() => void lookAt().catch(() => undefined), 250); // It may end while it is looked at.
  await once(child, 'close');
  clearInterval(look);
  return { milliseconds: performance.now() - began, cpu, said: output, peak };
}

async function measureStart(from: string, env: Readonly<Record<string, string>>): Promise<void> {
  const running = await start([...serviceOptions, 'dist/src/main.js', 'serve'], { ...serviceEnvironment, ...env });
  print(
    `start ${from} to the first page, when orders are taken`,
    `${seconds(running.milliseconds)}, ${(await cpuSeconds(running.pid)).toFixed(1)} s of them computing`,
  );
  print(`memory of the service after its start ${from}`, `${await megabytes(running.pid)} MB`);
  await stop(running);
}

async function measureSnapshot(env: Readonly<Record<string, string>>): Promise<void> {
  const { milliseconds, cpu, said, peak } = await run(['snapshot', '--json'], env);
  const { command } = JSON.parse(said) as { command: number | null };
  if (command === null) throw new Error('No snapshot was written.');
  print(
    '`kontor snapshot`, from the tables',
    `${seconds(milliseconds)}, ${cpu.toFixed(1)} s of them computing, at most ${peak} MB`,
  );
}

/** `since-last` needs the point that a verification before it has left, and is about the commands that a service has added since. */
async function measureVerification(words: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const { milliseconds, cpu, said, peak } = await run(['verify', '--json', ...words], env);
  const { equal, from, commands, rows } = JSON.parse(said) as Readonly<Record<'from' | 'commands' | 'rows', number>> &
    Readonly<{ equal: boolean }>;
  const perSecond = Math.round(commands / (milliseconds / 1000));
  const extent = from === 1 ? `${perSecond} commands a second` : `${commands} commands from ${from} on`;
  print(
    `\`kontor ${['verify', ...words].join(' ')}\``,
    `${seconds(milliseconds)}, ${cpu.toFixed(1)} s of them computing, ${extent}, ${rows} rows, at most ${peak} MB: ${equal ? 'equal' : 'different'}`,
  );
  if (!equal || (words.includes('--since-last') && from === 1)) throw new Error(said.slice(0, 2_000));
}

await inDirectory(async (directory) => {
  const cluster = await openTestCluster();
  try {
    const url = cluster.urlOf(template);
    const superuserUrl = cluster.superuserUrlOf(template);
    const began = performance.now();
    await write(superuserUrl);
    process.stdout.write(
      `${size.open} open orders, ${commandsOf(size)} commands, ${size.trades} trades, written in ${seconds(performance.now() - began)}\n\n| | |\n| --- | --- |\n`,
    );
    const env = { DATABASE_URL: url, DATA_DIR: join(directory, 'data'), MODE: 'sandbox', PORT: '0', LOG_LEVEL: 'warn' };
    await measureVerification(['--quick'], env);
    // The journal that is written has no batches; those of the service end with a command that can be a verified point.
    await measureStart('from the tables', { ...env, SNAPSHOT_MINUTES: '0' });
    await measureVerification([], env);
    await measureSnapshot(env);
    await measureStart('from a snapshot', env);
    await measureVerification(['--since-last'], env);
  } finally {
    await cluster.close();
  }
});
