import type { IncomingMessage, ServerResponse } from 'node:http';
import passport from 'passport';
import OpenIDConnectStrategy from 'passport-openidconnect';
import { type ProviderUnderTest, openProviderUnderTest } from '../support/provider-under-test.js';
import { createKey, type Key } from '../support/people.js';
import { openRelyingParty } from '../support/relying-party.js';

type Profile = Readonly<{ id: string; displayName?: string; emails?: { value: string }[] }>;

/** What the application knows of a user who has signed in. */
type SignedInUser = Readonly<{
  issuer: string;
  profile: Profile;
  accessToken: string;
  refreshToken: string;
  scope: string;
}>;

/**
 * passport-openidconnect 0.1 on the service, over HTTP, in an application on plain node:http. The library keeps `state` and `nonce` in the application's session and sends the secret in the body.
 * What it cannot do: discovery, PKCE, signatures of id tokens (it relies on TLS), `iss` in the answer, refresh, logout.
 */
describe('passport-openidconnect 0.1 (cannot: discovery, PKCE, signatures, iss, refresh, logout)', () => {
  let provider: ProviderUnderTest;
  let key: Key;
  let application: Awaited<ReturnType<typeof openRelyingParty>>;
  const sessions = new Map<string, object>();
  let lastId = 0;

  const createStrategy = (callbackURL: string, clientSecret = key.clientSecret) =>
    new OpenIDConnectStrategy(
      {
        issuer: provider.url,
        authorizationURL: `${provider.url}/oauth/authorize`,
        tokenURL: `${provider.url}/oauth/token`,
        userInfoURL: `${provider.url}/oauth/userinfo`,
        clientID: key.clientId,
        clientSecret,
        callbackURL,
        nonce: 'yes',
      },
      // eslint-disable-next-line kontor/few-parameters -- the library decides by their number what it passes.
      (
        issuer: string,
        _ui: object,
        profile: object,
        _context: object,
        _idToken: string | object,
        accessToken: string | object,
        refreshToken: string,
        { scope }: { scope: string },
        done: OpenIDConnectStrategy.VerifyCallback,
      ) => done(null, { issuer, profile, accessToken, refreshToken, scope }),
    );

  /** The application's session is found by a cookie, as express-session does it. */
  const withSession = (request: IncomingMessage, response: ServerResponse): object => {
    const [, id = String((lastId += 1))] = /\bsid=(\d+)/.exec(request.headers.cookie ?? '') ?? [];
    const session = sessions.get(id) ?? {};
    sessions.set(id, session);
    response.setHeader('set-cookie', `sid=${id}; Path=/; HttpOnly`);
    return session;
  };

  const authenticate = (name: string, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> =>
    new Promise((resolve, reject) => {
      response.once('finish', resolve);
      const extendedRequest = Object.assign(request, {
        session: withSession(request, response),
        query: Object.fromEntries(url.searchParams),
      });
      const options = { session: false, scope: url.searchParams.get('scope')?.split(' ') ?? [] };
      const done = (error: Error | null | undefined, user: unknown, info: unknown): void => {
        if (error) reject(error);
        else
          response
            .writeHead(user === false ? 401 : 200, { 'content-type': 'application/json' })
            .end(JSON.stringify(user === false ? info : user));
      };
      passport.authenticate(name, options, done)(extendedRequest, response, reject);
    });

  beforeAll(async () => {
    provider = await openProviderUnderTest();
    application = await openRelyingParty((request, response, url) =>
      authenticate(url.pathname.startsWith('/wrong') ? 'wrong' : 'kontor', request, response, url),
    );
    key = await createKey(provider.testApp, provider.ada.id, {
      redirectUris: [`${application.origin}/cb`, `${application.origin}/wrong/cb`],
    });
    passport.use('kontor', createStrategy(`${application.origin}/cb`));
    passport.use('wrong', createStrategy(`${application.origin}/wrong/cb`, 'wrong'));
  });
  afterAll(async () => {
    await application.close();
    await provider.close();
  });

  const openPage = async (path: string, cookie = '') => {
    const response = await fetch(new URL(path, application.origin), { headers: { cookie }, redirect: 'manual' });
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
      body: await response.text(),
    };
  };
  const signIn = async (scope: string, path = '/login') => {
    const redirect = await openPage(`${path}?scope=${encodeURIComponent(scope)}`);
    const callback = await provider.comeBack(redirect.location, provider.browser(), provider.bob);
    return {
      ...(await openPage(`${callback.pathname}${callback.search}`, redirect.cookie)),
      callback,
      begun: redirect,
    };
  };
  const call = async (method: 'GET' | 'POST', path: string, token: string) => {
    const response = await fetch(new URL(path, provider.url), {
      method,
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    });
    return [response.status, response.headers.get('www-authenticate')];
  };

  it('signs a user in by a code, with name and email from userinfo', async () => {
    const { status, body } = await signIn('profile email');

    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      issuer: provider.url,
      scope: 'openid profile email read',
      profile: { id: String(provider.bob.id) },
    });
  });

  it('receives a token that reads and gets 403 insufficient_scope at API keys', async () => {
    const { accessToken, scope } = JSON.parse((await signIn('')).body) as SignedInUser;

    expect(scope).toBe('openid read');
    expect(await call('GET', '/accounts', accessToken)).toEqual([200, null]);
    expect(await call('GET', '/oauth/client', accessToken)).toEqual([
      403,
      'Bearer realm="kontor", error="insufficient_scope", scope="keys"',
    ]);
  });

  it('receives trade when the user has agreed to it, and a refresh token', async () => {
    const { accessToken, scope, refreshToken } = JSON.parse((await signIn('read trade')).body) as SignedInUser;

    expect([scope, refreshToken]).toEqual(['openid read trade', expect.stringMatching(/^krt_/)]);
    expect((await call('POST', '/orderactions/preview', accessToken))[0]).not.toBe(403);
  });

  it('refuses the answer in another session than the one in which the sign-in began', async () => {
    const redirect = await openPage('/login');
    const callback = await provider.comeBack(redirect.location, provider.browser(), provider.bob);
    const { status, body } = await openPage(
      `${callback.pathname}${callback.search}`,
      (await openPage('/login')).cookie,
    );

    expect([status, body]).toEqual([401, expect.stringContaining('Invalid authorization request state')]);
  });

  it('reports access_denied when the user does not agree', async () => {
    const redirect = await openPage('/login?scope=read%20trade%20keys');
    const callback = await provider.refuse(redirect.location, provider.bob);

    expect(callback.searchParams.get('error')).toBe('access_denied');
    expect((await openPage(`${callback.pathname}${callback.search}`, redirect.cookie)).status).toBe(401);
  });

  it('reports a code that was used before, and a wrong secret', async () => {
    const { callback } = await signIn('');
    const replayed = await openPage('/login');
    callback.searchParams.set('state', new URL(replayed.location).searchParams.get('state') ?? '');

    expect((await openPage(`${callback.pathname}${callback.search}`, replayed.cookie)).body).toContain(
      'The code is unknown, expired or used',
    );
    expect((await signIn('', '/wrong/login')).status).toBe(500);
  });
});
