import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import {
  readAuthorizationResponse,
  authorizeUrl,
  type BrowserClient,
  openBrowserClient,
} from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';

type RequestParameters = Record<string, string | undefined>;

describe('GET /oauth/authorize', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  let key: Key;
  let browser: BrowserClient;

  beforeAll(async () => {
    testApp = await openTestApp();
    [ada, bob] = await Promise.all([people.ada(testApp), people.bob(testApp)]);
    key = await createKey(testApp, ada.id, {
      redirectUris: [
        CALLBACK,
        `${CALLBACK}?a=1&b=%20`,
        'http://127.0.0.1/cb',
        'http://[::1]/cb',
        'com.example.app:/cb',
        'http://127.0.0.1:7000/fixed',
      ],
    });
    browser = openBrowserClient(testApp);
    await browser.signIn(ada);
  });
  afterAll(() => testApp.close());

  const toAuthorizeUrl = (parameters: RequestParameters = {}) =>
    authorizeUrl({
      client_id: key.clientId,
      response_type: 'code',
      redirect_uri: CALLBACK,
      scope: 'openid',
      state: 'xyz',
      ...parameters,
    });
  const openPage = (parameters: RequestParameters = {}, userBrowser = browser) =>
    userBrowser.get(toAuthorizeUrl(parameters));
  const requestJson = (parameters: RequestParameters = {}) => testApp.request('GET', toAuthorizeUrl(parameters));

  describe('without a trusted redirect URI', () => {
    it.each([
      ['A01', 'an unknown client_id', { client_id: 'nobody' }, 'invalid_client'],
      ['A01', 'no client_id', { client_id: undefined }, 'invalid_client'],
      ['A02', 'no redirect_uri', { redirect_uri: undefined }, 'invalid_request'],
      ['A02', 'an empty one', { redirect_uri: '' }, 'invalid_request'],
      ...[
        'https://app.example/c',
        'https://app.example/cb2',
        'https://app.example/cb/',
        'https://app.example/cb/more',
        'https://app.example/CB',
        'https://app.example:443/cb',
        'https://app.example:8443/cb',
        'http://app.example/cb',
        'https://app.example/x/../cb',
        'https://app.example//cb',
        'https://user@app.example/cb',
        'https://app.example.evil.example/cb',
        'https://evil.example/cb',
        'https://äpp.example/cb',
        'https://app.example/%63b',
        'https://app.example/cb?a=1',
        'https://app.example\\@evil.example/cb',
        'javascript:alert(1)',
        'data:text/html,x',
        'http://127.0.0.1:99999/cb',
        'http://127.0.0.1:8080/other',
        'http://127.0.0.2:8080/cb',
        'http://localhost:8080/cb',
        'https://127.0.0.1:8080/cb',
        'http://127.0.0.1:7001/fixed',
      ].map((uri): [string, string, RequestParameters, string] => [
        'A02',
        uri,
        { redirect_uri: uri },
        'invalid_request',
      ]),
      ['A04', 'a fragment', { redirect_uri: `${CALLBACK}#x` }, 'invalid_request'],
      [
        'A19',
        'two redirect_uris',
        { redirect_uri: undefined, 'x=y&redirect_uri=a&redirect_uri': CALLBACK },
        'invalid_request',
      ],
    ])('%s: tells here, and nowhere else, of %s', async (_id, _what, parameters: RequestParameters, error) => {
      const [page, response] = [await openPage(parameters), await requestJson(parameters)];

      expect([page.statusCode, page.headers.location]).toEqual([400, undefined]);
      expect(page.headers['content-type']).toMatch(/^text\/html/);
      expect([response.statusCode, response.headers.location]).toEqual([400, undefined]);
      expect(response.json()).toMatchObject({ error, error_description: expect.any(String) });
    });

    it('shows an error page when the owner has removed the key', async () => {
      const deletedClient = await createKey(testApp, ada.id, { redirectUris: [CALLBACK] });
      const anonymous = openBrowserClient(testApp);
      const page = await openPage({ client_id: deletedClient.clientId }, anonymous);
      await testApp.orm.em.execute('delete from clients where client_id = ?', [deletedClient.clientId]);
      const response = await anonymous.follow(
        await anonymous.submit(page, { username: ada.email, password: ada.password }),
      );

      expect([response.statusCode, response.headers.location]).toEqual([400, undefined]);
    });
  });

  describe('with a loopback redirect URI', () => {
    it.each([
      'http://127.0.0.1:53219/cb',
      'http://127.0.0.1/cb',
      'http://[::1]:1/cb',
      'http://127.0.0.1:7000/fixed',
      'com.example.app:/cb',
    ])('sends to %s', async (uri) => {
      expect(readAuthorizationResponse(await openPage({ redirect_uri: uri })).base).toBe(uri);
    });

    it('lets only the owner try a key without redirect URIs there', async () => {
      const clientWithoutUris = await createKey(testApp, ada.id);
      const sent = { client_id: clientWithoutUris.clientId, redirect_uri: 'http://localhost:3000/cb' };
      const otherVisitor = openBrowserClient(testApp);
      await otherVisitor.signIn(bob);

      expect(readAuthorizationResponse(await openPage(sent)).query).toMatchObject({ code: expect.any(String) });
      expect((await openPage(sent, otherVisitor)).statusCode).toBe(400);
      expect((await openPage({ ...sent, redirect_uri: 'http://localhost.evil.example/cb' })).statusCode).toBe(400);
    });

    it('sends nothing there before the user is known, not even errors', async () => {
      const clientWithoutUris = await createKey(testApp, ada.id);
      const sent = { client_id: clientWithoutUris.clientId, redirect_uri: 'http://localhost:3000/cb' };

      for (const wrong of [{ scope: 'nonsense' }, { prompt: 'none' }]) {
        const response = await openPage({ ...sent, ...wrong }, openBrowserClient(testApp));
        expect([response.statusCode >= 400, response.headers.location]).toEqual([true, undefined]);
      }
      expect((await openPage(sent, openBrowserClient(testApp))).statusCode).toBe(200);
    });
  });

  describe('with an error for the application', () => {
    it.each([
      ['A06', 'no response_type', { response_type: undefined }, 'invalid_request'],
      ['A06', 'an unknown one', { response_type: 'cod' }, 'unsupported_response_type'],
      ['A06', 'an unknown combination', { response_type: 'code token' }, 'unsupported_response_type'],
      ['A06', 'a repeated word', { response_type: 'code code' }, 'unsupported_response_type'],
      ['A11', 'no scope', { scope: undefined }, 'invalid_scope'],
      ['A11', 'a scope without openid', { scope: 'profile' }, 'invalid_scope'],
      ['A11', 'an unknown scope without openid', { scope: 'everything' }, 'invalid_scope'],
      ['A11', 'a scope that cannot be a name', { scope: 'openid "x"' }, 'invalid_scope'],
      ['A13', 'a token with an unknown scope', { response_type: 'token', scope: 'everything' }, 'invalid_scope'],
      ['A13', 'an id_token without openid', { response_type: 'id_token', scope: 'email' }, 'invalid_scope'],
      ['A17', 'two prompts that exclude each other', { prompt: 'none login' }, 'invalid_request'],
      ['A17', 'an unknown prompt', { prompt: 'dance' }, 'invalid_request'],
      ['A18', 'a max_age that is no number', { max_age: '-1' }, 'invalid_request'],
      ['A19', 'a scope that appears twice', { 'x=y&scope=openid&scope': 'openid' }, 'invalid_request'],
      ['A26', 'a token in a query', { response_type: 'token', response_mode: 'query' }, 'invalid_request'],
      ['A26', 'an id_token in a query', { response_type: 'id_token', response_mode: 'query' }, 'invalid_request'],
      [
        'A26',
        'a code and an id_token in a query',
        { response_type: 'code id_token', response_mode: 'query' },
        'invalid_request',
      ],
      ['A27', 'an unknown response_mode', { response_mode: 'pigeon' }, 'invalid_request'],
      ['A28', 'a request object', { request: 'x.y.z' }, 'request_not_supported'],
      ['A28', 'the address of one', { request_uri: 'https://app.example/r' }, 'request_uri_not_supported'],
      ['A29', 'an id_token_hint that is none', { id_token_hint: 'x.y.z' }, 'invalid_request'],
    ])('%s sends %s back as an error', async (_id, _what, parameters: RequestParameters, error) => {
      const response = await openPage(parameters);
      const { base, query, fragment, hasFragment } = readAuthorizationResponse(response);
      const isImplicit = /token/.test(parameters.response_type ?? '');

      expect([response.statusCode, base, hasFragment]).toEqual([302, CALLBACK, isImplicit]);
      expect(isImplicit ? fragment : query).toEqual({
        error,
        error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
        state: 'xyz',
        iss: testApp.config.baseUrl,
      });
    });

    it.each([
      ['code', ['implicit']],
      ['token', ['authorization_code']],
      ['id_token', ['authorization_code']],
      ['code id_token', ['authorization_code']],
      ['code id_token', ['implicit']],
    ] as const)('sends %s back when the key may only use %s', async (type, grantTypes) => {
      const limitedClient = await createKey(testApp, ada.id, { redirectUris: [CALLBACK], grantTypes: [...grantTypes] });
      const { query, fragment } = readAuthorizationResponse(
        await openPage({ client_id: limitedClient.clientId, response_type: type }),
      );

      expect({ ...query, ...fragment }).toMatchObject({ error: 'unauthorized_client', state: 'xyz' });
    });
  });
});
