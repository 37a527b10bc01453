/**
 * Runs each test file in a plain Node process: jest's own runner gives every file a context of its own and loads all 2,900 modules of the
 * service into it. Here the files of a worker share its modules, which hold no state between two applications, because one process
 * opens many of them anyway. Expectations, hooks, time limits and reports are jest's. Decision 0066.
 */
import { fileURLToPath } from 'node:url';
import { CallbackTestRunner } from 'jest-runner';
import { Worker } from 'jest-worker';
import { sortLongestFirst } from './longest-first.mjs';

const workerPath = fileURLToPath(new URL('./worker.mjs', import.meta.url));
/** Applications create many short-lived objects: a large young generation is collected seldom, and few of them are copied. */
const HEAP_OPTIONS = ['--min-semi-space-size=32', '--max-semi-space-size=64'];
/** The time that a busy worker may take to exit. */
const EXIT_TIMEOUT_MS = 10_000;

/** PostgreSQL takes some seconds to begin, and the contract of a fresh clone ten; these files, which need neither, run meanwhile. */
const needsNoPreparation = ({ path, context }) =>
  /^\/(?:src\/(?!openapi\/)|test\/engine\/|test\/exchange\/simulator)/.test(path.slice(context.config.rootDir.length));

const typescriptUrl = new URL('../support/typescript.mjs', import.meta.url).href;

export default class NodeTestRunner extends CallbackTestRunner {
  // eslint-disable-next-line kontor/few-parameters -- jest calls it
  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const { maxWorkers } = this._globalConfig;
    const workers = new Worker(workerPath, {
      exposedMethods: ['runTestFile'],
      forkOptions: { stdio: 'pipe', execArgv: ['--no-warnings', ...HEAP_OPTIONS, `--import=${typescriptUrl}`] },
      maxRetries: 0,
      numWorkers: maxWorkers,
      workerGracefulExitTimeout: EXIT_TIMEOUT_MS,
    });
    workers.getStdout()?.pipe(process.stdout);
    workers.getStderr()?.pipe(process.stderr);

    const queue = sortLongestFirst(tests);
    let environment = null;
    const preparation = Promise.resolve(globalThis.testEnvironment ?? {}).then((prepared) => (environment = prepared));
    preparation.catch(() => undefined);
    const take = async () => {
      const meanwhile = environment ? -1 : queue.findIndex(needsNoPreparation);
      if (meanwhile >= 0) return queue.splice(meanwhile, 1)[0];
      await preparation;
      return queue.shift();
    };
    const runQueue = async () => {
      for (let test = await take(); test !== undefined && !watcher.isInterrupted(); test = await take()) {
        await onStart(test);
        const { path, context } = test;
        const file = { path, config: context.config, globalConfig: this._globalConfig, environment };
        await workers.runTestFile(file).then(
          (result) => onResult(test, result),
          (error) => onFailure(test, error),
        );
      }
    };
    await Promise.all(Array.from({ length: maxWorkers }, runQueue));

    const { forceExited } = await workers.end();
    if (forceExited) throw new Error('A worker did not exit: a test left a timer, a connection or a process behind.');
  }
}
