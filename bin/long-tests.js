/*
 * The tests that take longer than anybody wants to wait for at every change have commands of their own. `npm test` leaves out the first
 * two lists, and looks at a part of what is random in the third. `.ci/run` sees the second list before anything lands, by
 * `npm run test:ci`, which also repeats the last list with more of what is random; `npm run test:long` has the first list.
 */
export const leftOut = [
  'test/browser/live-outage',
  'test/commands/rotate-key',
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
  'test/faults/tokens',
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
  'test/processes/snapshots',
  'test/processes/start',
  'test/processes/stop-under-load',
  'test/database/external',
  'test/database/processes',
  'test/database/service-role',
  'test/webhooks/crash',
];

/** Whatever goes through every page, every endpoint as every role or every fault of a file or connection, or waits for most of its time. */
export const leftToCi = [
  'test/browser/states/states',
  'test/commands/users-and-keys',
  'test/database/backup',
  'test/database/full-disk',
  'test/database/outage',
  'test/exchange/snapshots',
  'test/exchange/verified-points',
  'test/exchange/verify-since-last',
  'test/http/connections',
  'test/http/tls',
  'test/machine/construct-rules',
  'test/marketmaker/market-activity',
  'test/matrix/identity',
  'test/matrix/instruments',
  'test/matrix/matrix',
  'test/matrix/trading',
  'test/oauth/timing',
  'test/processes/fault',
];

export const shortened = [
  'test/browser/states/states',
  'test/engine/differential',
  'test/events/resume',
  'test/exchange/simulator',
  'test/fuzz/direct-routes',
  'test/fuzz/identity',
  'test/oauth/races',
  'test/orders/duplicate-submissions',
  'test/orders/preview',
];

export const enlarged = [
  'test/engine/differential',
  'test/events/resume',
  'test/exchange/simulator',
  'test/fuzz/identity',
  'test/oauth/races',
  'test/orders/duplicate-submissions',
];
