import { giveKey, giveToken, people } from '../support/people.js';
import { type Hooks, openHooks, until } from '../support/webhooks.js';

describe('a webhook of an administrator’s third-party key', () => {
  let hooks: Hooks;
  beforeAll(async () => (hooks = await openHooks()));
  afterAll(() => hooks.close());

  it('sends events of the administrator’s own accounts alone, with the scope admin as well', async () => {
    const [admin, ada, bob] = [await people.admin(hooks.house), await people.ada(hooks.house), await people.bob(hooks.house)];
    const [own, another] = [await hooks.floor.account(admin), await hooks.floor.account(ada)];
    const { clientId } = await giveKey(hooks.house, bob.id);
    const tokens = {
      limited: await giveToken(hooks.house, { userId: admin.id, clientId, scope: 'openid read' }),
      administering: await giveToken(hooks.house, { userId: admin.id, clientId, scope: 'openid read admin' }),
      'first-party': admin.token,
    };
    for (const [name, token] of Object.entries(tokens)) await hooks.as(token).hook({ url: `${hooks.receiver.url}/${name}` });
    await hooks.floor.order(ada.token, hooks.floor.limit(another, { limit_price: 10 }));
    await hooks.floor.order(admin.token, hooks.floor.limit(own, { limit_price: 10 }));

    const accountsAt = (name: string) => hooks.receiver.received.filter(({ path }) => path.endsWith(`/${name}`)).map(({ body }) => (JSON.parse(body) as { data: { acct_id: number } }).data.acct_id);
    const received = () => Object.fromEntries(Object.keys(tokens).map((name) => [name, accountsAt(name).sort()]));
    await until(() => Object.values(received()).flat().length >= 4);
    expect(received()).toEqual({ limited: [own], administering: [own], 'first-party': [own, another].sort() });
  });
});
