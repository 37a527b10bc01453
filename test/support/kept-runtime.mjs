/** What loads modules, kept from one test file to the next together with the environment that is kept: see kept-environment.mjs. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/* Jest's own, in jest's own version. */
const ofJest = createRequire(createRequire(import.meta.url).resolve('jest'));
const { default: Runtime } = ofJest('jest-runtime');

/* Where jest's own modules note in the context what belongs to one test file: who hears of its events, how often it is tried again. */
const notes = [
  'EVENT_HANDLERS',
  'RETRY_TIMES',
  'RETRY_IMMEDIATELY',
  'WAIT_BEFORE_RETRY',
  'LOG_ERRORS_BEFORE_RETRY',
  'TEST_TIMEOUT_SYMBOL',
];

let kept = null;

class KeptRuntime extends Runtime {
  constructor(config, environment, ...rest) {
    if (kept && environment.isKept) {
      kept.turnTo(rest[4]);
      return kept;
    }
    super(config, environment, ...rest);
    if (environment.isKept) kept = this;
  }

  turnTo(testPath) {
    this._testPath = testPath;
    this.esmLoader.testPath = testPath;
    this.testState.state = 'loading';
  }

  teardown() {
    if (this === kept) this.forget();
    else super.teardown();
  }

  /** The test file and jest's own modules; whatever a test has mocked or spied upon is itself again. */
  forget() {
    this.restoreAllMocks();
    this.registries.esModuleRegistry.delete(pathToFileURL(this._testPath).href);
    this.registries.moduleRegistry.delete(this._testPath);
    this.registries.internalModuleRegistry.clear();
    this.jestGlobals.clearJestObjectCache();
    const { global } = this._environment;
    for (const name of notes) delete global[Symbol.for(name)];
    forgetMatchers(global[Symbol.for('$$jest-matchers-object')]);
  }
}

/** It cannot be taken out of the context, but emptied; the next file's `expect` puts its own matchers in. */
function forgetMatchers(object) {
  for (const name of Object.keys(object?.matchers ?? {})) delete object.matchers[name];
  object?.customEqualityTesters.splice(0);
}

/* Jest asks for it by `require`. */
export { KeptRuntime as 'module.exports' };
