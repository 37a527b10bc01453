import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type SampleProject, openSampleProject } from '../support/sample-project.js';

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
  ])(
    'counts right when %s',
    async (...[, tests, check, [line, code], bench = ['0', checks(0, 0)], more = ['0', jest(0, 0)]]) => {
      const words = await Promise.all(
        [tests, more, check, bench].map(async ([exitCode, content], n) => {
          const file = join(project.directory, `report-${n}.json`);
          await writeFile(file, content === null ? '' : JSON.stringify(content));
          return [exitCode, file];
        }),
      );

      const result = await project.run('bin/tally.js', ...words.flat());

      expect(result.stdout.trimEnd().split('\n').at(-1)).toBe(line);
      expect(result.code).toBe(code);
    },
  );
});
