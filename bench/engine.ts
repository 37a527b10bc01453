/**
 * The matching core alone beside `nodejs-order-book`, then the whole engine, then both with more and more resting orders. One million
 * operations: 60 % add, 30 % cancel, 10 % cross the market, over three widths of prices. Speeds are per second of processor time, so
 * that whatever else the machine does counts for neither.
 *
 * The peer takes so long over narrow prices that it is given fewer operations, the first ones of the same list; the ratio compares
 * operations per second. KONTOR_BENCH_OPERATIONS makes everything shorter.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isSmoke, readSize } from './support/size.js';

const root = join(import.meta.dirname, '..');
const hook = join(root, 'test', 'support', 'typescript.mjs');
const program = join(root, 'bench', 'engine', 'measure.ts');

/** A process for each figure: no measurement warms or fills the memory of the next. */
function measure(...args: readonly string[]): Record<string, number> {
  const run = spawnSync(process.execPath, ['--import', hook, '--expose-gc', program, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (run.status !== 0) throw new Error(`measure ${args.join(' ')} ended with ${run.status ?? 'a signal'}.`);
  return JSON.parse(run.stdout) as Record<string, number>;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const rounds = readSize('KONTOR_BENCH_ROUNDS', 3, 1);
const operations = readSize('KONTOR_BENCH_OPERATIONS', 1_000_000, 1_000);
const several = (...args: readonly string[]): number =>
  median(Array.from({ length: rounds }, () => measure(...args).perSecond ?? 0));
const shown = (perSecond: number): string => `${(perSecond / 1e6).toFixed(perSecond < 1e5 ? 4 : 2)} M/s`;

console.log(`Matching core, ${operations} operations, median of ${rounds}`);
console.log('| prices | core | nodejs-order-book 10.1.1 | ratio |\n|---|---|---|---|');
for (const [name, width, share] of [
  ['narrow', 20, 0.02],
  ['medium', 1_000, 0.1],
  ['very wide', 1_000_000, 0.1],
] as const) {
  const core = several('core', String(width), '0', String(operations));
  const peer = measure('peer', String(width), '0', String(Math.round(operations * share))).perSecond ?? 1;
  console.log(`| ${name} | ${shown(core)} | ${shown(peer)} | ${(core / peer).toFixed(0)} |`);
}

console.log('\n| resting orders | core | whole engine, one command | memory of the engine |\n|---|---|---|---|');
for (const resting of isSmoke ? [100] : [1_000, 100_000, 1_000_000]) {
  const core = several('core', '1000', String(resting), String(operations));
  const engine = Array.from({ length: rounds }, () =>
    measure('engine', '1000', String(resting), String(Math.round(operations / 5))),
  );
  const perCommand = 1e6 / median(engine.map(({ perSecond }) => perSecond ?? 0));
  const megabytes = median(engine.map(({ bytes }) => (bytes ?? 0) / 1e6));
  console.log(`| ${resting} | ${shown(core)} | ${perCommand.toFixed(2)} µs | ${megabytes.toFixed(0)} MB |`);
}
