import { setTimeout as pause } from 'node:timers/promises';
import { openOrderStream } from '../orders/order-stream-client.js';
import { openMortalService, type Point } from '../support/mortal-service.js';
import { query, urlOf } from '../support/postgres-service.js';
import { MID_PRICE, openTradingOverHttp, type HttpTradingSetup } from '../support/trading-over-http.js';

const ENV = { SANDBOX_LIQUIDITY: 'off' };

describe('resume of an order stream after kill -9 at a commit', () => {
  let service: Awaited<ReturnType<typeof openMortalService>>;
  let setup: HttpTradingSetup;
  beforeAll(async () => {
    service = await openMortalService();
    await service.begin('never', ENV);
    setup = await openTradingOverHttp(service.url, { accounts: 1, instruments: 1 });
    await service.stop();
  });
  afterAll(() => service.close());

  const countOrders = async (): Promise<unknown> =>
    (await query(await urlOf(service.dataDir), 'select count(*)::int as count from orders'))[0];

  it('agrees with the tables: what is committed is answered, and nothing else is executed', async () => {
    const [acctId, instrumentId] = [setup.accounts[0], setup.instruments[0]];
    const name = (round: number, n: number) => ({ acct_id: acctId, client_order_id: `round ${round}, order ${n}` });
    const terms = { side: 'Buy', time_in_force: 'GTC', limit_price: MID_PRICE, quantity: 1 };
    const outcomes: string[] = [];
    for (const [round, point] of (['after', 'before', 'during', 'after'] satisfies Point[]).entries()) {
      await service.begin(point, ENV);
      const client = await openOrderStream(service.url, { as: setup.token });
      const order = (n: number) => ({
        ...{ action_type: 'LimitOrderSub', instrument_id: instrumentId, ...terms },
        ...name(round, n),
      });
      const acknowledged = await client.ask('0', order(0));
      const dead = service.kill(point);
      await pause(20);
      for (let n = 1; n <= 10; n++) client.say({ id: String(n), action: order(n) });
      await dead;
      await client.closed;

      await service.begin('never', ENV);
      const again = await openOrderStream(service.url, { as: setup.token });
      const requests = Array.from({ length: 11 }, (_, n) => ({ id: String(n), ...name(round, n) }));
      const resumed = await again.resume(client.session.session, requests, { after: acknowledged.body.id });
      const executed = resumed.results.filter(({ outcome }) => outcome === 'answered');
      outcomes.push(...resumed.results.map(({ outcome }) => outcome));

      expect(resumed.known).toBe(false);
      expect(resumed.results[0]).toMatchObject({ outcome: 'answered', body: acknowledged.body });
      const copies = await Promise.all(executed.map(({ id }) => again.ask(`copy-${id}`, order(Number(id)))));
      expect(copies.map(({ status, body }) => [status, body])).toEqual(executed.map(({ body }) => [200, body]));
      expect(await countOrders()).toEqual({ count: outcomes.filter((outcome) => outcome === 'answered').length });
      await again.close();
      await service.stop();
    }

    expect(new Set(outcomes)).toEqual(new Set(['answered', 'not_executed']));
  }, 300_000);
});
