import { createKey, issueToken, people } from '../support/people.js';
import { type WebhookApp, openWebhookApp } from '../support/webhooks.js';
import { waitUntil } from '../support/within.js';

describe('a webhook of a third-party key of an administrator', () => {
  let hooks: WebhookApp;
  beforeAll(async () => (hooks = await openWebhookApp()));
  afterAll(() => hooks.close());

  const readState = async (id: number) =>
    (
      await hooks.testApp.orm.em
        .fork()
        .execute<{ enabled: boolean; reason: string | null }[]>(
          'select enabled, disabled_reason reason from webhooks where id = ?',
          [id],
        )
    )[0];

  it('sends events of the administrator’s own accounts alone, with the scope admin as well', async () => {
    const [admin, ada, bob] = [
      await people.admin(hooks.testApp),
      await people.ada(hooks.testApp),
      await people.bob(hooks.testApp),
    ];
    const [own, another] = [await hooks.floor.account(admin), await hooks.floor.account(ada)];
    const { clientId } = await createKey(hooks.testApp, bob.id);
    const tokens = {
      limited: await issueToken(hooks.testApp, { userId: admin.id, clientId, scope: 'openid read' }),
      administering: await issueToken(hooks.testApp, { userId: admin.id, clientId, scope: 'openid read admin' }),
      'first-party': admin.token,
    };
    for (const [name, token] of Object.entries(tokens))
      await hooks.as(token).hook({ url: `${hooks.receiver.url}/${name}` });
    await hooks.floor.order(ada.token, hooks.floor.limit(another, { limit_price: 10 }));
    await hooks.floor.order(admin.token, hooks.floor.limit(own, { limit_price: 10 }));

    const accountsAt = (name: string) =>
      hooks.receiver.received
        .filter(({ path }) => path.endsWith(`/${name}`))
        .map(({ body }) => (JSON.parse(body) as { data: { acct_id: number } }).data.acct_id);
    const received = () => Object.fromEntries(Object.keys(tokens).map((name) => [name, accountsAt(name).sort()]));
    await waitUntil(() => Object.values(received()).flat().length >= 4);
    expect(received()).toEqual({ limited: [own], administering: [own], 'first-party': [own, another].sort() });
  });

  it('is disabled with its reason when the owner of the key is, and sends what it missed when it is enabled again', async () => {
    const { testApp } = hooks;
    const [admin, owner] = [await people.admin(testApp), await people.named(testApp, 'publisher')];
    const ada = await people.named(testApp, 'subscriber');
    const account = await hooks.floor.account(ada);
    const { clientId } = await createKey(testApp, owner.id);
    const grant = () => issueToken(testApp, { userId: ada.id, clientId, scope: 'openid read' });
    const hook = await hooks.as(await grant()).hook({ url: `${hooks.receiver.url}/published` });
    const switchOwner = (action: string) =>
      testApp.request('POST', `/users/${owner.id}/${action}`, { as: admin.token, body: {} });

    expect((await switchOwner('disable')).statusCode).toBe(200);
    await hooks.floor.order(ada.token, hooks.floor.limit(account, { limit_price: 10 }));
    await waitUntil(async () => (await readState(hook.id))?.enabled === false);
    expect(await readState(hook.id)).toEqual({
      enabled: false,
      reason: 'The owner of the API key to which it belongs was disabled.',
    });
    const received = () => hooks.receiver.received.filter(({ path }) => path.endsWith('/published'));
    expect(received()).toHaveLength(0);

    expect((await switchOwner('enable')).statusCode).toBe(200);
    await hooks.as(await grant()).change(hook.id, { enabled: true });
    await waitUntil(() => received().length > 0);
    expect(received().map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['order.accepted']);
  });

  it('that was registered while acting for a customer is disabled when the acting ends, and that of a first-party key is not', async () => {
    const [admin, bob] = [await people.admin(hooks.testApp), await people.bob(hooks.testApp)];
    const ada = await people.named(hooks.testApp, 'served');
    const account = await hooks.floor.account(ada);
    const [foreign, own] = [await createKey(hooks.testApp, bob.id), await createKey(hooks.testApp, admin.id)];
    const actingBy = ({ clientId }: typeof own) =>
      issueToken(hooks.testApp, { userId: ada.id, actingUserId: admin.id, clientId, scope: 'openid read' });
    const [byForeign, byOwn] = [
      await hooks.as(await actingBy(foreign)).hook({ url: `${hooks.receiver.url}/foreign` }),
      await hooks.as(await actingBy(own)).hook({ url: `${hooks.receiver.url}/own` }),
    ];
    await hooks.testApp.orm.em
      .fork()
      .execute('update token_families set revoked_at = now() where user_id = ? and acting_user_id = ?', [
        ada.id,
        admin.id,
      ]);
    await hooks.floor.order(ada.token, hooks.floor.limit(account, { limit_price: 10 }));

    await waitUntil(
      async () =>
        (await readState(byForeign.id))?.enabled === false &&
        hooks.receiver.received.some(({ path }) => path.endsWith('/own')),
    );
    expect(await readState(byForeign.id)).toEqual({
      enabled: false,
      reason: expect.stringContaining('The application to which it belongs has no access any more'),
    });
    expect(await readState(byOwn.id)).toEqual({ enabled: true, reason: null });
    expect(hooks.receiver.received.filter(({ path }) => path.endsWith('/foreign'))).toHaveLength(0);
  });
});
