import { actInBrowser } from '../support/acting.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, issueToken, type Key, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import { tradingFloor } from '../support/trading-floor.js';
import {
  readAuthorizationResponse,
  authorizeUrl,
  type BrowserClient,
  openBrowserClient,
} from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';
const ACCESS = '/profile/access';

describe('third-party application', () => {
  let testApp: TestApp;
  let bob: Person;
  let application: Key;
  let userCount = 0;
  const { actingFor } = actInBrowser(() => testApp);

  beforeAll(async () => {
    testApp = await openTestApp();
    bob = await people.bob(testApp);
    application = await createKey(testApp, bob.id, { name: 'Reports', redirectUris: [CALLBACK] });
  });
  afterAll(() => testApp.close());

  const createUser = (role: 'Customer' | 'Admin' = 'Customer') =>
    people.named(testApp, `grantor${(userCount += 1)}`, role);
  const openSession = async (person: Person): Promise<BrowserClient> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(person);
    return browser;
  };
  const toAuthorizeUrl = (scope: string, parameters: Record<string, string> = {}) =>
    authorizeUrl({
      client_id: application.clientId,
      response_type: 'token',
      redirect_uri: CALLBACK,
      scope,
      ...parameters,
    });
  const grantAccess = async (browser: BrowserClient, person: Person, scope: string, parameters = {}) =>
    readAuthorizationResponse(await browser.authorize(toAuthorizeUrl(scope, parameters), person)).fragment;
  const requestToken = async (browser: BrowserClient, person: Person, scope: string) =>
    (await grantAccess(browser, person, scope)).access_token ?? '';
  const sendRequest = async (method: 'DELETE' | 'GET' | 'POST' | 'PUT', path: string, as: string, body?: object) =>
    testApp.request(method, path, { as, ...(body && { body }) });
  const getStatus = async (path: string, as: string) => (await sendRequest('GET', path, as)).statusCode;
  const listClients = async (person: Person) =>
    (await sendRequest('GET', '/oauth/client', person.token)).json<
      { client_id: string; name: string; secret: string }[]
    >();
  const findConsent = async (person: Person) =>
    (
      await testApp.orm.em
        .fork()
        .execute<{ scope: string }[]>('select scope from consents where user_id = ? and client_id = ?', [
          person.id,
          application.clientId,
        ])
    )[0]?.scope
      .split(' ')
      .sort();
  const findRow = (body: string) => /<tr><th scope="row">Reports.*/.exec(body)?.[0] ?? '';

  describe('and API keys of its user', () => {
    it('reads no secret and changes no key without the scope keys: 403 insufficient_scope', async () => {
      const ada = await createUser();
      const token = await requestToken(await openSession(ada), ada, 'openid');
      const { clientId } = ada.key;
      const responses = [
        await sendRequest('GET', '/oauth/client', token),
        await sendRequest('POST', '/oauth/client', token, { name: 'Outlives it' }),
        await sendRequest('PUT', '/oauth/client', token, {
          client_id: clientId,
          name: 'Taken over',
          redirect_uris: [CALLBACK],
        }),
        await sendRequest('POST', `/oauth/client/${clientId}/secret`, token, {}),
        await sendRequest('GET', `/oauth/client/${clientId}/requests`, token),
        await sendRequest('DELETE', `/oauth/client/${clientId}`, token),
      ];

      expect(responses.map(({ statusCode, headers }) => [statusCode, headers['www-authenticate']])).toEqual(
        responses.map(() => [403, 'Bearer realm="kontor", error="insufficient_scope", scope="keys"']),
      );
      expect(responses.map(({ body }) => body).join('')).not.toContain(ada.key.clientSecret);
      expect(await listClients(ada)).toEqual([{ client_id: clientId, name: 'A key', secret: ada.key.clientSecret }]);
    });

    it('manages keys with the scope keys, which the consent page describes', async () => {
      const ada = await createUser();
      const browser = await openSession(ada);
      const page = await browser.get(toAuthorizeUrl('openid keys'));
      expect(page.body).toContain(
        '<li>Manage your API keys and profile: see the secrets of all keys, make, change and remove keys. Anybody who has a key can act for its owner in everything</li>',
      );
      expect(page.body).not.toContain('See your profile, accounts');
      const token = await requestToken(browser, ada, 'openid keys');

      expect((await sendRequest('POST', '/oauth/client', token, { name: 'Made by Reports' })).statusCode).toBe(200);
      expect((await sendRequest('GET', '/oauth/client', token)).json()).toHaveLength(2);
    });

    it('loses the keys that it created when its access is withdrawn, and the page lists them before', async () => {
      const ada = await createUser();
      const browser = await openSession(ada);
      const token = await requestToken(browser, ada, 'openid keys');
      const createdClient = (
        await sendRequest('POST', '/oauth/client', token, {
          name: 'Made <b>by</b> Reports',
          grant_types: ['client_credentials'],
        })
      ).json<{ client_id: string; secret: string }>();
      const ownToken = (await sendRequest('POST', '/oauth/client', ada.token, { name: 'Made by Ada' })).json<{
        client_id: string;
      }>();
      const keptToken = (
        await postToken(testApp, {
          form: { grant_type: 'client_credentials' },
          authorization: basic({ clientId: createdClient.client_id, clientSecret: createdClient.secret }),
        })
      ).json<{ access_token: string }>().access_token;
      expect(await getStatus('/users/me', keptToken)).toBe(200);

      const page = await browser.get(ACCESS);
      expect(findRow(page.body)).toContain(
        'It made API keys, which end when you withdraw its access:</p><ul><li><bdi>Made &lt;b&gt;by&lt;/b&gt; Reports</bdi></li></ul>',
      );
      await browser.press(page, `${ACCESS}/applications/${application.clientId}/withdraw`);

      expect((await listClients(ada)).map(({ client_id: id }) => id)).toEqual([ada.key.clientId, ownToken.client_id]);
      expect(
        await testApp.request('GET', '/users/me', { as: keptToken, headers: { prefer: 'status=401' } }),
      ).toMatchObject({ statusCode: 401 });
      expect((await browser.get(ACCESS)).body).not.toContain('Reports');
      const removed = (await sendRequest('GET', '/audit?action=key.removed', ada.token)).json<object[]>();
      expect(removed).toEqual([
        expect.objectContaining({
          user_id: ada.id,
          detail: `key ${createdClient.client_id}, made through ${application.clientId}`,
        }),
      ]);
    });

    it('with the scope keys shows a warning to replace secrets before and after the withdrawal', async () => {
      const [before, after] = [
        'check them and replace their secrets when you withdraw its access',
        'It could read and change your API keys. Check them and replace their secrets on the API keys page.',
      ];
      const withdrawAccess = async (person: Person) => {
        const browser = await openSession(person);
        const page = await browser.get(ACCESS);
        await browser.press(page, `${ACCESS}/applications/${application.clientId}/withdraw`);
        return [
          findRow(page.body).includes(before),
          (await browser.get(ACCESS)).body.includes(`The application has no access any more. ${after}`),
        ];
      };
      const [consentingUser, readOnlyUser, tokenHolder] = [await createUser(), await createUser(), await createUser()];
      await requestToken(await openSession(consentingUser), consentingUser, 'openid keys');
      await requestToken(await openSession(readOnlyUser), readOnlyUser, 'openid read trade');
      await issueToken(testApp, { userId: tokenHolder.id, clientId: application.clientId, scope: 'openid keys' });

      expect([
        await withdrawAccess(consentingUser),
        await withdrawAccess(readOnlyUser),
        await withdrawAccess(tokenHolder),
      ]).toEqual([
        [true, true],
        [false, false],
        [true, true],
      ]);
    });

    it('leaves keys that the user created with it when it is first-party', async () => {
      const ada = await createUser();
      const firstPartyClient = await createKey(testApp, bob.id, { name: 'The interface', firstParty: true });
      const token = await issueToken(testApp, { userId: ada.id, clientId: firstPartyClient.clientId, scope: 'openid' });
      await sendRequest('POST', '/oauth/client', token, { name: 'Made in the interface' });
      const browser = await openSession(ada);
      await browser.press(await browser.get(ACCESS), `${ACCESS}/applications/${firstPartyClient.clientId}/withdraw`);

      expect((await listClients(ada)).map(({ name }) => name)).toEqual(['A key', 'Made in the interface']);
    });
  });

  describe('and scopes', () => {
    it('gets read for openid alone, shown by the consent page, the response and /profile/access', async () => {
      const ada = await createUser();
      const browser = await openSession(ada);
      const page = await browser.get(toAuthorizeUrl('openid'));
      expect(page.body).toContain('<li>See your profile, accounts, orders, positions and events, and market data</li>');
      expect(page.body).not.toContain('place');

      expect((await grantAccess(browser, ada, 'openid')).scope).toBe('openid read');
      expect(await findConsent(ada)).toEqual(['openid', 'read']);
      expect(findRow((await browser.get(ACCESS)).body)).toContain(
        '<ul><li>Know which user you are here</li><li>See your profile, accounts, orders, positions and events, and market data</li></ul>',
      );
    });

    it('asks again for trade and remembers both', async () => {
      const ada = await createUser();
      const browser = await openSession(ada);
      await grantAccess(browser, ada, 'openid read');
      expect(
        readAuthorizationResponse(await browser.get(toAuthorizeUrl('openid read trade', { prompt: 'none' }))).fragment
          .error,
      ).toBe('consent_required');
      const page = await browser.get(toAuthorizeUrl('openid read trade'));
      expect(page.body).toContain(
        '<li>Trade in your accounts: place, change and cancel orders, and report balances and positions</li>',
      );

      expect((await grantAccess(browser, ada, 'openid read trade')).scope).toBe('openid read trade');
      expect(
        readAuthorizationResponse(await browser.get(toAuthorizeUrl('openid read trade', { prompt: 'none' }))).fragment,
      ).toHaveProperty('access_token');
    });

    it('gets them with the code flow as well', async () => {
      const ada = await createUser();
      const { code = '' } = readAuthorizationResponse(
        await (await openSession(ada)).authorize(toAuthorizeUrl('openid', { response_type: 'code' }), ada),
      ).query;
      const tokenResponse = (
        await postToken(testApp, {
          form: { grant_type: 'authorization_code', code, redirect_uri: CALLBACK },
          authorization: basic(application),
        })
      ).json<{ access_token: string; scope: string }>();

      expect(tokenResponse.scope).toBe('openid read');
      expect(await getStatus('/oauth/client', tokenResponse.access_token)).toBe(403);
    });

    it('has no access to the API with an id token alone', async () => {
      const ada = await createUser();
      const browser = await openSession(ada);
      const page = await browser.get(toAuthorizeUrl('openid trade', { response_type: 'id_token', nonce: 'n' }));
      expect(page.body).toContain('<ul>\n<li>Know which user you are here</li>\n</ul>');
      expect(await grantAccess(browser, ada, 'openid trade', { response_type: 'id_token', nonce: 'n' })).toHaveProperty(
        'id_token',
      );
      expect(await findConsent(ada)).toEqual(['openid']);
    });

    it('of the user or first-party keeps full access', async () => {
      const ada = await createUser();
      const browser = await openSession(ada);
      for (const [owner, parameters] of [
        [ada, {}],
        [bob, { firstParty: true }],
      ] as const) {
        const key = await createKey(testApp, owner.id, { redirectUris: [CALLBACK], ...parameters });
        const { access_token: token = '', scope } = readAuthorizationResponse(
          await browser.authorize(
            authorizeUrl({ client_id: key.clientId, response_type: 'token', redirect_uri: CALLBACK, scope: 'openid' }),
            ada,
          ),
        ).fragment;
        expect([scope, await getStatus('/oauth/client', token)]).toEqual(['openid', 200]);
      }
    });
  });

  describe('of an administrator', () => {
    it('gets no administration with openid', async () => {
      const admin = await createUser('Admin');
      const floor = await tradingFloor(testApp);
      const token = await requestToken(await openSession(admin), admin, 'openid read trade keys');
      const foreignAccount = await floor.account(bob);

      expect((await grantAccess(await openSession(admin), admin, 'openid read trade keys')).scope).toBe(
        'openid read trade',
      );
      expect((await sendRequest('GET', '/users/me', token)).json()).toMatchObject({ id: admin.id });
      expect(
        await Promise.all(['/administration', '/users', `/users/${bob.id}`].map((path) => getStatus(path, token))),
      ).toEqual([403, 403, 403]);
      expect((await sendRequest('POST', `/users/${bob.id}/disable`, token)).statusCode).toBe(403);
      expect(
        (await sendRequest('PUT', `/oauth/client/${application.clientId}/first-party`, token, { first_party: true }))
          .statusCode,
      ).toBe(403);
      expect(await getStatus(`/accounts/${foreignAccount}`, token)).toBe(404);
      expect((await floor.act(token, floor.limit(foreignAccount, { limit_price: 10 }))).statusCode).toBe(422);
      expect((await sendRequest('GET', `/audit?user_id=${bob.id}`, token)).json()).toEqual([]);
    });

    it('gets administration with the scope admin, described and asked each time', async () => {
      const admin = await createUser('Admin');
      const browser = await openSession(admin);
      for (let round = 0; round < 2; round++) {
        const page = await browser.get(toAuthorizeUrl('openid read admin'));
        expect(page.body).toContain(
          '<li>Administer this service as you do: users, accounts and who may use them, instruments and halts. You are asked each time</li>',
        );
        expect(page.body).toContain('You will be asked again each time it asks to administer this service.');
        const { access_token: token = '', scope } = readAuthorizationResponse(
          await browser.follow(await browser.submit(page, { decision: 'agree' })),
        ).fragment;
        expect([scope, await getStatus('/users', token), await getStatus('/administration', token)]).toEqual([
          'openid read admin',
          200,
          200,
        ]);
        expect(
          (await sendRequest('PUT', `/oauth/client/${application.clientId}/first-party`, token, { first_party: true }))
            .statusCode,
        ).toBe(403);
      }
      expect(await findConsent(admin)).toEqual(['openid', 'read']);
      expect(
        readAuthorizationResponse(await browser.get(toAuthorizeUrl('openid read admin', { prompt: 'none' }))).fragment
          .error,
      ).toBe('consent_required');
    });

    it('is offered no admin scope by a customer or an acting administrator', async () => {
      const ada = await createUser();
      const page = await (await openSession(ada)).get(toAuthorizeUrl('openid read admin'));
      const actingPage = await (await actingFor(ada)).get(toAuthorizeUrl('openid read admin'));

      expect([page.body.includes('Administer'), actingPage.body.includes('Administer')]).toEqual([false, false]);
      expect((await grantAccess(await openSession(ada), ada, 'openid read admin')).scope).toBe('openid read');
    });

    it('is listed with its account grants, which remain after the withdrawal', async () => {
      const [admin, eve] = [await createUser('Admin'), await people.eve(testApp)];
      const acctId = await (await tradingFloor(testApp)).account(bob);
      const browser = await openSession(admin);
      const token = await requestToken(browser, admin, 'openid read admin');
      expect(
        (await sendRequest('PUT', `/accounts/${acctId}/grants/${eve.id}`, token, { access: 'Trade' })).statusCode,
      ).toBe(200);
      const grantRow = `<a href="/accounts/${acctId}/grants">Account ${acctId}</a>: <bdi>${eve.email}</bdi>, Trade`;

      const page = await browser.get(ACCESS);
      expect(findRow(page.body)).toContain(grantRow);
      await browser.press(page, `${ACCESS}/applications/${application.clientId}/withdraw`);
      const remainingRow = findRow((await browser.get(ACCESS)).body);
      expect([remainingRow.includes(grantRow), remainingRow.includes('<form')]).toEqual([true, false]);
    });
  });

  it('loses all tokens with a password change, as own keys do', async () => {
    const ada = await createUser();
    const token = await requestToken(await openSession(ada), ada, 'openid');
    const serverClient = await createKey(testApp, ada.id, { grantTypes: ['client_credentials'] });
    const clientToken = (
      await postToken(testApp, { form: { grant_type: 'client_credentials' }, authorization: basic(serverClient) })
    ).json<{ access_token: string }>().access_token;
    const ownToken = (await postToken(testApp, { form: passwordForm(ada), authorization: basic(ada.key) })).json<{
      access_token: string;
    }>().access_token;
    await sendRequest('POST', '/users/me/password', ownToken, {
      current_password: ada.password,
      new_password: 'another long one',
    });

    expect(await Promise.all([token, clientToken, ownToken].map((as) => getStatus('/users/me', as)))).toEqual([
      303, 303, 303,
    ]);
  });
});
