/**
 * Files that take long begin first, so that no worker still runs one when the others have nothing left. Jest itself goes by the times of
 * an earlier run, or by the size of a file, and the longest file is a small one. What is not listed keeps jest's order.
 */
const longest = [
  'test/exchange/simulator.spec.ts',
  'test/browser/states/states.e2e.ts',
  'test/browser/accounts.e2e.ts',
  'test/browser/orders.e2e.ts',
  'test/database/outage.e2e.ts',
  'test/browser/live.e2e.ts',
  'test/browser/market-desk.e2e.ts',
  'test/matrix/trading.e2e.ts',
  'test/commands/rotate-key.e2e.ts',
  'test/matrix/matrix.e2e.ts',
  'test/browser/every-page.e2e.ts',
  'test/matrix/identity.e2e.ts',
  'test/exchange/projection.e2e.ts',
  'test/browser/flows.e2e.ts',
  'test/events/resume.e2e.ts',
  'test/marketmaker/market-activity.e2e.ts',
  'test/http/connections.e2e.ts',
  'test/browser/administration.e2e.ts',
  'test/orders/stream-ends.e2e.ts',
  'test/commands/users-and-keys.e2e.ts',
  'test/browser/market.e2e.ts',
  'test/oauth/races.e2e.ts',
  'test/exchange/verify.e2e.ts',
  'test/http/rate-limits.e2e.ts',
  'test/database/backup.e2e.ts',
  'test/exchange/days.e2e.ts',
  'test/browser/market-live.e2e.ts',
  'test/http/tls.e2e.ts',
  'test/marketdata/stream-subscribers.e2e.ts',
  'test/browser/ticket-in-place.e2e.ts',
  'test/events/ends.e2e.ts',
  'test/processes/fault.e2e.ts',
  'test/browser/profile.e2e.ts',
  'test/orders/preview.e2e.ts',
  'test/browser/sign-in.e2e.ts',
  'test/browser/docs.e2e.ts',
  'test/marketdata/bars.e2e.ts',
];

const rankOf = ({ path }) => {
  const rank = longest.findIndex((file) => path.endsWith(`/${file}`));
  return rank === -1 ? longest.length : rank;
};

export const sortLongestFirst = (tests) => tests.toSorted((one, other) => rankOf(one) - rankOf(other));
