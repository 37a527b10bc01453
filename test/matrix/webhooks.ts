import type { TestApp } from '../support/test-app.js';
import { type Row, withASession, withAToken } from '../support/matrix.js';
import type { ObjectKind } from '../support/matrix-objects.js';
import type { Person } from '../support/people.js';

const HOOK = 'https://app.example.test/events';

/** As its owner's key registers it: the matrix sends people with other keys to it. */
async function registerWebhook(testApp: TestApp, { id, key }: Person): Promise<string> {
  const [webhookRow] = await testApp.orm.em
    .fork()
    .execute<{ id: string }[]>(
      `insert into webhooks (user_id, client_id, url, description, enabled, sealed_secret, place, created_at, updated_at) values (?, ?, ?, '', true, '', '0', now(), now()) returning id`,
      [id, key.clientId, HOOK],
    );
  return webhookRow?.id ?? '';
}

const webhook: ObjectKind = {
  make: registerWebhook,
  missing: '2000000000',
  state: (testApp, id) =>
    testApp.orm.em
      .fork()
      .execute(
        'select to_jsonb(w) webhook, (select count(*) from webhook_deliveries d where d.webhook_id = w.id) deliveries from webhooks w where id = ?',
        [id],
      ),
};

/** One that was given up. It has the number of its webhook, so that one name is both: a number that no other delivery will come to. */
const delivery: ObjectKind = {
  make: async (testApp, owner) => {
    const id = String(1_000_000_000 + Number(await registerWebhook(testApp, owner)));
    await testApp.orm.em.fork().execute('update webhooks set id = ? where id = ?', [id, Number(id) - 1_000_000_000]);
    await testApp.orm.em
      .fork()
      .execute(
        `insert into webhook_deliveries (id, webhook_id, acct_id, position, event_id, type, body, status, attempts, tries, created_at, finished_at) values (?, ?, 0, 1, '1.f.2', 'fill', '{}', 'Failed', 1, 1, now(), now())`,
        [id, id],
      );
    return id;
  },
  missing: '2000000000',
  state: (testApp, id) =>
    testApp.orm.em.fork().execute('select to_jsonb(d) from webhook_deliveries d where id = ?', [id]),
};

/** A webhook is of its user and of the key with which it was registered; an administrator has no part in it, unless on behalf of the user. */
export const webhooks: readonly Row[] = [
  { endpoint: 'GET /webhooks', statuses: withAToken(200) },
  {
    endpoint: 'POST /webhooks',
    statuses: withAToken(201, { 'a session that asks for a page': 403 }),
    send: () => ({ body: { url: HOOK } }),
  },
  { endpoint: 'GET /webhooks/:id', object: webhook, statuses: withAToken([200, 404, 404]) },
  {
    endpoint: 'PATCH /webhooks/:id',
    object: webhook,
    statuses: withAToken([200, 404, 404]),
    send: () => ({ body: { description: 'Changed' } }),
  },
  { endpoint: 'DELETE /webhooks/:id', object: webhook, statuses: withAToken([200, 404, 404]) },
  {
    endpoint: 'POST /webhooks/:id/secret',
    object: webhook,
    statuses: withAToken([200, 404, 404]),
    send: () => ({ body: {} }),
  },
  { endpoint: 'POST /webhooks/:id/test', object: webhook, statuses: withAToken([201, 404, 404]) },
  {
    endpoint: 'POST /webhooks/:id/replay',
    object: webhook,
    statuses: withAToken([200, 404, 404]),
    send: () => ({ body: { since: '2026-01-30T15:04:05Z' } }),
  },
  { endpoint: 'GET /webhooks/:id/deliveries', object: webhook, statuses: withAToken([200, 404, 404]) },
  { endpoint: 'GET /webhooks/:id/deliveries/:delivery_id', object: delivery, statuses: withAToken([200, 404, 404]) },
  {
    endpoint: 'POST /webhooks/:id/deliveries/:delivery_id/replay',
    object: delivery,
    statuses: withAToken([200, 404, 404]),
  },
  { endpoint: 'GET /profile/webhooks/new', statuses: withASession(200) },
  {
    endpoint: 'POST /profile/webhooks',
    statuses: withASession(303),
    send: (_name, { person }) => ({ form: { client_id: person.key.clientId, url: HOOK } }),
  },
  {
    endpoint: 'POST /profile/webhooks/:id',
    object: webhook,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: { url: HOOK, description: 'Changed' } }),
  },
  {
    endpoint: 'POST /profile/webhooks/:id/state',
    object: webhook,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: { enabled: 'no' } }),
  },
  {
    endpoint: 'POST /profile/webhooks/:id/secret',
    object: webhook,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: { overlap: '0' } }),
  },
  {
    endpoint: 'POST /profile/webhooks/:id/test',
    object: webhook,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: {} }),
  },
  {
    endpoint: 'POST /profile/webhooks/:id/replay',
    object: webhook,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: { span: 'day' } }),
  },
  {
    endpoint: 'POST /profile/webhooks/:id/deliveries/:delivery_id/replay',
    object: delivery,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: {} }),
  },
  { endpoint: 'GET /profile/webhooks/:id/removal', object: webhook, statuses: withASession([200, 404, 404]) },
  {
    endpoint: 'POST /profile/webhooks/:id/removal',
    object: webhook,
    statuses: withASession([303, 404, 404]),
    send: () => ({ form: {} }),
  },
];
