import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import { readAuthorizationResponse, authorizeUrl, openBrowserClient } from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';

type Entry = Readonly<
  Record<'action' | 'outcome' | 'detail', string> &
    Record<'user_id' | 'acting_user_id', number | null> &
    Record<'client_id' | 'address', string | null>
>;

describe('every refusal is written down', () => {
  let testApp: TestApp;
  let ada: Person;
  let admin: Person;
  beforeEach(async () => {
    testApp = await openTestApp();
    [ada, admin] = [await people.ada(testApp), await people.admin(testApp)];
  });
  afterEach(() => testApp.close());

  const read = async (query = ''): Promise<Entry[]> =>
    (await testApp.request('GET', `/audit?per_page=1000${query}`, { as: admin.token })).json();
  const wrong = { form: passwordForm({ email: 'ada@example.test', password: 'wrong' } as Person) };

  it('whom a program tried when it was slowed down', async () => {
    for (let times = 0; times < 11; times++) await postToken(testApp, { ...wrong, authorization: basic(ada.key) });

    expect((await read())[0]).toMatchObject({
      action: 'token.password',
      outcome: 'denied',
      user_id: ada.id,
      client_id: ada.key.clientId,
      detail: 'slow_down',
    });
  });

  it('whom a browser tried when it was slowed down', async () => {
    for (let times = 0; times < 11; times++) await openBrowserClient(testApp).signIn({ ...ada, password: 'wrong' });
    const entries = await read('&action=session.started');

    expect(entries.map(({ detail }) => detail)).toEqual(['slow_down', ...Array<string>(10).fill('')]);
    expect(entries[0]).toMatchObject({ outcome: 'denied', user_id: ada.id, address: '127.0.0.1' });
  });

  it('a refresh cookie that may not be used', async () => {
    const key = await createKey(testApp, ada.id, { redirectUris: [CALLBACK], tokenEndpointAuthMethod: 'none' });
    const browser = openBrowserClient(testApp);
    const answer = await browser.authorize(
      authorizeUrl({ client_id: key.clientId, response_type: 'token', redirect_uri: CALLBACK, scope: 'openid' }),
      ada,
    );
    const form = { grant_type: 'refresh_token', client_id: key.clientId };
    const foreign = await browser.post('/oauth/token', form, { origin: 'https://evil.example' });
    const another = await browser.post('/oauth/token', { ...form, client_id: ada.key.clientId });

    expect(readAuthorizationResponse(answer).fragment).toHaveProperty('access_token');
    expect([foreign.statusCode, another.statusCode]).toEqual([400, 400]);
    expect((await read('&outcome=denied')).slice(0, 2).map(({ action, detail }) => [action, detail])).toEqual([
      ['token.refresh_token', 'invalid_grant'],
      ['token.refresh_token', 'invalid_request'],
    ]);
  });

  it('once more than sixty came from an address in a minute: that, and nothing further', async () => {
    for (let times = 0; times < 70; times++)
      await postToken(testApp, {
        form: { grant_type: 'client_credentials' },
        authorization: basic({ ...ada.key, clientSecret: 'wrong' }),
      });
    const entries = await read();

    expect(entries.filter(({ detail }) => detail === 'invalid_client')).toHaveLength(60);
    expect(entries.filter(({ action }) => action === 'audit.flood')).toEqual([
      expect.objectContaining({
        outcome: 'denied',
        address: '127.0.0.1',
        user_id: null,
        detail: expect.stringContaining('more than 60 denied requests'),
      }),
    ]);
    await postToken(testApp, { form: passwordForm(ada), authorization: basic(ada.key) });
    expect((await read())[0]).toMatchObject({ action: 'token.password', outcome: 'granted' });
  });

  it('a key that a user disables or enables in the database', async () => {
    const set = (enabled: boolean) =>
      testApp.orm.em.fork().execute('update clients set enabled = ? where client_id = ?', [enabled, ada.key.clientId]);
    await set(false);
    await set(false);
    await set(true);

    expect((await read()).slice(0, 2)).toEqual([
      expect.objectContaining({
        action: 'key.enabled',
        user_id: null,
        address: null,
        detail: `key ${ada.key.clientId}`,
      }),
      expect.objectContaining({ action: 'key.disabled', outcome: 'granted', detail: `key ${ada.key.clientId}` }),
    ]);
    expect((await read('&action=key.disabled')).length).toBe(1);
  });
});
