import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { checkout, type SampleProject, openSampleProject } from '../support/sample-project.js';

type File = Readonly<{ name: string; assertionResults: readonly Readonly<{ title: string; status: string }>[] }>;

const config = `export default {
  testMatch: ['**/*.spec.mjs'],
  testEnvironment: '${join(checkout, 'test/support/kept-environment.mjs')}',
  runtime: '${join(checkout, 'test/support/kept-runtime.mjs')}',
  testSequencer: '<rootDir>/by-name.mjs',
};`;

/** The names say in which order they run, all in one process. */
const files = {
  'jest.config.mjs': config,
  'by-name.mjs':
    'export default class { shard(tests) { return tests; } sort(tests) { return [...tests].sort((a, b) => (a.path < b.path ? -1 : 1)); } cacheResults() {} }',
  'kept.mjs': 'export const seen = [];\nexport const said = { word: () => "as it was" };',
  'a.spec.mjs': `import { said, seen } from './kept.mjs';
    expect.extend({ toBeOfA: () => ({ pass: true, message: () => '' }) });
    beforeEach(() => void seen.push('a hook of a'));
    afterAll(() => void seen.push('the end of a'));
    test('begins', () => expect(seen).toEqual(['a hook of a']));
    test('spies', () => { import.meta.jest.spyOn(said, 'word').mockReturnValue('overheard'); expect(said.word()).toBe('overheard'); });`,
  'b.spec.mjs': `import { said, seen } from './kept.mjs';
    test('has the modules of a', () => expect(seen.at(-1)).toBe('the end of a'));
    test('has no hook of a', () => expect(seen).toEqual(['a hook of a', 'a hook of a', 'the end of a']));
    test('has no matcher of a', () => expect(expect(1).toBeOfA).toBeUndefined());
    test('has no spy of a', () => expect(said.word()).toBe('as it was'));
    test('fails', () => expect(seen).toEqual([]));`,
  'c.spec.mjs': "throw new Error('c cannot be loaded');",
  'd.spec.mjs': `/** @jest-environment node */
    import { seen } from './kept.mjs';
    test('has modules of its own', () => expect(seen).toEqual([]));`,
  'e.spec.mjs':
    "import { seen } from './kept.mjs';\ntest('has the modules of a still', () => expect(seen).toHaveLength(3));\ntest('fails as well', async () => { await null; throw new Error('no'); });",
};

describe('modules shared between test files', () => {
  let project: SampleProject;
  let results: readonly File[];
  beforeAll(async () => {
    project = await openSampleProject(files);
    results = await run(project.directory);
  });
  afterAll(() => project.close());

  it.each([
    ['a', { begins: 'passed', spies: 'passed' }],
    [
      'b',
      {
        'has the modules of a': 'passed',
        'has no hook of a': 'passed',
        'has no matcher of a': 'passed',
        'has no spy of a': 'passed',
        fails: 'failed',
      },
    ],
    ['c', {}],
    ['d', { 'has modules of its own': 'passed' }],
    ['e', { 'has the modules of a still': 'passed', 'fails as well': 'failed' }],
  ])('leave every test of %s to pass or fail by itself', (name, tests) => {
    const file = results.find((one) => one.name.endsWith(`/${name}.spec.mjs`));

    expect(
      Object.fromEntries(file?.assertionResults.map(({ title, status }) => [title, status]) ?? [['no such', 'file']]),
    ).toEqual(tests);
  });
});

function run(directory: string): Promise<readonly File[]> {
  const words = [
    '--experimental-vm-modules',
    '--no-warnings',
    join(checkout, 'node_modules/jest/bin/jest.js'),
    '--runInBand',
    '--json',
  ];
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd: directory }, (_, stdout) =>
      resolve((JSON.parse(stdout) as { testResults: readonly File[] }).testResults),
    );
  });
}
