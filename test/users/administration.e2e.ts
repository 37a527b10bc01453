import { type TestApp, openTestApp } from '../support/test-app.js';
import { issueToken, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

describe('administration of users', () => {
  let testApp: TestApp;
  let admin: Person;
  let ada: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    [admin, ada] = [await people.admin(testApp), await people.ada(testApp)];
    for (const name of ['bob', 'cyd', 'percent%sign', 'under_score', 'back\\slash'])
      await people
        .named(testApp, name.replaceAll(/[^a-z]/g, '-'))
        .then(({ id }) => testApp.orm.em.execute('update users set last_name = ? where id = ?', [name, id]));
  });
  afterAll(() => testApp.close());

  const list = async (query = '', as = admin.token): Promise<Record<string, unknown>[]> =>
    (await testApp.request('GET', `/users${query}`, { as })).json();
  const post = (path: string, as = admin.token) => testApp.request('POST', `/users/${path}`, { as });
  const signIn = (person: Person, key = person.key) =>
    postToken(testApp, { form: passwordForm(person), authorization: basic(key) });

  it('GET /users lists all users without passwords', async () => {
    const all = await list();

    expect(all).toHaveLength(7);
    expect(all.find(({ id }) => id === ada.id)).toEqual({
      ...(await testApp.request('GET', '/users/me', { as: ada.token })).json(),
      enabled: true,
    });
    expect(JSON.stringify(all)).not.toMatch(/argon2|password/);
    expect((await testApp.request('GET', `/users/${ada.id}`, { as: admin.token })).json()).toEqual(
      all.find(({ id }) => id === ada.id),
    );
  });

  it.each([
    ['ADA', ['Example']],
    ['@example.test', ['Example', 'Example', 'bob', 'cyd', 'percent%sign', 'under_score', 'back\\slash']],
    ['%', ['percent%sign']],
    ['_', ['under_score']],
    ['\\', ['back\\slash']],
    ["' or 1=1 --", []],
  ])('finds %j in email and names, as it is written', async (q, names) => {
    expect((await list(`?q=${encodeURIComponent(q)}`)).map((user) => user['last_name'])).toEqual(names);
  });

  it('GET /users pages without gaps or duplicates', async () => {
    const seen: unknown[] = [];
    let url: string | undefined = '/users?per_page=2&q=example';
    let pages = 0;
    while (url !== undefined) {
      const page = await testApp.request('GET', url, { as: admin.token });
      seen.push(...page.json<unknown[]>());
      pages++;
      url = /^<([^>]+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1];
    }

    expect(pages).toBe(4);
    expect(seen).toEqual(await list());
  });

  it.each(['per_page=0', 'per_page=1001', 'cursor=nonsense', 'q=', 'q=a&q=b', 'role=Admin'])(
    'GET /users rejects the query %s',
    async (query) => {
      expect((await testApp.request('GET', `/users?${query}`, { as: admin.token })).statusCode).toBe(400);
    },
  );

  it('PUT disables a user at once and permanently, and enables a new sign-in', async () => {
    const eve = await people.named(testApp, 'eve');
    const tokens = (await signIn(eve, ada.key)).json<Record<string, string>>();
    const [access = '', refresh = ''] = [tokens['access_token'], tokens['refresh_token']];
    const isIn = async () => (await testApp.request('GET', '/users/me', { as: access })).statusCode;
    const refreshing = () =>
      postToken(testApp, {
        form: { grant_type: 'refresh_token', refresh_token: refresh },
        authorization: basic(ada.key),
      });
    expect(await isIn()).toBe(200);

    expect((await post(`${eve.id}/disable`)).json()).toMatchObject({ id: eve.id, enabled: false });
    expect(await isIn()).toBe(303);
    expect((await refreshing()).json().error).toBe('invalid_grant');
    expect((await signIn(eve, ada.key)).json().error).toBe('invalid_grant');
    expect((await post(`${eve.id}/disable`)).json().enabled).toBe(false);

    expect((await post(`${eve.id}/enable`)).json().enabled).toBe(true);
    expect(await isIn()).toBe(303);
    expect((await refreshing()).json().error).toBe('invalid_grant');
    expect((await signIn(eve, ada.key)).statusCode).toBe(200);
    const log = (await testApp.request('GET', `/audit?user_id=${admin.id}`, { as: admin.token })).json<
      Record<string, unknown>[]
    >();
    expect(log.filter(({ detail }) => detail === `user ${eve.id}`).map(({ action }) => action)).toEqual([
      'user.enabled',
      'user.disabled',
      'user.disabled',
    ]);
  });

  it('PUT ends on-behalf tokens of a disabled administrator', async () => {
    const second = await people.named(testApp, 'second', 'Admin');
    const onBehalf = await issueToken(testApp, {
      userId: ada.id,
      actingUserId: second.id,
      clientId: second.key.clientId,
    });
    await post(`${second.id}/disable`);

    expect((await testApp.request('GET', '/users/me', { as: onBehalf })).statusCode).toBe(303);
    expect((await testApp.request('GET', '/users/me', { as: ada.token })).statusCode).toBe(200);
  });

  it('rejects everyone except administrators who act for themselves', async () => {
    const onBehalf = await issueToken(testApp, {
      userId: ada.id,
      actingUserId: admin.id,
      clientId: admin.key.clientId,
    });
    const byKeyAlone = await issueToken(testApp, {
      userId: admin.id,
      clientId: admin.key.clientId,
      grantType: 'client_credentials',
    });
    for (const as of [ada.token, onBehalf, byKeyAlone]) {
      for (const [method, path] of [
        ['GET', ''],
        ['GET', `/${ada.id}`],
        ['POST', `/${ada.id}/disable`],
        ['POST', '/999999/disable'],
        ['POST', `/${admin.id}/enable`],
      ] as const) {
        const answer = await testApp.request(method, `/users${path}`, { as });
        expect([answer.statusCode, answer.json().code]).toEqual([403, 'administrators_only']);
      }
    }
  });

  it('PUT rejects disabling one’s own user', async () => {
    expect((await post(`${admin.id}/disable`)).json()).toMatchObject({ status: 409, code: 'own_account' });
    expect(await list()).not.toHaveLength(0);
  });

  it.each([
    ['999999', 404],
    ['9007199254740991', 404],
    ['0', 400],
    ['me2', 400],
    ['1e3', 400],
  ])('knows no user %s', async (id, status) => {
    expect((await post(`${id}/disable`)).statusCode).toBe(status);
    expect((await testApp.request('GET', `/users/${id}`, { as: admin.token })).statusCode).toBe(status);
  });
});
