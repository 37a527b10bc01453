import fc from 'fast-check';
import { callers, type Role } from '../support/callers.js';
import { FailingTestController } from '../support/guarded-test.controller.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { open, type Row } from '../support/matrix.js';
import { type Request, requestTo } from '../support/matrix-walk.js';
import { breakage, broken, oversized } from './mutations.js';
import { volume } from '../support/volume.js';
import { matrixRows } from '../matrix/matrix-rows.js';
import { users } from '../matrix/users.js';
import { seed } from '../support/seed.js';

/** How many requests; raise it for an afternoon's search. */
const REQUESTS = volume({ daily: 150, ci: 1_000, long: 10_000 });

/** Requests are sent so many at once, and the people behind them are replaced so often: some of what they send disarms them. */
const AT_ONCE = 8;
const ROUNDS = volume({ daily: 1, ci: 1, long: 5 });

/** What some of them are answered. */
const STATUSES = [200, 201, 302, 303, 400, 401, 403, 404, 405, 413, 415];

const SENDERS: readonly Role[] = ['a customer', 'an administrator', 'a key alone', 'a session that asks for a page'];

/** Only what waits for its turn at a password may be answered so (503). */
const BUSY = /"(?:code|error)":"(?:passwords_busy|temporarily_unavailable)"|passwords_busy/;

async function createRequests(testApp: TestApp, rows: readonly Row[]): Promise<Request[]> {
  const requests: Request[] = [];
  for (const row of rows) {
    const requestsOfRow = SENDERS.map(async (role) => {
      const sender = await callers[role](testApp);
      return requestTo(testApp, row, { comer: sender, object: (await row.object?.make(testApp, sender.person)) ?? '' });
    });
    requests.push(...(await Promise.all(requestsOfRow)));
  }
  return requests;
}

/** Sends broken requests until one is answered as none may be; every answer is held against the description as it comes. */
async function fuzz(
  testApp: TestApp,
  rows: readonly Row[],
  { requests: count, seed }: Readonly<{ requests: number; seed: number }>,
) {
  const statuses = new Map<number, number>();
  const bases = await createRequests(testApp, rows);
  const property = fc.asyncProperty(
    fc.array(breakage(bases.length), { minLength: AT_ONCE, maxLength: AT_ONCE }),
    async (volley) => {
      await Promise.all(
        volley.map(async ({ base, mutations }) => {
          const { method, url, ...sent } = broken(bases[base] as Request, mutations);
          const response = await testApp.request(method as 'GET', url, { accept: null, ...sent });
          statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
          if (response.statusCode >= 500 && !(response.statusCode === 503 && BUSY.test(response.body)))
            throw new Error(
              `${method} ${url} ${JSON.stringify(sent)} answered ${response.statusCode}: ${response.body}`,
            );
        }),
      );
    },
  );
  // Some answers only the endpoints of OAuth give, and bodies that are too large are rare: the first requests are of these.
  const oauthVolley = bases.flatMap(({ url }, base) => (url.startsWith('/oauth/') ? [{ base, mutations: [] }] : []));
  const oversizedVolley = bases
    .flatMap(({ body }, base) => (body === null ? [] : [{ base, mutations: [oversized] }]))
    .slice(0, AT_ONCE);
  // Nothing is made smaller: the answer names the one request that it is about.
  await fc.assert(property, {
    seed,
    numRuns: Math.ceil(count / AT_ONCE),
    examples: [[oauthVolley], [oversizedVolley]],
    interruptAfterTimeLimit: 600_000,
    markInterruptAsFailure: true,
    includeErrorInReport: true,
    endOnFailure: true,
  });
  return statuses;
}

describe('whatever is sent to the endpoints of identity', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  it(`is answered as the description says, and never with a 500, in ${REQUESTS} requests`, async () => {
    const statusCounts = new Map<number, number>();
    for (let round = 0; round < ROUNDS; round++) {
      for (const [status, times] of await fuzz(testApp, matrixRows, {
        requests: REQUESTS / ROUNDS,
        seed: seed + round,
      }))
        statusCounts.set(status, (statusCounts.get(status) ?? 0) + times);
    }

    const total = [...statusCounts.values()].reduce((sum, times) => sum + times, 0);
    const successful = [...statusCounts]
      .filter(([status]) => status < 400 && status !== 303)
      .reduce((sum, [, times]) => sum + times, 0);
    expect(total).toBeGreaterThanOrEqual(REQUESTS);
    expect(STATUSES.filter((status) => !statusCounts.has(status))).toEqual([]);
    expect(successful / total).toBeGreaterThan(0.15);
  }, 600_000);

  it('would be found wanting: a fault, and an answer that is not described', async () => {
    const fragileApp = await openTestApp({ controllers: [FailingTestController] });
    const undescribedApp = await openTestApp({
      describe: (document) => JSON.parse(JSON.stringify(document).replaceAll('"415":', '"416":')) as typeof document,
    });
    const row: Row = {
      endpoint: 'POST /fragile-endpoints',
      statuses: open(201),
      send: () => ({ body: { word: 'porcelain' } }),
    };

    await expect(fuzz(fragileApp, [row], { requests: 2000, seed: 1 })).rejects.toThrow(
      /POST \/fragile-endpoints .* answered 500/s,
    );
    await expect(fuzz(undescribedApp, users, { requests: 2000, seed: 1 })).rejects.toThrow(
      /answered 415: the status is not described/,
    );
    await fragileApp.close();
    await undescribedApp.close();
  }, 600_000);
});
