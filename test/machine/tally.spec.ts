import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { checkout, type SampleProject, openSampleProject } from '../support/sample-project.js';

const jest = (passed: number, failed: number, broken = 0) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numRuntimeErrorTestSuites: broken,
  numPendingTests: 0,
});
const checks = (passed: number, failed: number) => ({ passed, failed });

type Report = [exitCode: string, content: object | null];
type Row = [what: string, tests: Report, check: Report, end: [string, number], bench?: Report, more?: Report];

describe('summary line of .ci/run', () => {
  let project: SampleProject;
  beforeAll(async () => {
    project = await openSampleProject({});
  });
  afterAll(() => project.close());

  it.each<Row>([
    ['all is well', ['0', jest(5, 0)], ['0', checks(7, 0)], ['12 passed, 0 failed', 0]],
    ['a test failed', ['1', jest(4, 1)], ['0', checks(7, 0)], ['11 passed, 1 failed', 1]],
    ['a test file could not run', ['1', jest(5, 0, 1)], ['0', checks(7, 0)], ['12 passed, 1 failed', 1]],
    ['a check failed', ['0', jest(5, 0)], ['1', checks(6, 1)], ['11 passed, 1 failed', 1]],
    ['jest ended badly without a failed test', ['1', jest(5, 0)], ['0', checks(7, 0)], ['12 passed, 1 failed', 1]],
    ['the tests left no report', ['1', null], ['0', checks(7, 0)], ['7 passed, 1 failed', 1]],
    ['the tests left no report and claim to be well', ['0', null], ['0', checks(7, 0)], ['7 passed, 1 failed', 1]],
    ['the check left no report', ['0', jest(5, 0)], ['1', null], ['5 passed, 1 failed', 1]],
    ['a benchmark failed', ['0', jest(5, 0)], ['0', checks(7, 0)], ['25 passed, 1 failed', 1], ['1', checks(13, 1)]],
    ['the benchmarks left no report', ['0', jest(5, 0)], ['0', checks(7, 0)], ['12 passed, 1 failed', 1], ['1', null]],
    [
      'a larger test failed',
      ['0', jest(5, 0)],
      ['0', checks(7, 0)],
      ['15 passed, 1 failed', 1],
      ['0', checks(0, 0)],
      ['1', jest(3, 1)],
    ],
    [
      'the larger tests left no report',
      ['0', jest(5, 0)],
      ['0', checks(7, 0)],
      ['12 passed, 1 failed', 1],
      ['0', checks(0, 0)],
      ['1', null],
    ],
  ])('counts right when %s', async (...[, tests, check, [line, code], bench = ['0', checks(0, 0)], more]) => {
    const words = await Promise.all(
      [tests, check, bench, ...(more === undefined ? [] : [more])].map(async ([exitCode, content], n) => {
        const file = join(project.directory, `report-${n}.json`);
        await writeFile(file, content === null ? '' : JSON.stringify(content));
        return [exitCode, file];
      }),
    );

    const result = await project.run('bin/tally.js', ...words.flat());

    expect(result.stdout.trimEnd().split('\n').at(-1)).toBe(line);
    expect(result.code).toBe(code);
  });
});

describe('.ci/run', () => {
  let project: SampleProject;
  beforeAll(async () => {
    const script = await readFile(join(checkout, '.ci', 'run'), 'utf8');
    project = await openSampleProject({ '.ci/run': script, 'commands/npm': '#!/bin/sh\necho "npm $*"\n' });
    await chmod(join(project.directory, 'commands', 'npm'), 0o755);
  });
  afterAll(() => project.close());

  const listRuns = async (...options: readonly string[]): Promise<string[]> => {
    const path = [join(project.directory, 'commands'), process.env['PATH']].join(delimiter);
    const printed = await new Promise<string>((resolve) => {
      execFile(
        'bash',
        ['.ci/run', ...options],
        { cwd: project.directory, env: { ...process.env, PATH: path } },
        (...[, stdout]) => resolve(stdout),
      );
    });
    return [...printed.matchAll(/^npm (?:run )?(\S+)/gm)].map(([, name = '']) => name);
  };

  it('looks once more at what is random, with more of it', async () => {
    expect(await listRuns()).toEqual(['test', 'test:ci', 'check', 'bench']);
  });

  it('leaves that out after the long tests, which have looked at all of it', async () => {
    expect(await listRuns('--all')).toEqual(['test', 'check', 'bench']);
  });
});
