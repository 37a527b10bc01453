import { HealthHistoryRecorder } from '../../src/administration/health-history.provider.js';
import { Metrics } from '../../src/telemetry/metrics.js';
import type { TestApp } from './test-app.js';
import { waitUntil } from './within.js';

/** Ends an interval of the health's history now. */
export const endHealthInterval = (testApp: TestApp): Promise<void> =>
  testApp.app.get(HealthHistoryRecorder, { strict: false }).record();

/** Requests whose time was measured until now, once none is in progress. */
export async function countTimedRequests(testApp: TestApp): Promise<number> {
  const metrics = testApp.app.get(Metrics, { strict: false });
  await waitUntil(async () => (await metrics.getRequestMetrics()).inFlight === 0);
  return metrics.requestTimes.count;
}
