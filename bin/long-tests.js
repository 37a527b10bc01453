/*
 * The tests that take longer than anybody wants to wait for at every change have a command of their own, `npm run test:long`.
 * `npm test` leaves out the first list, and looks at a part of what is random in the second.
 */
export const leftOut = [
  'test/browser/live-outage',
  'test/faults/clock',
  'test/faults/database-outages',
  'test/faults/disk-full',
  'test/faults/failing-fsync',
  'test/faults/fairness',
  'test/faults/hung-writer',
  'test/faults/idempotency',
  'test/faults/kills',
  'test/faults/large-commands',
  'test/faults/overload',
  'test/faults/power-cuts',
  'test/http/csv-downloads',
  'test/judges/authlib',
  'test/machine/recipe.e2e',
  'test/machine/test-runner',
  'test/matrix/host-header',
  'test/processes/before-the-first-start',
  'test/processes/cli',
  'test/processes/clock',
  'test/processes/damaged-files',
  'test/processes/events-crash',
  'test/processes/notice',
  'test/processes/on-behalf-crash',
  'test/processes/order-stream-crash',
  'test/processes/one-service',
  'test/processes/outage-log',
  'test/processes/refusals',
  'test/processes/rotate-key-crash',
  'test/processes/start',
  'test/processes/stop-under-load',
  'test/database/external',
  'test/database/processes',
  'test/database/service-role',
  'test/webhooks/crash',
];

export const shortened = [
  'test/browser/states/states',
  'test/engine/differential',
  'test/fuzz/identity',
  'test/oauth/races',
  'test/orders/duplicate-submissions',
];
