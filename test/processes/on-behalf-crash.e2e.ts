import { openMortalService, type Point } from '../support/mortal-service.js';
import { query, urlOf } from '../support/postgres-service.js';
import { tradingEnvironment, MID_PRICE, openTradingOverHttp } from '../support/trading-over-http.js';

const KEY = `Basic ${Buffer.from(`${tradingEnvironment.BOOTSTRAP_CLIENT_ID}:${tradingEnvironment.BOOTSTRAP_CLIENT_SECRET}`).toString('base64')}`;
const COUNTS = `select (select count(*) from journal where acting_user_id <> user_id and action_id is not null)::int as actions, (select count(*) from audit_entries where action = 'order.on_behalf')::int as entries`;

/** Each request is one action, so each action in the journal has one entry in the audit log. */
describe('order on behalf of a customer and kill -9 at its commit', () => {
  let service: Awaited<ReturnType<typeof openMortalService>>;
  let order: () => Promise<number>;
  const counts = async () => (await query(await urlOf(service.dataDir), COUNTS))[0];

  beforeAll(async () => {
    service = await openMortalService();
    await service.begin('never', { SANDBOX_LIQUIDITY: 'off' });
    const floor = await openTradingOverHttp(service.url, { accounts: 0, instruments: 1 });
    const ask = async (path: string, authorization: string, body: object | URLSearchParams) => {
      const isForm = body instanceof URLSearchParams;
      const answer = await fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { accept: 'application/json', authorization, ...(!isForm && { 'content-type': 'application/json' }) },
        body: isForm ? body : JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    const address = { line_1: '1 Main Street', line_2: '', city: 'Chicago', state: 'IL', zip: '60601', country: 'US' };
    const customer = (
      await ask('/users', KEY, {
        email: 'customer@example.test',
        first_name: 'Cara',
        last_name: 'Customer',
        password: 'correct horse battery staple',
        address,
      })
    ).body;
    const account = (
      await ask('/accounts', `Bearer ${floor.token}`, { owner_id: customer['id'], name: 'Hers', currency: 'USD' })
    ).body;
    const grant = {
      grant_type: 'password',
      username: tradingEnvironment.BOOTSTRAP_ADMIN_EMAIL,
      password: tradingEnvironment.BOOTSTRAP_ADMIN_PASSWORD,
      customer_id: String(customer['id']),
    };
    const token = String((await ask('/oauth/token', KEY, new URLSearchParams(grant))).body['access_token']);
    order = async () =>
      (
        await ask('/orderactions', `Bearer ${token}`, {
          action_type: 'LimitOrderSub',
          acct_id: account['id'],
          instrument_id: floor.instruments[0],
          side: 'Buy',
          time_in_force: 'GTC',
          limit_price: MID_PRICE,
          quantity: 1,
        })
      ).status;
  });
  afterAll(() => service.close());

  it('is in the journal and in the audit log, or in neither', async () => {
    expect([await order(), await counts()]).toEqual([201, { actions: 1, entries: 1 }]);
    await service.stop();

    let unanswered = 0;
    for (const point of ['after', 'before', 'during', 'after'] satisfies Point[]) {
      await service.begin(point, { SANDBOX_LIQUIDITY: 'off' });
      const dead = service.kill(point);
      await order().catch(() => (unanswered += 1));
      await dead;
    }
    await service.begin('never', { SANDBOX_LIQUIDITY: 'off' });
    const { actions, entries } = (await counts()) as { actions: number; entries: number };

    expect(unanswered).toBe(4);
    expect(actions).toBeGreaterThanOrEqual(3);
    expect(entries).toBe(actions);
  }, 240_000);
});
