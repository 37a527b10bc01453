import { CleanUpService } from '../../src/auth/clean-up.service.js';
import type { TestApp } from './test-app.js';

/** Removes expired rows now, in batches of a size; gives how many went. */
export const cleanUp = (testApp: TestApp, batch: number): Promise<number> =>
  testApp.app.get(CleanUpService, { strict: false }).run(batch);
