import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import { basic, postToken } from '../support/token-endpoint.js';
import { readAuthorizationResponse, authorizeUrl, openBrowserClient } from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';

type Entry = Readonly<
  Record<'action' | 'outcome' | 'detail', string> &
    Record<'user_id' | 'acting_user_id', number | null> &
    Record<'client_id' | 'address', string | null>
>;

describe('audit entries of browsers', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  let admin: Person;
  let key: Key;
  beforeAll(async () => {
    testApp = await openTestApp();
    [ada, bob, admin] = [await people.ada(testApp), await people.bob(testApp), await people.admin(testApp)];
    key = await createKey(testApp, bob.id, { redirectUris: [CALLBACK] });
  });
  afterAll(() => testApp.close());

  const read = async (query: string): Promise<Entry[]> =>
    (await testApp.request('GET', `/audit?${query}`, { as: admin.token })).json();
  const newest = async (query: string): Promise<Entry | undefined> => (await read(query))[0];
  const authorize = (type = 'code') =>
    authorizeUrl({ client_id: key.clientId, response_type: type, redirect_uri: CALLBACK, scope: 'openid', nonce: 'n' });
  const mine = { user_id: expect.any(Number), acting_user_id: expect.any(Number), address: '127.0.0.1' };

  it('a sign-in and a sign-out, each once', async () => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    expect(await newest('action=session.started')).toMatchObject({
      ...mine,
      outcome: 'granted',
      user_id: ada.id,
      acting_user_id: ada.id,
    });
    const before = (await read('action=session.ended')).length;

    await browser.get(`/oauth/logout?client_id=${key.clientId}`);
    await browser.get(`/oauth/logout?client_id=${key.clientId}`);
    const ended = await read('action=session.ended');
    expect([ended.length - before, ended[0]?.user_id, ended[0]?.outcome]).toEqual([1, ada.id, 'granted']);
  });

  it('a session that another sign-in in the same browser puts an end to', async () => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    await browser.signIn(bob);

    expect(await newest('action=session.ended')).toMatchObject({ user_id: ada.id });
    expect(await newest('action=session.started')).toMatchObject({ user_id: bob.id });
  });

  it('include a wrong password with the user, never the password', async () => {
    const browser = openBrowserClient(testApp);
    await browser.signIn({ ...ada, password: 'swordfish-99' });
    expect(await newest('action=session.started')).toMatchObject({ ...mine, outcome: 'denied', user_id: ada.id });
    await browser.signIn({ ...ada, email: 'swordfish-99@example.test' });
    expect(await newest('action=session.started')).toMatchObject({
      outcome: 'denied',
      user_id: null,
      address: '127.0.0.1',
    });

    expect(
      JSON.stringify(await testApp.orm.em.execute('select to_jsonb(e)::text "row" from audit_entries e')),
    ).not.toContain('swordfish');
  });

  it('include consents given and denied', async () => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    await browser.submit(await browser.get(authorize()), { decision: 'refuse' });
    expect(await newest('action=consent.given')).toMatchObject({
      ...mine,
      outcome: 'denied',
      user_id: ada.id,
      client_id: key.clientId,
      detail: 'openid read',
    });
    await browser.submit(await browser.get(authorize()), { decision: 'agree' });
    expect(await newest('action=consent.given')).toMatchObject({
      outcome: 'granted',
      user_id: ada.id,
      client_id: key.clientId,
      detail: 'openid read',
    });
  });

  it('the grants that follow, and a code that is refused, with whose it was', async () => {
    const { code = '' } = readAuthorizationResponse(await openBrowserClient(testApp).authorize(authorize(), ada)).query;
    await postToken(testApp, {
      form: { grant_type: 'authorization_code', code, redirect_uri: 'https://other.example/' },
      authorization: basic(key),
    });
    expect(await newest('action=token.authorization_code')).toMatchObject({
      outcome: 'denied',
      user_id: ada.id,
      client_id: key.clientId,
      detail: 'invalid_grant',
    });

    const { code: next = '' } = readAuthorizationResponse(
      await openBrowserClient(testApp).authorize(authorize(), ada),
    ).query;
    await postToken(testApp, { form: { grant_type: 'authorization_code', code: next }, authorization: basic(key) });
    expect(await newest('action=token.authorization_code')).toMatchObject({
      outcome: 'granted',
      user_id: ada.id,
      acting_user_id: ada.id,
      client_id: key.clientId,
    });

    for (const type of ['token', 'id_token', 'token id_token']) {
      const before = (await read('action=token.implicit')).length;
      await openBrowserClient(testApp).authorize(authorize(type), ada);
      expect((await read('action=token.implicit')).length).toBe(before + 1);
      expect(await newest('action=token.implicit')).toMatchObject({
        outcome: 'granted',
        user_id: ada.id,
        client_id: key.clientId,
      });
    }
  });

  it('a new password, and a closed account, end every session for good', async () => {
    const eli = await people.named(testApp, 'eli');
    const browsers = [openBrowserClient(testApp), openBrowserClient(testApp)];
    const isIn = async (browser: (typeof browsers)[number]) =>
      !(await browser.get(`${authorize()}&prompt=none`)).body.includes('login_required');
    for (const browser of browsers) await browser.signIn(eli);
    expect(await Promise.all(browsers.map(isIn))).toEqual([true, true]);

    const changed = await testApp.request('POST', '/users/me/password', {
      as: eli.token,
      body: { current_password: eli.password, new_password: 'nanoseconds' },
    });
    expect(changed.statusCode).toBe(200);
    expect(await Promise.all(browsers.map(isIn))).toEqual([false, false]);

    await browsers[0]?.signIn({ ...eli, password: 'nanoseconds' });
    expect(await Promise.all(browsers.map(isIn))).toEqual([true, false]);
    for (const what of ['disable', 'enable'])
      expect((await testApp.request('POST', `/users/${eli.id}/${what}`, { as: admin.token })).statusCode).toBe(200);
    expect(await Promise.all(browsers.map(isIn))).toEqual([false, false]);
  });
});
