import { HealthHistoryService } from '../../src/administration/health-history.service.js';
import type { TestApp } from './test-app.js';

/** Ends an interval of the health's history now. */
export const endHealthInterval = (testApp: TestApp): Promise<void> =>
  testApp.app.get(HealthHistoryService, { strict: false }).record();
