import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import {
  readAuthorizationResponse,
  authorizeUrl,
  formsOf,
  type BrowserClient,
  openBrowserClient,
} from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';
const toHalfHash = (text: string): string =>
  createHash('sha256').update(text).digest().subarray(0, 16).toString('base64url');

type RequestParameters = Record<string, string | undefined>;

describe('responses of GET /oauth/authorize', () => {
  let testApp: TestApp;
  let ada: Person;
  let key: Key;
  let browser: BrowserClient;

  beforeAll(async () => {
    testApp = await openTestApp();
    ada = await people.ada(testApp);
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
  const authorize = (parameters: RequestParameters = {}, userBrowser = browser) =>
    userBrowser.get(toAuthorizeUrl(parameters));

  describe('to the application', () => {
    it('return a token in the fragment and its refresh token in a cookie for the token endpoint', async () => {
      const response = await authorize({ response_type: 'token' });
      const { base, fragment, query } = readAuthorizationResponse(response);

      expect([response.statusCode, base, query]).toEqual([302, CALLBACK, {}]);
      expect(fragment).toEqual({
        access_token: expect.stringMatching(/^kat_/),
        token_type: 'bearer',
        expires_in: '3600',
        scope: 'openid',
        state: 'xyz',
        iss: testApp.config.baseUrl,
      });
      expect((await testApp.request('GET', '/users/me', { as: fragment.access_token ?? '' })).json()).toMatchObject({
        id: ada.id,
      });
      expect(response.headers['set-cookie']).toMatch(
        /^refresh-[\w-]+=krt_[\w-]{43}; Max-Age=1209600; Path=\/oauth\/token; HttpOnly; SameSite=Lax$/,
      );
      expect(response.headers['cache-control']).toContain('no-store');
    });

    it('ignore unknown scopes and name the granted ones', async () => {
      const { fragment } = readAuthorizationResponse(
        await authorize({ response_type: 'token', scope: 'groups openid everything' }),
      );

      expect(fragment.scope).toBe('openid');
    });

    it('return an id_token alone with the user’s claims', async () => {
      const { fragment } = readAuthorizationResponse(
        await authorize({ response_type: 'id_token', scope: 'openid email', nonce: 'n' }),
      );

      expect(Object.keys(fragment).sort()).toEqual(['id_token', 'iss', 'state']);
      expect(decodeJwt(fragment.id_token ?? '')).toMatchObject({
        sub: String(ada.id),
        aud: key.clientId,
        nonce: 'n',
        email: ada.email,
      });
      expect(decodeJwt(fragment.id_token ?? '')).not.toHaveProperty('at_hash');
    });

    it.each(['token id_token', 'id_token token'])('return both for %s, linked by at_hash or c_hash', async (type) => {
      const { fragment } = readAuthorizationResponse(
        await authorize({ response_type: type, scope: 'openid email', nonce: 'n' }),
      );
      const claims = decodeJwt(fragment.id_token ?? '');

      expect(Object.keys(fragment).sort()).toEqual([
        'access_token',
        'expires_in',
        'id_token',
        'iss',
        'scope',
        'state',
        'token_type',
      ]);
      expect(claims).toMatchObject({ nonce: 'n', at_hash: toHalfHash(fragment.access_token ?? '') });
      expect(claims).not.toHaveProperty('email');
    });

    it.each(['code id_token', 'id_token code'])(
      'return both for %s in the fragment, linked by c_hash',
      async (type) => {
        const { fragment, query } = readAuthorizationResponse(await authorize({ response_type: type, nonce: 'n' }));

        expect([query, Object.keys(fragment).sort()]).toEqual([{}, ['code', 'id_token', 'iss', 'state']]);
        expect(decodeJwt(fragment.id_token ?? '')).toMatchObject({ c_hash: toHalfHash(fragment.code ?? '') });
      },
    );

    it('return a code in the fragment for response_mode=fragment', async () => {
      const { fragment, query } = readAuthorizationResponse(await authorize({ response_mode: 'fragment' }));

      expect([query, fragment]).toEqual([{}, { code: expect.any(String), state: 'xyz', iss: testApp.config.baseUrl }]);
    });

    it.each(['%', '%25', 'a+b', 'a b', 'ü€🎉', '"><script>', '&=?#/\\', 'x'.repeat(2048), '%E4', 'a%0d%0ab', "'"])(
      'return the state unchanged: %j',
      async (state) => {
        expect(readAuthorizationResponse(await authorize({ state })).query.state).toBe(state);
        expect(readAuthorizationResponse(await authorize({ state, response_type: 'token' })).fragment.state).toBe(
          state,
        );
      },
    );

    it('omit the state when there was none', async () => {
      expect(readAuthorizationResponse(await authorize({ state: undefined })).query).not.toHaveProperty('state');
      expect(readAuthorizationResponse(await authorize({ state: '' })).query).not.toHaveProperty('state');
    });

    it('keep the query of the registered URI', async () => {
      const response = await authorize({ redirect_uri: `${CALLBACK}?a=1&b=%20` });

      expect(response.headers.location).toMatch(/^https:\/\/app\.example\/cb\?a=1&b=%20&code=kac_/);
    });

    it('are the same for a posted form', async () => {
      const response = await browser.post('/oauth/authorize', {
        client_id: key.clientId,
        response_type: 'token',
        redirect_uri: CALLBACK,
        scope: 'openid',
        state: 'a+b %',
      });

      expect([response.statusCode, readAuthorizationResponse(response).fragment]).toEqual([
        302,
        expect.objectContaining({ access_token: expect.any(String), state: 'a+b %' }),
      ]);
    });

    it('turn a form from another site without cookies into a navigation with cookies', async () => {
      const sent = {
        client_id: key.clientId,
        response_type: 'code',
        redirect_uri: CALLBACK,
        scope: 'openid',
        state: 'a+b %',
      };
      const redirected = await openBrowserClient(testApp).post('/oauth/authorize', sent, {
        'sec-fetch-site': 'cross-site',
      });

      expect(redirected.statusCode).toBe(303);
      expect(readAuthorizationResponse(await browser.get(String(redirected.headers.location))).query).toMatchObject({
        code: expect.any(String),
        state: 'a+b %',
      });
    });

    it('post a form for response_mode=form_post, from a page whose policy allows only that form', async () => {
      const response = await authorize({
        response_type: 'token id_token',
        response_mode: 'form_post',
        state: '"><script>alert(1)</script>',
      });
      const [form] = formsOf(response.body);
      const policy = String(response.headers['content-security-policy']);
      const [, script = ''] = /<script>([^<]+)<\/script>/.exec(response.body) ?? [];

      expect([response.statusCode, response.headers.location]).toEqual([200, undefined]);
      expect(form).toMatchObject({
        action: CALLBACK,
        method: 'post',
        fields: {
          access_token: expect.stringMatching(/^kat_/),
          id_token: expect.any(String),
          state: '"><script>alert(1)</script>',
          iss: testApp.config.baseUrl,
        },
      });
      expect(policy).toContain("form-action 'self' https://app.example;");
      expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
      expect(response.body).not.toContain('alert(1)</script>');
      expect(response.headers['cache-control']).toContain('no-store');
    });

    it('post errors, too', async () => {
      const [form] = formsOf((await authorize({ response_mode: 'form_post', scope: 'nonsense' })).body);

      expect(form).toMatchObject({ action: CALLBACK, fields: { error: 'invalid_scope', state: 'xyz' } });
    });
  });
});
