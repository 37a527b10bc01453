import { HealthHistoryRecorder } from '../../src/administration/health-history.provider.js';
import type { TestApp } from './test-app.js';

/** Ends an interval of the health's history now. */
export const endHealthInterval = (testApp: TestApp): Promise<void> =>
  testApp.app.get(HealthHistoryRecorder, { strict: false }).record();
