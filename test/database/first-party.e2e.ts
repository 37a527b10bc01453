import { type TestApp, openTestApp } from '../support/test-app.js';
import { migrate } from '../support/migrations.js';
import { createKey, issueToken, type Key, people, type Person } from '../support/people.js';

describe('migration 32 on a database with keys, tokens and consents', () => {
  let before: TestApp;
  let after: TestApp;
  let admin: Person;
  let ada: Person;
  let vendor: Key;
  let tokens: Readonly<Record<'bootstrap' | 'own' | 'third-party', string>>;

  beforeAll(async () => {
    before = await openTestApp();
    admin = await people.admin(before);
    ada = await people.ada(before);
    vendor = await createKey(before, (await people.bob(before)).id);
    const of = (clientId: string) => issueToken(before, { userId: ada.id, clientId, scope: 'openid' });
    tokens = {
      bootstrap: await of(admin.key.clientId),
      own: await of(ada.key.clientId),
      'third-party': await of(vendor.clientId),
    };
    for (const clientId of [admin.key.clientId, vendor.clientId]) {
      await before.orm.em
        .fork()
        .execute(
          `insert into consents (user_id, client_id, scope, granted_at) values (?, ?, 'openid email acts_for_user', now())`,
          [ada.id, clientId],
        );
    }
    await before.stop();
    await migrate(before.database.url, { backOver: '0032-first-party' });
    await migrate(before.database.url, 'up');
    after = await openTestApp({ beside: before });
  });
  afterAll(async () => {
    await after.close();
    await before.close();
  });

  const rows = <Row>(statement: string): Promise<Row[]> => after.orm.em.fork().execute<Row[]>(statement);

  it('marks the key of the first start only', async () => {
    expect(await rows('select client_id from clients where first_party')).toEqual([{ client_id: admin.key.clientId }]);
  });

  it('keeps tokens of the first key and users’ own keys, and limits others to read', async () => {
    const statuses = async (token: string) =>
      Promise.all(
        ['/users/me', '/oauth/client'].map(
          async (path) => (await after.request('GET', path, { as: token })).statusCode,
        ),
      );

    expect(await statuses(tokens.bootstrap)).toEqual([200, 200]);
    expect(await statuses(tokens.own)).toEqual([200, 200]);
    expect(await statuses(tokens['third-party'])).toEqual([200, 403]);
    expect(
      await rows(
        `select distinct f.scope, t.scope "token" from token_families f join access_tokens t on t.family_id = f.id where client_id = '${vendor.clientId}'`,
      ),
    ).toEqual([{ scope: 'openid read', token: 'openid read' }]);
  });

  it('turns a consent to act into one to read, except for the first key', async () => {
    const scopes = await rows<{ client_id: string; scope: string }>('select client_id, scope from consents');

    expect(Object.fromEntries(scopes.map(({ client_id: id, scope }) => [id, scope]))).toEqual({
      [admin.key.clientId]: 'openid email acts_for_user',
      [vendor.clientId]: 'openid email read',
    });
  });
});
