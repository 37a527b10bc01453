import { ConsentsService } from '../../src/auth/oauth/authorize/consents.service.js';
import { SessionsService } from '../../src/auth/sessions/sessions.service.js';
import type { TestApp } from './test-app.js';
import { createKey, issueToken, people } from './people.js';
import type { Names } from './page-fixture.js';

type Volume = Readonly<Record<'keys' | 'webhooks' | 'deliveries', number>>;

const HOOK = 'https://books.example.test/kontor/events';

/** Keys, applications, browsers, webhooks and what was sent to them; and what was written down of it. */
export async function fillProfile(
  testApp: TestApp,
  owner: Readonly<{ id: number }>,
  { keys, webhooks, deliveries }: Volume,
): Promise<Names> {
  const run: Run = (statement, values) => testApp.orm.em.fork().execute(statement, [...values]);
  const key = await keysOf(testApp, owner.id, keys);
  const hooks = await hooksOf(testApp, { ownerId: owner.id, key, count: webhooks });
  const [webhook = 0] = hooks;
  const delivery = await deliver(run, {
    webhook: (deliveries === 0 ? hooks.at(-1) : webhook) ?? 0,
    count: Math.max(1, deliveries),
  });
  await applicationsOf(testApp, owner.id, keys);
  const { clientId: application } = await createKey(testApp, (await people.bob(testApp)).id, {
    name: 'Books of the back office',
    redirectUris: ['https://app.example.test/callback'],
  });
  return { application, key, webhook, delivery, ...(await watchedBy(run, owner.id, keys)) };
}

/** Watchlists, and alerts in every state, whose messages are older than any page. Gives the first of each. */
async function watchedBy(run: Run, ownerId: number, count: number): Promise<Names> {
  const statement = `
    insert into alerts (user_id, kind, instrument_id, side, direction, price, note, repeat, state, since, triggers, notice, triggered_at, triggered_price, triggered_instrument_id, created_at)
    select ?, 'Price', i.id, (array['Last', 'Buy', 'Sell'])[1 + n % 3], 'Above', 999999 + n, 'Take profit ' || n, n % 2 = 0, s, 0, t, nullif(t, 0) * (n - 1000), case t when 1 then now() end, case t when 1 then 999999 + n end, case t when 1 then i.id end, now()
    from generate_series(1, ?) n, lateral (select (array['Active', 'Cancelled', 'Triggered'])[1 + n % 3] s, case n % 3 when 2 then 1 else 0 end t) state, (select min(id) id from instruments) i
    returning id`;
  const [alert] = (await run(statement, [ownerId, count * 4])) as { id: string }[];
  return { watchlist: await watchlistsOf(run, ownerId, Math.min(count, 20)), alert: Number(alert?.id) };
}

/** Gives the first of them. */
async function watchlistsOf(run: Run, ownerId: number, count: number): Promise<number> {
  const statement = `
    insert into watchlists (user_id, name, instrument_ids, version, created_at)
    select ?, 'Futures ' || n, array(select id from instruments order by id limit ?), 1, now() from generate_series(1, ?) n
    returning id`;
  const [first] = (await run(statement, [ownerId, count === 20 ? 50 : 2 * count, count])) as { id: string }[];
  return Number(first?.id);
}

/** Gives the first of them. */
async function keysOf(testApp: TestApp, ownerId: number, count: number): Promise<string> {
  const names = ['Ledger', 'Order router of the desk in Chicago', 'Browser'];
  const made = [];
  for (let n = 0; n < count; n++) {
    const redirectUris = n % 2 === 0 ? [] : [`https://app${n}.example.test/callback`];
    made.push(
      await createKey(testApp, ownerId, {
        name: names[n] ?? `Strategy ${n + 1}`,
        redirectUris,
        ...(n === 2 && { tokenEndpointAuthMethod: 'none' }),
      }),
    );
  }
  if (!made[0]) throw new Error('Who has webhooks has a key.');
  return made[0].clientId;
}

async function hooksOf(
  testApp: TestApp,
  { ownerId, key, count }: Readonly<{ ownerId: number; key: string; count: number }>,
): Promise<number[]> {
  const token = await issueToken(testApp, { userId: ownerId, clientId: key, scope: 'openid' });
  const hooks: number[] = [];
  for (let n = 0; n < count; n++) {
    const answer = await testApp.request('POST', '/webhooks', {
      as: token,
      body: {
        url: `${HOOK}/${n}`,
        description: n === 0 ? 'Books' : `What it is for: ${n}`,
        ...(n % 2 === 1 && { event_types: ['fill', 'order.accepted'] }),
      },
    });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    hooks.push(answer.json<{ id: number }>().id);
  }
  return hooks;
}

type Run = (statement: string, values: readonly unknown[]) => Promise<{ id: string }[]>;

/** What was sent to a webhook, a day of it: most has arrived, some was given up, some was withheld. Gives the first that was given up. */
async function deliver(run: Run, { webhook, count }: Readonly<{ webhook: number; count: number }>): Promise<number> {
  const body = JSON.stringify({ type: 'fill', acct_id: 1, data: { id: 7, price: 6712.25, quantity: 3 } });
  const made = await run(
    `insert into webhook_deliveries (webhook_id, acct_id, position, event_id, type, body, status, attempts, tries, created_at, finished_at)
     select ?, 1, n, n || '.f.1', case when n % 2 = 0 then 'fill' else 'order.accepted' end, ?, case when n % 5 = 1 then 'Failed' when n % 7 = 0 then 'Withheld' else 'Delivered' end, case when n % 5 = 1 then 4 else 1 end, 1, now() - n * interval '3 minutes', now()
     from generate_series(1, ?::int) n returning id`,
    [webhook, body, count],
  );
  await run(
    `insert into webhook_attempts (delivery_id, number, at, status_code, error, milliseconds, answer)
     select d.id, a, d.created_at + a * interval '5 seconds', case when d.status = 'Failed' then 500 else 200 end, null, 41, case when d.status = 'Failed' then 'an <answer> that says little' else 'ok' end
     from webhook_deliveries d, generate_series(1, d.attempts) a where d.webhook_id = ?`,
    [webhook],
  );
  return Number(made[0]?.id);
}

/** Other browsers in which the owner has signed in, and applications that they have let in. */
async function applicationsOf(testApp: TestApp, userId: number, count: number): Promise<void> {
  const agents = [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_1) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Mozilla/5.0 (X11; Linux x64; rv:132.0) Gecko/20100101 Firefox/132.0',
  ];
  const [sessions, consents] = [
    testApp.app.get(SessionsService, { strict: false }),
    testApp.app.get(ConsentsService, { strict: false }),
  ];
  const { id: bob } = await people.bob(testApp);
  for (let n = 0; n < count; n++) {
    await sessions.open(userId, { address: `192.0.2.${n + 1}`, userAgent: agents[n % 2] ?? '', previousToken: null });
    const { clientId } = await createKey(testApp, bob, {
      name: `Application ${n + 1}`,
      redirectUris: ['https://app.example.test/callback'],
    });
    await consents.grant(userId, clientId, 'openid');
  }
}
