import { createKey, issueToken, people, type Person } from '../support/people.js';
import { status, verifySignature } from '../support/receiver.js';
import { type WebhookApp, idsOf, openWebhookApp, removeOldDeliveries } from '../support/webhooks.js';
import { waitUntil } from '../support/within.js';

describe('/webhooks', () => {
  let hooks: WebhookApp;
  let ada: Person;
  let bob: Person;
  let account: number;
  let test = 0;
  beforeAll(async () => (hooks = await openWebhookApp()));
  beforeEach(async () => {
    [ada, bob] = [await people.named(hooks.testApp, `ada${++test}`), await people.named(hooks.testApp, `bob${test}`)];
    account = await hooks.floor.account(ada);
    hooks.receiver.answer();
    hooks.receiver.received.length = 0;
  });
  // No webhook of an earlier test receives anything any more.
  afterEach(() => hooks.testApp.orm.em.fork().execute('delete from webhooks'));
  afterAll(() => hooks.close());

  const request: WebhookApp['testApp']['request'] = (...sent) => hooks.testApp.request(...sent);
  const order = (acctId = account, details = {}) =>
    hooks.floor.order(ada.token, hooks.floor.limit(acctId, { limit_price: 10, ...details }));

  it('send signed events from their registration on, in the format of /events', async () => {
    await order();
    const mine = hooks.as(ada.token);
    const hook = await mine.hook({ description: ' Books ' });
    const { id } = await order();
    const [received] = await hooks.receiver.until(1);
    if (received === undefined) throw new Error('nothing came');

    const message = verifySignature(received, hook.secret);
    expect(message).toEqual({
      type: 'order.accepted',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: expect.objectContaining({ id, acct_id: account }),
    });
    expect(received.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^evt_[\d-]+o[\d-]+$/),
      'user-agent': expect.stringMatching(/^Kontor\/.* \(webhooks\)$/),
    });
    expect(Object.keys(received.headers).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
    await waitUntil(async () => (await mine.deliveries(hook.id, '&status=Delivered')).length === 1);
    expect(await mine.deliveries(hook.id)).toEqual([
      expect.objectContaining({
        type: 'order.accepted',
        acct_id: account,
        status: 'Delivered',
        attempt_count: 1,
        message_id: received.headers['webhook-id'],
        next_attempt_at: null,
      }),
    ]);
    expect(hooks.receiver.received).toHaveLength(1);
    expect(await mine.shown(hook.id)).toMatchObject({
      description: 'Books',
      enabled: true,
      failing_since: null,
      secret: hook.secret,
      client_id: ada.key.clientId,
      event_types: null,
      acct_ids: null,
      registered_by: null,
    });
  });

  it('send the subscribed types and accounts only', async () => {
    const [other, bobs] = [await hooks.floor.account(ada), await hooks.floor.account(bob)];
    const hook = await hooks.as(ada.token).hook({ event_types: ['order.cancelled'], acct_ids: [account] });
    const all = await hooks.as(ada.token).hook({ url: `${hooks.receiver.url}/all` });
    const [mine, ours] = [await order(), await order(other)];
    await hooks.floor.order(bob.token, hooks.floor.limit(bobs, { limit_price: 10 }));
    for (const { id } of [mine, ours])
      await hooks.floor.act(ada.token, { action_type: 'OrderCancellation', order_id: id });
    await hooks.receiver.until(5);

    const at = (path: string, secret: string) =>
      hooks.receiver.received
        .filter((one) => one.path === path)
        .map((one) => verifySignature(one, secret))
        .map(({ type, data }) => `${type} ${String(data['acct_id'])}`);
    await waitUntil(() => at('/events', hook.secret).length === 1);
    expect(at('/events', hook.secret)).toEqual([`order.cancelled ${account}`]);
    expect(at('/events/all', all.secret).sort()).toEqual(
      [
        `order.accepted ${account}`,
        `order.accepted ${other}`,
        `order.cancelled ${account}`,
        `order.cancelled ${other}`,
      ].sort(),
    );
  });

  it('follow the grants of their user', async () => {
    const mine = hooks.as(bob.token);
    const hook = await mine.hook({ event_types: ['order.accepted'] });
    await hooks.floor.grant(account, bob, 'Read');
    await order();
    await hooks.receiver.until(1);
    hooks.receiver.answer(status(503));
    await order();
    await hooks.receiver.until(2);
    await hooks.floor.grant(account, bob, null);
    await order();
    await waitUntil(async () => (await mine.deliveries(hook.id, '&status=Withheld')).length > 0);

    expect((await mine.deliveries(hook.id)).map((one) => one.status)).toEqual(['Withheld', 'Delivered']);
    expect(new Set(idsOf(hooks.receiver.received)).size).toBe(2);
  });

  it('show and resend nothing of an account without a grant', async () => {
    const mine = hooks.as(bob.token);
    await hooks.floor.grant(account, bob, 'Read');
    const hook = await mine.hook({ event_types: ['order.accepted'] });
    await order();
    await waitUntil(async () => (await mine.deliveries(hook.id, '&status=Delivered')).length === 1);
    await mine.change(hook.id, { enabled: false });
    await hooks.testApp.orm.em
      .fork()
      .execute(
        `insert into webhook_deliveries (webhook_id, acct_id, position, event_id, type, body, status, attempts, tries, created_at, finished_at) values (?, ?, 1, '1.o.1.1', 'order.accepted', '{"made":"up"}', 'Failed', 4, 4, now(), now())`,
        [hook.id, account],
      );
    await hooks.floor.grant(account, bob, null);
    const ids = (await mine.deliveries(hook.id)).map(({ id }) => id);
    const payloads = () => Promise.all(ids.map(async (id) => (await mine.delivery(hook.id, id)).payload));
    const replay = async (id: number) => {
      const answer = await request('POST', `/webhooks/${hook.id}/deliveries/${id}/replay`, { as: bob.token });
      return [answer.statusCode, answer.json<{ code?: string }>().code];
    };
    const replayFailed = async () =>
      (
        await request('POST', `/webhooks/${hook.id}/replay`, { as: bob.token, body: { since: '2020-01-01T00:00:00Z' } })
      ).json<unknown>();

    expect([await payloads(), await Promise.all(ids.map(replay)), await replayFailed()]).toEqual([
      [null, null],
      Array(2).fill([409, 'delivery_withheld']),
      { replayed: 0 },
    ]);
    const page = (
      await request('GET', `/webhooks/${hook.id}/deliveries/${ids[0]}`, { as: bob.token, accept: 'text/html' })
    ).body;
    expect([page.includes('You can no longer view its account.'), page.includes('made')]).toEqual([true, false]);

    await hooks.floor.grant(account, bob, 'Read');
    expect([await payloads(), await replayFailed()]).toEqual([
      expect.arrayContaining(['{"made":"up"}', expect.stringContaining('order.accepted')]),
      { replayed: 1 },
    ]);
  });

  it('are disabled with their key, their user and the withdrawn application, and removed with their key', async () => {
    const foreign = await createKey(hooks.testApp, bob.id);
    const token = await issueToken(hooks.testApp, { userId: ada.id, clientId: foreign.clientId, scope: 'openid' });
    const own = await createKey(hooks.testApp, ada.id);
    const ownToken = await issueToken(hooks.testApp, { userId: ada.id, clientId: own.clientId });
    const [byForeign, byOwn, kept] = [
      await hooks.as(token).hook(),
      await hooks.as(ownToken).hook(),
      await hooks.as(ada.token).hook(),
    ];
    const sql = (statement: string, values: unknown[]) =>
      hooks.testApp.orm.em.fork().execute<Record<string, unknown>[]>(statement, values);
    const reasons = async () =>
      Object.fromEntries(
        (await sql('select id, enabled, disabled_reason from webhooks order by id', [])).map(
          ({ id, enabled, disabled_reason: reason }) => [Number(id), enabled === true ? true : reason],
        ),
      );

    await sql('update token_families set revoked_at = now() where client_id = ?', [foreign.clientId]);
    await sql('update clients set enabled = false where client_id = ?', [own.clientId]);
    await order();
    await waitUntil(async () => Object.values(await reasons()).filter((one) => one === true).length === 1);

    expect(await reasons()).toEqual({
      [byForeign.id]: expect.stringContaining('The application'),
      [byOwn.id]: expect.stringContaining('The API key'),
      [kept.id]: true,
    });
    await hooks.receiver.until(1);
    expect(hooks.receiver.received.map((one) => verifySignature(one, kept.secret).type)).toEqual(['order.accepted']);
    expect(
      (
        await sql(
          `select subject_type, subject_id from audit_entries where action = 'webhook.disabled' and user_id = ? order by id`,
          [ada.id],
        )
      )
        .map(({ subject_type: type, subject_id: id }) => `${String(type)} ${String(id)}`)
        .sort(),
    ).toEqual([`webhook ${byForeign.id}`, `webhook ${byOwn.id}`].sort());

    await request('DELETE', `/oauth/client/${own.clientId}`, { as: ada.token });
    await sql('update users set enabled = false where id = ?', [ada.id]);
    await waitUntil(async () => (await reasons())[kept.id] !== true);
    expect(await reasons()).toEqual({
      [byForeign.id]: expect.any(String),
      [kept.id]: expect.stringContaining('The user'),
    });
  });

  it('that are disabled send the missed events when they are enabled', async () => {
    const mine = hooks.as(ada.token);
    const hook = await mine.hook({ event_types: ['order.accepted'], enabled: false });
    const placed = [await order(), await order()].map(({ id }) => id);
    expect((await mine.test(hook.id)).status).toBe('Delivered');
    await mine.change(hook.id, { enabled: true });
    await hooks.receiver.until(3);

    expect(
      hooks.receiver.received
        .map((one) => verifySignature(one, hook.secret))
        .map(({ type, data }) => [type, data['id']]),
    ).toEqual([['test', undefined], ...placed.map((id) => ['order.accepted', id])]);
  });

  it('with a narrower subscription withhold pending deliveries and refuse to resend them', async () => {
    const [mine, other] = [hooks.as(ada.token), await hooks.floor.account(ada)];
    hooks.receiver.answer(status(503, { 'retry-after': '100' }));
    const hook = await mine.hook({ event_types: ['order.accepted', 'order.cancelled'] });
    for (const acctId of [account, other]) {
      const { id } = await order(acctId);
      await hooks.floor.act(ada.token, { action_type: 'OrderCancellation', order_id: id });
    }
    await waitUntil(async () => (await mine.deliveries(hook.id)).length === 4);
    await hooks.receiver.until(2);
    hooks.receiver.answer();
    hooks.receiver.received.length = 0;
    await mine.change(hook.id, { event_types: ['order.cancelled'], acct_ids: [account] });
    await waitUntil(async () => (await mine.deliveries(hook.id, '&status=Pending')).length === 0);

    const deliveries = await mine.deliveries(hook.id);
    expect(deliveries.map((one) => `${one.type} ${one.acct_id} ${one.status}`).sort()).toEqual(
      [
        `order.accepted ${account} Withheld`,
        `order.accepted ${other} Withheld`,
        `order.cancelled ${account} Delivered`,
        `order.cancelled ${other} Withheld`,
      ].sort(),
    );
    expect(hooks.receiver.received.map((one) => verifySignature(one, hook.secret).type)).toEqual(['order.cancelled']);
    const withheld = deliveries.find((one) => one.status === 'Withheld');
    const replay = async () =>
      (await request('POST', `/webhooks/${hook.id}/deliveries/${withheld?.id}/replay`, { as: ada.token })).json<{
        code?: string;
        detail: string;
        status: unknown;
      }>();
    expect(await replay()).toMatchObject({
      status: 409,
      code: 'delivery_withheld',
      detail: expect.stringContaining('no longer subscribes to this type'),
    });
    await mine.change(hook.id, { event_types: null, acct_ids: null });
    expect(await replay()).toMatchObject({ status: expect.stringMatching(/Pending|Delivered/) });
  });

  it('of another user, of another key and unknown ones are the same 404', async () => {
    const hook = await hooks.as(ada.token).hook();
    const otherKey = await issueToken(hooks.testApp, {
      userId: ada.id,
      clientId: (await createKey(hooks.testApp, ada.id)).clientId,
    });
    const delivered = await Promise.all(
      [bob.token, otherKey, ada.token].map(async (as, index) =>
        (await request('GET', `/webhooks/${index === 2 ? hook.id + 1000 : hook.id}`, { as })).json<{
          code: string;
          detail: string;
        }>(),
      ),
    );

    expect(delivered.map(({ code, detail }) => [code, detail])).toEqual(
      Array(3).fill(['unknown_webhook', 'You have no webhook with this id.']),
    );
    expect((await request('GET', '/webhooks', { as: otherKey })).json()).toEqual([]);
  });

  it('report invalid fields, and refuse accounts that the caller may not view', async () => {
    const bobs = await hooks.floor.account(bob);
    const mine = hooks.as(ada.token);
    const refused = async (terms: Readonly<Record<string, unknown>>) => {
      const answer = await mine.register(terms);
      const { code, errors } = answer.json<{ code: string; errors: { pointer: string }[] }>();
      return [answer.statusCode, code, errors.map(({ pointer }) => pointer.replace(/\/\d+$/, ''))];
    };

    expect(await refused({ acct_ids: [account, bobs] })).toEqual([422, 'unknown_accounts', ['/acct_ids']]);
    expect(await refused({ acct_ids: [account, 2_000_000_000] })).toEqual([422, 'unknown_accounts', ['/acct_ids']]);
    expect(await refused({ url: 'https://ada:secret@example.org/' })).toEqual([422, 'refused_url', ['/url']]);
    expect(await refused({ url: 'ftp://example.org/' })).toEqual([422, 'refused_url', ['/url']]);
    expect(await refused({ event_types: ['fills'], colour: 'red', enabled: 'yes' })).toEqual([
      400,
      'invalid_request',
      expect.arrayContaining(['/event_types', '/colour', '/enabled']),
    ]);
    expect(await refused({ event_types: [] })).toEqual([400, 'invalid_request', ['/event_types']]);
  });

  it('are limited to twenty for each key', async () => {
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => hooks.as(ada.token).register({ enabled: false })),
    );

    expect(
      answers
        .map(({ statusCode }) => statusCode)
        .sort()
        .slice(19),
    ).toEqual([201, 409, 409]);
  });

  it('are signed with both secrets during a rotation, and with the new one afterwards', async () => {
    const mine = hooks.as(ada.token);
    const hook = await mine.hook();
    const rotated = (
      await request('POST', `/webhooks/${hook.id}/secret`, { as: ada.token, body: { overlap_seconds: 60 } })
    ).json<typeof hook>();
    await mine.test(hook.id);
    const last = (
      await request('POST', `/webhooks/${hook.id}/secret`, { as: ada.token, body: { overlap_seconds: 0 } })
    ).json<typeof hook>();
    await mine.test(hook.id);
    const [during, after] = hooks.receiver.received;
    if (during === undefined || after === undefined) throw new Error('nothing came');

    expect(during.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [hook.secret, rotated.secret]) expect(verifySignature(during, secret).type).toBe('test');
    expect(verifySignature(after, last.secret).type).toBe('test');
    expect(() => verifySignature(after, rotated.secret)).toThrow('No matching signature');
    expect([rotated.previous_secret_expires_at, last.previous_secret_expires_at]).toEqual([expect.any(String), null]);
    expect((await mine.shown(hook.id)).secret).toBe(last.secret);
  });

  it('store secrets sealed, and show them once where the service is set up so', async () => {
    const once = await openWebhookApp({ OAUTH_SHOW_SECRETS: 'once' });
    const { token } = await people.ada(once.testApp);
    const hook = await once.as(token).hook();

    expect([hook.secret, (await once.as(token).shown(hook.id)).secret]).toEqual([expect.stringMatching(/^whsec_/), '']);
    expect(await once.testApp.orm.em.fork().execute('select sealed_secret from webhooks')).toEqual([
      { sealed_secret: expect.not.stringContaining(hook.secret.slice(6)) },
    ]);
    await once.close();
  });

  it('delete old completed deliveries, and no pending ones', async () => {
    const mine = hooks.as(ada.token);
    const hook = await mine.hook();
    for (let n = 0; n < 3; n++) await mine.test(hook.id);
    await hooks.testApp.orm.em.fork().execute(`update webhook_deliveries set finished_at = now() - interval '29 days'`);
    expect(await removeOldDeliveries(hooks.testApp, 2)).toBe(0);
    await hooks.testApp.orm.em.fork().execute(`update webhook_deliveries set finished_at = now() - interval '31 days'`);
    await hooks.testApp.orm.em
      .fork()
      .execute(`update webhook_deliveries set status = 'Pending' where id = (select max(id) from webhook_deliveries)`);

    const removed = await removeOldDeliveries(hooks.testApp, 1);
    const left = await mine.deliveries(hook.id);
    expect([removed, left.length]).toEqual([2, 1]);
    // The pending one may be attempted again meanwhile.
    expect(
      await hooks.testApp.orm.em.fork().execute('select distinct delivery_id::int id from webhook_attempts'),
    ).toEqual([{ id: left[0]?.id }]);
  });
});
