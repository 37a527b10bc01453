/**
 * Jest gives every test file a context of its own, and loads all modules into it anew: some 2900 of them and two seconds before a
 * house has opened, three hundred times. Here the files of a worker share one context, and the modules of the service with it. They
 * hold nothing that a test app would leave in them, as one process opens many test apps anyway. What a test file holds itself, and jest's
 * own modules, are new for every file. A file that needs all of it new says so in its first comment: `@jest-environment node`.
 */
import { createRequire } from 'node:module';

/* Jest's own, in jest's own version. */
const ofJest = createRequire(createRequire(import.meta.url).resolve('jest'));
const { TestEnvironment } = ofJest('jest-environment-node');

let kept = null;

/** Watch mode changes modules between two runs in one process, and wants them new. */
const isWatched = ({ watch, watchAll }) => watch || watchAll;

class KeptEnvironment extends TestEnvironment {
  isKept = false;

  constructor(config, context) {
    if (kept) return kept;
    super(config, context);
    if (isWatched(config.globalConfig)) return;
    this.isKept = true;
    kept = this;
  }

  async teardown() {
    if (!this.isKept) await super.teardown();
  }
}

export default KeptEnvironment;
