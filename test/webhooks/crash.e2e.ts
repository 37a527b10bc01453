import { setTimeout as pause } from 'node:timers/promises';
import { idsOf } from '../support/webhooks.js';
import { waitUntil } from '../support/within.js';
import { openMortalService, type Point } from '../support/mortal-service.js';
import { openReceiver, type Receiver } from '../support/receiver.js';
import { type HttpTradingSetup, openTradingOverHttp } from '../support/trading-over-http.js';
import { Traders } from '../support/traders.js';
import { seed } from '../support/seed.js';

const env = {
  WEBHOOKS_ALLOW_PRIVATE: '1',
  WEBHOOKS_RETRY_SECONDS: '0.05,0.1,0.2,0.4,1,1,1,1,1,1,1,1,1',
  SANDBOX_LIQUIDITY: 'off',
};
const points: readonly Point[] = ['never', 'after', 'never'];

type Event = Readonly<{ id: string; acct_id: number }>;

/** Kills the service in the middle of its deliveries, and lets its successor go on. */
describe('webhooks of a service that is killed', () => {
  let service: Awaited<ReturnType<typeof openMortalService>>;
  let floor: HttpTradingSetup;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await openReceiver();
    service = await openMortalService();
    await service.begin('never', env);
    floor = await openTradingOverHttp(service.url, { accounts: 4, instruments: 2 });
  }, 120_000);
  afterAll(async () => {
    await service.close();
    await receiver.close();
  });

  const ask = async (path: string, body?: object) => {
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${floor.token}`,
      ...(body && { 'content-type': 'application/json' }),
    };
    const answer = await fetch(`${service.url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return {
      said: (await answer.json()) as unknown,
      next: /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1],
    };
  };
  /** Everything that ever happened, as /events has it. */
  const everything = async (): Promise<Event[]> => {
    const events: Event[] = [];
    for (let path: string | undefined = '/events?per_page=1000'; path !== undefined;) {
      const { said, next }: Awaited<ReturnType<typeof ask>> = await ask(path);
      events.push(...(said as Event[]));
      path = next;
    }
    return events;
  };
  const messageIdOf = ({ id }: Event): string => `evt_${id.replaceAll('.', '-')}`;

  it(`continue with pending deliveries: nothing is missing, and each account is in order (seed ${seed})`, async () => {
    const before = new Set((await everything()).map(({ id }) => id));
    await ask('/webhooks', { url: receiver.url, acct_ids: floor.accounts });
    receiver.answer(async (_received, response) => {
      await pause(10);
      if (receiver.received.length % 7 === 0) response.destroy();
      else response.writeHead(204).end();
    });
    const crowd = new Traders([service.url], floor, seed, []);
    crowd.begin(4);
    for (const [n, point] of points.entries()) {
      const many = receiver.received.length + 60;
      await waitUntil(() => receiver.received.length >= many, 60_000);
      await service.kill(n === 0 ? 'never' : (points[n - 1] ?? 'never'));
      await service.begin(point, env);
    }
    await crowd.finish();
    const delivered = (await everything()).filter(
      (event) => !before.has(event.id) && floor.accounts.includes(event.acct_id),
    );
    const all = new Set(delivered.map(messageIdOf));
    await waitUntil(() => idsOf(receiver.received).length >= all.size, 90_000);
    const arrived = idsOf(receiver.received);

    expect({
      seed,
      missing: [...all].filter((id) => !arrived.includes(id)),
      strange: arrived.filter((id) => !all.has(id)),
    }).toEqual({ seed, missing: [], strange: [] });
    for (const acctId of floor.accounts) {
      const expected = delivered.filter((event) => event.acct_id === acctId).map(messageIdOf);
      expect(arrived.filter((id) => expected.includes(id))).toEqual(expected);
    }
    expect(delivered.length).toBeGreaterThan(100);
  }, 240_000);

  it('repeat nothing after a graceful stop', async () => {
    receiver.answer(async (_received, response) => {
      await pause(300);
      response.writeHead(204).end();
    });
    await pause(500);
    receiver.received.length = 0;
    const [acctId] = floor.accounts;
    await ask('/orderactions', {
      action_type: 'LimitOrderSub',
      acct_id: acctId,
      instrument_id: floor.instruments[0],
      side: 'Buy',
      time_in_force: 'GTC',
      limit_price: 4000,
      quantity: 1,
    });
    await receiver.until(1);
    await service.stop();
    await service.begin('never', env);
    await pause(1_000);

    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toHaveLength(1);
  }, 60_000);
});
