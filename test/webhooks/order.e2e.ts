import { setTimeout as pause } from 'node:timers/promises';
import { chanceOf } from '../engine/random-lines.js';
import { people } from '../support/people.js';
import { type ReceivedRequest, verifySignature } from '../support/receiver.js';
import { type WebhookApp, idsOf, openWebhookApp } from '../support/webhooks.js';
import { waitUntil } from '../support/within.js';
import { seed } from '../support/seed.js';

/** Accounts that trade, and the steps that each of their owners takes. */
const ACCOUNTS = 4;
const STEPS = 15;

const idOf = ({ headers }: ReceivedRequest): string => headers['webhook-id'] ?? '';

describe('the order of deliveries', () => {
  let hooks: WebhookApp;
  const chance = chanceOf(seed);
  const attempts =
    '0.01,0.01,0.01,0.01,0.01,0.01,0.01,0.01,0.01,0.01,0.01,0.01,0.01,0.01,0.01,0.01,0.01,0.01,0.01,0.01';
  beforeAll(async () => (hooks = await openWebhookApp({ WEBHOOKS_RETRY_SECONDS: attempts })));
  afterAll(() => hooks.close());

  it(`is kept for each account at a receiver that fails at random, and at two webhooks (seed ${seed})`, async () => {
    const { floor, receiver } = hooks;
    const ada = await people.ada(hooks.testApp);
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => floor.account(ada)));
    const [one, other] = [
      await hooks.as(ada.token).hook(),
      await hooks.as(ada.token).hook({ url: `${receiver.url}/other` }),
    ];
    const before = new Set((await hooks.published(accounts)).map(({ id }) => id));
    // A user who has taken a message may still cut the connection: then it comes again.
    const taken = new Map<string, ReceivedRequest[]>([
      ['/events', []],
      ['/events/other', []],
    ]);
    receiver.answer(async (received, response) => {
      await pause(chance(6));
      const way = chance(8);
      if (way > 3 || way === 3) taken.get(received.path)?.push(received);
      if (way === 0) response.writeHead(500).end();
      else if (way === 1) response.writeHead(429, { 'retry-after': '0' }).end();
      else if (way < 4) response.destroy();
      else response.writeHead(200).end();
    });
    await Promise.all(
      accounts.map(async (acctId) => {
        for (let step = 0; step < STEPS; step++)
          await floor.act(
            ada.token,
            floor.limit(acctId, {
              side: chance(2) === 0 ? 'Buy' : 'Sell',
              limit_price: 6700 + chance(3),
              quantity: 1 + chance(3),
            }),
          );
      }),
    );
    const delivered = (await hooks.published(accounts)).filter(({ id }) => !before.has(id));
    const all = new Set(delivered.map(({ id }) => id)).size;
    await waitUntil(() => [...taken.values()].every((received) => new Set(received.map(idOf)).size >= all), 60_000);

    expect(delivered.length).toBeGreaterThan(ACCOUNTS * STEPS);
    for (const [path, received] of taken) {
      const arrived = idsOf(received);
      expect({
        seed,
        path,
        count: arrived.length,
        missing: delivered.filter(({ id }) => !arrived.includes(id)),
      }).toEqual({ seed, path, count: all, missing: [] });
      for (const acctId of accounts) {
        const expected = delivered.filter((event) => event.acctId === acctId).map(({ id }) => id);
        expect({ seed, path, acctId, order: arrived.filter((id) => expected.includes(id)) }).toEqual({
          seed,
          path,
          acctId,
          order: expected,
        });
        // Not only when they first came: nothing came again after what followed it.
        const turns = received.map((one) => expected.indexOf(idOf(one))).filter((turn) => turn >= 0);
        expect(turns).toEqual([...turns].sort((a, b) => a - b));
      }
    }
    for (const received of taken.get('/events')?.slice(0, 50) ?? [])
      expect(verifySignature(received, one.secret).type).toEqual(expect.any(String));
    for (const received of taken.get('/events/other')?.slice(0, 50) ?? [])
      expect(verifySignature(received, other.secret).type).toEqual(expect.any(String));
    expect(hooks.receiver.most()).toBeGreaterThan(2);
  }, 90_000);

  it('lets accounts continue independently, at most eight at once', async () => {
    const { floor, receiver } = hooks;
    const bob = await people.bob(hooks.testApp);
    const accounts = await Promise.all(Array.from({ length: 12 }, () => floor.account(bob)));
    // A path of its own: messages of the test before come again where a connection was cut.
    const hook = await hooks
      .as(bob.token)
      .hook({ url: `${receiver.url}/independent`, event_types: ['order.accepted'] });
    const received = () => receiver.received.filter(({ path }) => path === '/events/independent');
    const [stuck = 0] = accounts;
    const acctOf = (body: string): unknown => (JSON.parse(body) as { data: { acct_id: number } }).data.acct_id;
    let [now, most] = [0, 0];
    const [others, full] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    receiver.answer(async ({ body, path }, response) => {
      if (path !== '/events/independent') return void response.writeHead(204).end();
      most = Math.max(most, ++now);
      // Were there no limit, a ninth would come while eight wait.
      if (most === 8) setTimeout(full.resolve, 150);
      await (acctOf(body) === stuck ? others.promise : full.promise);
      now--;
      response.writeHead(204).end();
    });
    for (let n = 0; n < 2; n++)
      await Promise.all(accounts.map((acctId) => floor.act(bob.token, floor.limit(acctId, { limit_price: 10 }))));
    await waitUntil(() => received().length >= 23);
    await pause(50);
    const sofar = received().filter(({ body }) => acctOf(body) === stuck).length;
    others.resolve(undefined);
    await waitUntil(async () => (await hooks.as(bob.token).deliveries(hook.id, '&status=Delivered')).length === 24);

    expect([sofar, most]).toEqual([1, 8]);
  });
});
