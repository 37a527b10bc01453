/*
 * `npm run check`: everything but the tests that can say no. Every step runs to its end, two at a time; what a failed one
 * printed is shown, the others are one line. Words choose steps by the beginning of their names: `npm run check -- imports`.
 * `--report <file>` writes how many passed and failed, for .ci/run.
 */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, prepare, root, say } from './prepare.js';

const stepsAtOnce = 2;

const tool =
  (path, ...args) =>
  (node) => [node, [join(root, 'node_modules', path), ...args]];
const present = (...paths) => paths.filter((path) => existsSync(join(root, path)));
const script =
  (name, ...args) =>
  (node) => [node, [join(root, 'bin', name), ...args]];

/* The long ones first, so that the last step is not the one that everybody waits for. */
const steps = [
  { name: 'constructs and sizes (eslint)', command: tool('eslint/bin/eslint.js', '--max-warnings=0', '.') },
  { name: 'types (tsc)', command: tool('typescript/bin/tsc', '--noEmit', '-p', '.') },
  { name: 'build (nest build)', command: script('build.js') },
  {
    name: 'imports (dependency-cruiser)',
    command: tool(
      'dependency-cruiser/bin/dependency-cruiser.mjs',
      ...present('src', 'test', 'bench', 'build', 'bin', 'mikro-orm.config.ts'),
    ),
  },
  { name: 'dead code (knip)', command: tool('knip/bin/knip.js', '--no-progress') },
  { name: 'format (prettier)', command: tool('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.') },
  { name: 'names (one export, one file)', command: (node) => [node, [join(root, 'build', 'check-names.mjs')]] },
  { name: 'words (docs/language.md)', command: (node) => [node, [join(root, 'build', 'check-words.mjs')]] },
  { name: 'lockfile', command: script('check-lockfile.js') },
  { name: 'bill of materials (npm sbom)', command: script('sbom.js', '--check') },
  {
    name: 'clean install (npm ci --dry-run)',
    command: () => [
      'npm',
      ['ci', '--dry-run', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    ],
  },
];

/** Runs one step and gives what became of it; a step that cannot be started has failed like any other. */
function run({ name, command }, node) {
  const started = Date.now();
  const [program, args] = command(node);
  return new Promise((resolve) => {
    const output = [];
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32' && program === 'npm',
    });
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    const end = (passed, problem) =>
      resolve({
        name,
        passed,
        output: Buffer.concat(output).toString() + problem,
        seconds: (Date.now() - started) / 1000,
      });
    child.once('error', (error) => end(false, `${program} cannot be run: ${error.message}`));
    child.once('close', (code, signal) => end(code === 0, signal ? `ended by ${signal}` : ''));
  });
}

function printResult({ name, passed, output, seconds }) {
  console.log(`${passed ? 'ok    ' : 'FAILED'}  ${name}, ${seconds.toFixed(1)} s`);
  if (!passed) console.log(`\n${output.trim()}\n`);
}

/** Takes the next step whenever one ends, until none is left. */
async function runAll(chosen, node) {
  const waiting = chosen.slice();
  const results = [];
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const result = await run(step, node);
      printResult(result);
      results.push(result);
    }
  };
  await Promise.all(Array.from({ length: stepsAtOnce }, work));
  return results;
}

function choose(words) {
  const chosen = words.length === 0 ? steps : steps.filter(({ name }) => words.some((word) => name.startsWith(word)));
  if (chosen.length === 0)
    throw new Failure(`There is no such check. There are: ${steps.map(({ name }) => name).join('; ')}.`);
  return chosen;
}

try {
  const { values, positionals } = parseArgs({ options: { report: { type: 'string' } }, allowPositionals: true });
  const results = await runAll(choose(positionals), await prepare({ build: false }));
  const passed = results.filter((result) => result.passed).length;
  const failed = results.length - passed;
  if (values.report !== undefined) writeFileSync(values.report, `${JSON.stringify({ passed, failed })}\n`);
  console.log(`${passed} of ${results.length} checks passed`);
  process.exitCode = failed > 0 ? 1 : 0;
} catch (error) {
  if (!(error instanceof Failure) && !error.code) throw error;
  say(error.message);
  process.exitCode = 1;
}
