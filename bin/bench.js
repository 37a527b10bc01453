/*
 * `npm run bench -- start`: makes ready what is missing, then runs the benchmark of that name. `npm run bench -- --smoke` runs every
 * benchmark with tiny sizes, only to see that each still runs to its end; names after it choose some. `--report <file>` writes how many
 * passed and failed, for .ci/run.
 */
import { spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from './launch.js';
import { Failure, prepare, root, say } from './prepare.js';

/** Benchmarks wait as much as they compute. */
const smokeRunsAtOnce = 3;
const smokeTimeoutMilliseconds = 120_000;

const benchmarks = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''));

const argumentsOf = (name) => ['--import', './test/support/typescript.mjs', join(root, 'bench', `${name}.ts`)];

/** Runs one benchmark and says what became of it; its output is shown only if it failed. */
function smokeRun(name, node) {
  const started = Date.now();
  return new Promise((resolve) => {
    const output = [];
    const child = spawn(node, argumentsOf(name), {
      cwd: root,
      env: { ...process.env, KONTOR_BENCH_SMOKE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: smokeTimeoutMilliseconds,
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    const end = (passed, problem) => {
      console.log(
        `${passed ? 'ok    ' : 'FAILED'}  benchmark ${name}, ${((Date.now() - started) / 1000).toFixed(1)} s`,
      );
      if (!passed) console.log(`\n${Buffer.concat(output).toString().trim()}\n${problem}`);
      resolve(passed);
    };
    child.once('error', (error) => end(false, `${node} cannot be run: ${error.message}`));
    child.once('close', (code, signal) => end(code === 0, signal ? `It was ended by ${signal}.` : ''));
  });
}

async function smokeRunAll(names, report) {
  const node = await prepare();
  const waiting = names.slice();
  const results = [];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      results.push(await smokeRun(name, node));
  };
  await Promise.all(Array.from({ length: smokeRunsAtOnce }, work));
  const passed = results.filter(Boolean).length;
  const failed = results.length - passed;
  if (report !== undefined) writeFileSync(report, `${JSON.stringify({ passed, failed })}\n`);
  console.log(`${passed} of ${results.length} benchmarks ran to their end`);
  process.exitCode = failed > 0 ? 1 : 0;
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { smoke: { type: 'boolean' }, report: { type: 'string' } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !benchmarks.includes(name));
  if (unknown.length > 0 || (!values.smoke && positionals.length !== 1)) {
    say(`Which one? ${benchmarks.join(', ')}. For example: npm run bench -- ${benchmarks[0]}`);
    process.exitCode = 2;
  } else if (values.smoke) await smokeRunAll(positionals.length > 0 ? positionals : benchmarks, values.report);
  else await launch(argumentsOf(positionals[0]));
}

try {
  await main();
} catch (error) {
  if (!(error instanceof Failure) && !error.code) throw error;
  say(error.message);
  process.exitCode = 1;
}
