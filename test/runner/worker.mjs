/** Runs one test file after another in this process: see runner.mjs. */
import { setSourceMapsSupport } from 'node:module';
import { pathToFileURL } from 'node:url';
import { jestExpect } from '@jest/expect';
import { createEmptyTestResult } from '@jest/test-result';
import * as circus from 'jest-circus';
import { formatExecError, formatResultsErrors } from 'jest-message-util';
import { endShared } from './worker-exit.ts';

const { describe, it, test, beforeAll, beforeEach, afterAll, afterEach, getState } = circus;
Object.assign(globalThis, { describe, it, test, beforeAll, beforeEach, afterAll, afterEach, expect: jestExpect });

setSourceMapsSupport(true); // Of the project's own code: packages have large maps that nobody reads.

const nameOf = (node) => (node.parent?.parent ? `${nameOf(node.parent)} ${node.name}` : node.name);

/* An error that nobody catches fails the test that runs, or the file between two tests. */
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error) => {
    const { currentlyRunningTest, unhandledErrors } = getState();
    (currentlyRunningTest?.errors ?? unhandledErrors).push(error);
  });

circus.addEventHandler(({ name, test: current }) => {
  if (name === 'test_start') jestExpect.setState({ assertionCalls: 0, currentTestName: nameOf(current) });
});

/** Jest-worker calls it before the worker exits. */
export const teardown = endShared;

let loads = 0;

/** `environment` is what the global set-up has prepared by now, and null before: the worker may have begun earlier. */
export async function runTestFile({ path, config, globalConfig, environment }) {
  Object.assign(process.env, environment);
  const start = Date.now();
  circus.resetState();
  getState().testTimeout = globalConfig.testTimeout ?? config.testTimeout ?? getState().testTimeout;
  getState().testNamePattern = globalConfig.testNamePattern ? new RegExp(globalConfig.testNamePattern, 'i') : null;
  jestExpect.setState({ testPath: path });

  // The query makes the file's own module new, also when watch mode runs it again.
  await import(`${pathToFileURL(path).href}?load=${(loads += 1)}`);
  const { testResults, unhandledErrorsDetailed } = await circus.run();
  const end = Date.now();
  return toFileResult({
    path,
    config,
    globalConfig,
    results: testResults.map(toTestResult),
    unhandledErrorsDetailed,
    start,
    end,
  });
}

function toTestResult({
  testPath: [, ...names],
  status,
  errors,
  errorsDetailed,
  duration,
  invocations,
  numPassingAsserts,
}) {
  const title = names.at(-1);
  return {
    ancestorTitles: names.slice(0, -1),
    title,
    fullName: names.join(' '),
    status: { skip: 'pending', todo: 'todo' }[status] ?? (errors.length > 0 ? 'failed' : 'passed'),
    duration,
    failureMessages: errors,
    failureDetails: errorsDetailed,
    invocations,
    numPassingAsserts,
  };
}

function toFileResult({ path, config, globalConfig, results, unhandledErrorsDetailed, start, end }) {
  const count = (status) => results.filter((result) => result.status === status).length;
  const unhandled = unhandledErrorsDetailed.map((error) => formatExecError(error, config, globalConfig, path));
  const runtime = end - start;
  return {
    ...createEmptyTestResult(),
    failureMessage: [formatResultsErrors(results, config, globalConfig, path) ?? '', ...unhandled].join('\n') || null,
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    perfStats: {
      ...createEmptyTestResult().perfStats,
      start,
      end,
      runtime,
      slow: runtime / 1000 > config.slowTestThreshold,
    },
    testExecError: unhandled.length > 0 ? { message: '', stack: unhandled.join('\n') } : undefined,
    testFilePath: path,
    testResults: results,
  };
}
