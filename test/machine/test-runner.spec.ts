import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { checkout, openSampleProject } from '../support/sample-project.js';

type TestCase = Readonly<{ title: string; status: string }>;
type File = Readonly<{ name: string; message: string; assertionResults: readonly TestCase[] }>;
type Run = Readonly<{ code: number; files: readonly File[]; errors: string }>;

const config = `export default {
  runner: '${join(checkout, 'test/runner/runner.mjs')}',
  testMatch: ['**/*.spec.ts'],
  testSequencer: '<rootDir>/by-name.mjs',
  maxWorkers: 1,
  testTimeout: 500,
  transform: {},
};`;

const byName = `export default class {
  shard(tests) { return tests; }
  sort(tests) { return [...tests].sort((a, b) => (a.path < b.path ? -1 : 1)); }
  cacheResults() {}
}`;

/** Runs test files in the order of their names, all in one worker. */
async function runTests(tests: Readonly<Record<string, string>>, options: readonly string[] = []): Promise<Run> {
  const project = await openSampleProject({ 'jest.config.mjs': config, 'by-name.mjs': byName, ...tests });
  const run = await new Promise<Run>((resolve) => {
    execFile(
      process.execPath,
      [join(checkout, 'node_modules/jest/bin/jest.js'), '--json', ...options],
      { cwd: project.directory },
      (error, stdout, errors) => {
        const { testResults } = JSON.parse(stdout || '{"testResults":[]}') as { testResults: readonly File[] };
        const files = [...testResults].sort((one, other) => (one.name < other.name ? -1 : 1));
        resolve({ code: Number(error?.code ?? 0), files, errors });
      },
    );
  });
  await project.close();
  return run;
}

const toStatuses = ({ files }: Run) =>
  files.map(({ assertionResults }) => Object.fromEntries(assertionResults.map(({ title, status }) => [title, status])));

describe('the test runner', () => {
  it('gives the files of a worker the same modules, but no hooks of another file', async () => {
    const run = await runTests({
      'seen.ts': 'export const seen: string[] = [];',
      'a.spec.ts': `import { seen } from './seen.js';
        beforeEach(() => void seen.push('before a test of a'));
        afterAll(() => void seen.push('after a'));
        it('begins', () => expect(seen).toEqual(['before a test of a']));`,
      'b.spec.ts': `import { seen } from './seen.js';
        it('continues', () => expect(seen).toEqual(['before a test of a', 'after a']));`,
    });

    expect([run.code, toStatuses(run)]).toEqual([0, [{ begins: 'passed' }, { continues: 'passed' }]]);
  });

  it.each([
    ['a failed expectation', 'expect(1).toBe(2);', 'Expected: 2'],
    ['an exception', "throw new Error('a broken test');", 'a broken test'],
    [
      'a rejected promise that nobody awaits',
      "void Promise.reject(new Error('unawaited')); await wait(50);",
      'unawaited',
    ],
    ['an exception in a timer', "setTimeout(() => { throw new Error('late'); }, 1); await wait(50);", 'late'],
    ['a test that never ends', 'await new Promise(() => undefined);', 'Exceeded timeout of 500 ms'],
  ])('fails a test by %s, and no other', async (_, body, message) => {
    const run = await runTests({
      'a.spec.ts': `const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
        it('breaks', async () => { ${body} });
        it('holds', () => expect(1).toBe(1));`,
    });

    expect([run.code, toStatuses(run)]).toEqual([1, [{ breaks: 'failed', holds: 'passed' }]]);
    expect(run.files[0]?.message).toContain(message);
  });

  it.each([
    ['cannot be loaded', "throw new Error('no module');", 'no module'],
    ['has no test', 'export {};', 'must contain at least one test'],
    [
      'has a hook that fails',
      "beforeAll(() => { throw new Error('no start'); }); it('x', () => expect(1).toBe(1));",
      'no start',
    ],
    [
      'fails between tests',
      "it('x', () => expect(1).toBe(1)); afterAll(async () => { void Promise.reject(new Error('at the end')); await null; await new Promise((r) => setTimeout(r, 20)); });",
      'at the end',
    ],
    ['ends its process', "it('x', () => { process.exit(0); });", 'exit'],
  ])('fails a file that %s, and runs the next one', async (_, text, message) => {
    const run = await runTests({ 'a.spec.ts': text, 'b.spec.ts': "it('holds', () => expect(1).toBe(1));" });

    expect([run.code, toStatuses(run)[1]]).toEqual([1, { holds: 'passed' }]);
    expect(run.files[0]?.message).toContain(message);
  });

  it('runs the tests that are named, and skips the others', async () => {
    const run = await runTests(
      { 'a.spec.ts': "it('first', () => expect(1).toBe(1)); it('second', () => expect(1).toBe(2));" },
      ['--testNamePattern=first'],
    );

    expect([run.code, toStatuses(run)]).toEqual([0, [{ first: 'passed', second: 'pending' }]]);
  });

  it('fails when a worker does not exit, because a test left something running', async () => {
    const run = await runTests({
      'a.spec.ts': "it('leaks', () => { setInterval(() => undefined, 1000); expect(1).toBe(1); });",
    });

    expect(run.code).toBe(1);
    expect(run.errors).toContain('left a timer, a connection or a process behind');
  });
});
