/**
 * Files that take long begin first, so that no worker still runs one when the others have nothing left. Jest itself goes by the times of
 * an earlier run, or by the size of a file, and the longest file is a small one. What is not listed keeps jest's order.
 */
const longest = [
  'test/browser/states/states.e2e.ts',
  'test/browser/accounts.e2e.ts',
  'test/browser/orders.e2e.ts',
  'test/browser/live.e2e.ts',
  'test/browser/market-desk.e2e.ts',
  'test/browser/every-page.e2e.ts',
  'test/database/outage.e2e.ts',
  'test/browser/flows.e2e.ts',
  'test/openapi/lint.e2e.ts',
  'test/fuzz/identity.e2e.ts',
  'test/browser/administration.e2e.ts',
  'test/oauth/races.e2e.ts',
  'test/browser/market.e2e.ts',
  'test/http/connections.e2e.ts',
  'test/matrix/identity.e2e.ts',
  'test/matrix/trading.e2e.ts',
  'test/matrix/matrix.e2e.ts',
  'test/matrix/instruments.e2e.ts',
  'test/commands/rotate-key.e2e.ts',
  'test/browser/market-live.e2e.ts',
  'test/database/full-disk.e2e.ts',
  'test/database/backup.e2e.ts',
  'test/processes/fault.e2e.ts',
];

const rankOf = ({ path }) => {
  const rank = longest.findIndex((file) => path.endsWith(`/${file}`));
  return rank === -1 ? longest.length : rank;
};

export const sortLongestFirst = (tests) => tests.toSorted((one, other) => rankOf(one) - rankOf(other));
