import fc from 'fast-check';
import type { Request } from '../support/matrix-walk.js';
import { createKey, people } from '../support/people.js';
import { seed } from '../support/seed.js';
import { stopwatch } from '../support/set-clock.js';
import { openTestApp, type TestApp } from '../support/test-app.js';
import { basic } from '../support/token-endpoint.js';
import { tradingFloor } from '../support/trading-floor.js';
import { volume } from '../support/volume.js';
import { breakage, broken } from './mutations.js';

const REQUESTS = volume({ daily: 800, ci: 2_000, long: 10_000 });

const env = {
  RATE_LIMIT_USER: '100000',
  RATE_LIMIT_KEY: '100000',
  RATE_LIMIT_ANONYMOUS: '100000',
  OAUTH_REQUESTS_PER_SECOND: '100000',
};

type Side = Readonly<{ testApp: TestApp; requests: readonly Request[] }>;

/** A venue with the same ids on each side, and requests that every endpoint takes. */
async function openSide(isRouted: boolean): Promise<Side> {
  const testApp = await openTestApp({ env, isRouted });
  const market = await tradingFloor(testApp);
  const [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
  const [account, other] = [await market.account(ada), await market.account(bob)];
  const key = await createKey(testApp, ada.id, { grantTypes: ['client_credentials', 'password', 'refresh_token'] });
  const request = (
    line: string,
    headers: Readonly<Record<string, string>>,
    body: Request['body'] = null,
    accept = 'application/json',
  ): Request => {
    const [method = '', url = ''] = line.split(' ');
    return { method, url, accept, headers, body };
  };
  const as = (token: string) => ({ authorization: `Bearer ${token}` });
  const limit = {
    ...{ action_type: 'LimitOrderSub', acct_id: account, instrument_id: market.instrumentId, side: 'Buy' },
    ...{ quantity: 2, limit_price: 6700, time_in_force: 'GTC' },
  };
  const sell = { ...limit, acct_id: other, side: 'Sell', quantity: 1 };
  const board = `GET /marketdata?instrument_ids=${market.instrumentId}&sides=Buy&sides=Sell&sides=Last`;
  const form = { authorization: basic(key), 'content-type': 'application/x-www-form-urlencoded' };
  return {
    testApp,
    requests: [
      request('POST /orderactions', as(ada.token), limit),
      request('POST /orderactions', as(bob.token), sell),
      request('POST /orderactions', as(ada.token), { ...limit, client_order_id: 'one', tag: 'desk' }),
      request('POST /orderactions', as(ada.token), { action_type: 'OrderCancellation', order_id: 3 }),
      request('POST /orderactions', as(ada.token), { actions: [limit, { ...limit, limit_price: 6700.1 }] }),
      request('POST /orderactions', { ...as(bob.token), 'idempotency-key': 'a' }, limit),
      request('POST /orderactions', as('unknown'), limit),
      request(board, as(ada.token)),
      request(board, as(ada.token), null, 'text/csv'),
      request(board, {}, null, 'text/html'),
      request('POST /oauth/token', form, { grant_type: 'client_credentials' }),
      request('POST /oauth/token', form, { grant_type: 'password', username: 'nobody@example.test', password: 'x' }),
      request('POST /oauth/token', { ...form, 'idempotency-key': 'b' }, { grant_type: 'client_credentials' }),
    ],
  };
}

/** What differs between two requests at any time: ids that are drawn, times, and what is sealed. */
const mask = (text: string): string =>
  text
    .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'UUID')
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z| UTC)/g, 'TIME')
    .replace(/"client_id":"\w+"/g, '"client_id":"ID"')
    .replace(/\.[\w-]{22}(?=[>"&])/g, '.SIGNATURE')
    .replace(/([=:"])[\w.-]{40,}/g, '$1SEALED');

async function answer({ testApp, requests }: Side, base: number, mutations: Parameters<typeof broken>[1]) {
  const { payload, ...request } = broken(requests[base] as Request, mutations);
  const response = await testApp.app.inject({
    ...request,
    method: request.method as 'GET',
    ...(payload && { payload }),
  });
  const headers = { ...response.headers, date: '' };
  return { status: response.statusCode, headers: mask(JSON.stringify(headers)), body: mask(response.body) };
}

describe('routes that are called without the router of Nest', () => {
  let sides: readonly [direct: Side, routed: Side];
  beforeAll(async () => {
    sides = [await openSide(false), await openSide(true)];
    stopwatch.hold();
  });
  afterAll(async () => {
    stopwatch.runOn();
    for (const { testApp } of sides) await testApp.close();
  });

  it.each(['POST /orderactions', 'GET /marketdata', 'POST /oauth/token'])(
    'have a handler of their own: %s',
    (route) => {
      const [direct, routed] = sides.map(({ testApp }) => String(testApp.handlers.get(route)));
      expect(routed).toContain('=>');
      expect(direct).not.toBe(routed);
    },
  );

  it(`answer ${REQUESTS} mutated requests with the same bytes as through it`, async () => {
    const statuses = new Map<number, number>();
    const successes = new Set<string>();
    const [direct, routed] = sides;
    await fc.assert(
      fc.asyncProperty(breakage(direct.requests.length), async ({ base, mutations }) => {
        const [one, other] = await Promise.all([answer(direct, base, mutations), answer(routed, base, mutations)]);
        if (one.body !== other.body) expect(one.body.split('\n')).toEqual(other.body.split('\n'));
        expect(one).toEqual(other);
        statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1);
        if (one.status < 300) successes.add(direct.requests[base]?.url.split('?')[0] ?? '');
      }),
      { seed, numRuns: REQUESTS, endOnFailure: true },
    );
    expect([...successes].sort()).toEqual(['/marketdata', '/oauth/token', '/orderactions']);
    expect([200, 201, 303, 400, 401, 404, 405, 409, 415].filter((status) => !statuses.has(status))).toEqual([]);
  }, 600_000);
});
