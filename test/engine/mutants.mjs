/**
 * Breaks the engine on purpose, one rule at a time, and runs its tables: a rule whose loss no table notices is not tested. `npm run
 * mutants` tries them all, words choose some by their names. Each runs in a copy, so nothing here is ever touched.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fragmentPattern, mutants } from './mutant-list.ts';

const root = join(fileURLToPath(import.meta.url), '..', '..', '..');
/** A broken loop may never end; that is noticed as well. */
const hungAfterMilliseconds = 120_000;
const specs = [
  'matching',
  'stops',
  'changes',
  'sessions',
  'permission',
  'risk',
  'positions',
  'portions',
  'bands',
  'first-rules',
  'rules',
  'settlement',
  'reference-lists',
  'early-statements',
  'listed-cash',
  'listed-money',
  'replaced-lists',
  'acceptance',
  'seventh-rules',
  'figures',
  'days',
].map((name) => `test/engine/${name}`);

const copiedParts = [
  'src/engine',
  'src/money',
  'test/engine',
  'test/runner',
  'test/support/seed.ts',
  'test/support/typescript.mjs',
  'package.json',
  'jest.config.mjs',
];

/** A copy of the engine and its tests with its own jest configuration: no database is needed. */
function workshop() {
  const copy = mkdtempSync(join(tmpdir(), 'kontor-mutants-'));
  for (const part of copiedParts) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const alone =
    "import base from './jest.config.mjs';\nconst { globalSetup: _, globalTeardown: __, ...rest } = base;\nexport default { ...rest, roots: ['<rootDir>/test'] };\n";
  writeFileSync(join(copy, 'mutants.config.mjs'), alone);
  return copy;
}

/** What only a restart or a preview would show is looked for by the spec of recovery or of copies alone, which take their time. */
const specsFor = (rule) =>
  rule.startsWith('recovery: ')
    ? ['test/engine/recovery']
    : rule.startsWith('preview: ')
      ? ['test/engine/state-copy']
      : specs;

function passes(copy, these, stdio = 'ignore') {
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const args = [jest, '-c', 'mutants.config.mjs', '--bail', '--silent', ...these];
  const { pid, status, error } = spawnSync(process.execPath, args, {
    cwd: copy,
    stdio,
    timeout: hungAfterMilliseconds,
    killSignal: 'SIGKILL',
    detached: true,
  });
  // The workers of a jest that hung would go on for ever.
  if (error !== undefined) killGroup(pid);
  return status === 0;
}

function killGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Whether the tables notice that this rule is gone. */
function isCaught(copy, { rule, file, from, to }) {
  const path = join(copy, 'src', file);
  const whole = readFileSync(path, 'utf8');
  if (whole.match(fragmentPattern(from))?.length !== 1)
    throw new Error(`src/${file} does not hold "${from}" exactly once.`);
  writeFileSync(
    path,
    whole.replace(fragmentPattern(from), () => to),
  );
  const caught = !passes(copy, specsFor(rule));
  writeFileSync(path, whole);
  return caught;
}

const words = process.argv.slice(2);
const chosen = mutants.filter(({ rule }) => words.length === 0 || words.some((word) => rule.includes(word)));
const copy = workshop();
try {
  const needed = [...new Set(chosen.flatMap(({ rule }) => specsFor(rule)))];
  if (needed.length > 0 && !passes(copy, needed, ['ignore', 'inherit', 'inherit']))
    throw new Error('The tables fail without any mutant.');
  const missed = chosen.filter((mutant) => {
    const caught = isCaught(copy, mutant);
    console.log(`${caught ? 'caught' : 'MISSED'}  ${mutant.rule}`);
    return !caught;
  });
  console.log(`${chosen.length - missed.length} of ${chosen.length} broken rules were noticed`);
  process.exitCode = missed.length > 0 || chosen.length === 0 ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
