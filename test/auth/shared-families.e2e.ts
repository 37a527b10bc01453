import { createKey, type Key, people, type Person } from '../support/people.js';
import { openTestApp, type TestApp } from '../support/test-app.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

const GRANTS: ['client_credentials', 'password'] = ['client_credentials', 'password'];

describe('a token of client_credentials', () => {
  let testApp: TestApp;
  let ada: Person;
  let key: Key;
  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
  });
  beforeEach(async () => {
    key = await createKey(testApp, ada.id, { grantTypes: GRANTS });
  });
  afterAll(() => testApp.close());

  const sql = (text: string, values: unknown[] = []) =>
    testApp.orm.em.fork().execute<Record<string, number>[]>(text, values);
  const getToken = async (form: Record<string, string> = {}, { clientId, clientSecret } = key): Promise<string> => {
    const response = await postToken(testApp, {
      form: { grant_type: 'client_credentials', ...form },
      authorization: basic({ clientId, clientSecret }),
    });
    return response.json<{ access_token: string }>().access_token;
  };
  const isAccepted = async (as: string) => (await testApp.request('GET', '/users/me', { as })).statusCode === 200;
  const countFamilies = async (ownKey = key) =>
    (await sql('select count(*)::int as count from token_families where client_id = ?', [ownKey.clientId]))[0]?.[
      'count'
    ];
  const postForm = async (path: string, token: string) =>
    testApp.request('POST', path, {
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basic(key) },
      payload: new URLSearchParams({ token }).toString(),
    });

  it('shares the family of the one before it, with the same key and scope', async () => {
    const tokens = [await getToken(), await getToken(), await getToken()];

    expect(await countFamilies()).toBe(1);
    expect(await Promise.all(tokens.map(isAccepted))).toEqual([true, true, true]);
  });

  it('shares no family with another scope, another key or another grant', async () => {
    const otherKey = await createKey(testApp, ada.id, { grantTypes: GRANTS });
    await getToken();
    await getToken({ scope: 'read' });
    await getToken({ ...passwordForm(ada) });
    await getToken({ ...passwordForm(ada) });
    await getToken({}, otherKey);

    expect([await countFamilies(), await countFamilies(otherKey)]).toEqual([4, 1]);
  });

  it('expires as always, though its family takes tokens for a minute more', async () => {
    const token = await getToken();

    const { iat, exp } = (await postForm('/oauth/introspect', token)).json();

    expect(exp - iat).toBe(3600);
    expect(
      await sql(
        'select extract(epoch from expires_at - created_at)::int as seconds from token_families where client_id = ?',
        [key.clientId],
      ),
    ).toEqual([{ seconds: 3660 }]);
  });

  it('is revoked alone', async () => {
    const [revoked, other] = [await getToken(), await getToken()];

    await postForm('/oauth/revoke', revoked);

    expect([await isAccepted(revoked), await isAccepted(other), await isAccepted(await getToken())]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it.each([
    [
      'has ended, because its key was disabled and enabled',
      [
        'update clients set enabled = false where client_id = ?',
        'update clients set enabled = true where client_id = ?',
      ],
    ],
    ['was deleted', ['delete from token_families where client_id = ?']],
    ['does not outlive it', [`update token_families set expires_at = now() + interval '3599 s' where client_id = ?`]],
    ['is of another grant now', [`update token_families set grant_type = 'implicit' where client_id = ?`]],
    ['has another scope now', [`update token_families set scope = 'openid' where client_id = ?`]],
  ])('gets a family of its own if the last one %s', async (_title, statements) => {
    const old = await getToken();
    expect(await isAccepted(old)).toBe(true);

    for (const statement of statements) await sql(statement, [key.clientId]);
    const token = await getToken();

    expect(await isAccepted(token)).toBe(true);
    expect(
      await sql(
        `select count(*)::int as count from token_families f join access_tokens t on t.family_id = f.id
        where f.client_id = ? and f.revoked_at is null and t.scope = f.scope and f.grant_type = 'client_credentials' and f.expires_at >= t.expires_at`,
        [key.clientId],
      ),
    ).toEqual([{ count: 1 }]);
  });

  it('never gets the family of another key, whatever is remembered', async () => {
    const otherKey = await createKey(testApp, ada.id, { grantTypes: GRANTS });
    await getToken();
    await sql('update token_families set client_id = ? where client_id = ?', [otherKey.clientId, key.clientId]);

    await getToken();

    expect([await countFamilies(), await countFamilies(otherKey)]).toEqual([1, 1]);
  });
});
