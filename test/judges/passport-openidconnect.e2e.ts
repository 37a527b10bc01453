import type { IncomingMessage, ServerResponse } from 'node:http';
import passport from 'passport';
import OpenIDConnectStrategy from 'passport-openidconnect';
import { type ProviderUnderTest, openJudged } from '../support/judged.js';
import { giveKey, type Key } from '../support/people.js';
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
  let judged: ProviderUnderTest;
  let key: Key;
  let application: Awaited<ReturnType<typeof openRelyingParty>>;
  const sessions = new Map<string, object>();
  let lastId = 0;

  const strategyOf = (callbackURL: string, clientSecret = key.clientSecret) =>
    new OpenIDConnectStrategy(
      {
        issuer: judged.url,
        authorizationURL: `${judged.url}/oauth/authorize`,
        tokenURL: `${judged.url}/oauth/token`,
        userInfoURL: `${judged.url}/oauth/userinfo`,
        clientID: key.clientId,
        clientSecret,
        callbackURL,
        nonce: 'yes',
      },
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
        // eslint-disable-next-line max-params -- the library decides by their number what it passes.
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
      const extended = Object.assign(request, {
        session: withSession(request, response),
        query: Object.fromEntries(url.searchParams),
      });
      const options = { session: false, scope: url.searchParams.get('scope')?.split(' ') ?? [] };
      const answer = (error: Error | null | undefined, user: unknown, info: unknown): void => {
        if (error) reject(error);
        else
          response
            .writeHead(user === false ? 401 : 200, { 'content-type': 'application/json' })
            .end(JSON.stringify(user === false ? info : user));
      };
      passport.authenticate(name, options, answer)(extended, response, reject);
    });

  beforeAll(async () => {
    judged = await openJudged();
    application = await openRelyingParty((request, response, url) =>
      authenticate(url.pathname.startsWith('/wrong') ? 'wrong' : 'kontor', request, response, url),
    );
    key = await giveKey(judged.testApp, judged.ada.id, {
      redirectUris: [`${application.origin}/cb`, `${application.origin}/wrong/cb`],
    });
    passport.use('kontor', strategyOf(`${application.origin}/cb`));
    passport.use('wrong', strategyOf(`${application.origin}/wrong/cb`, 'wrong'));
  });
  afterAll(async () => {
    await application.close();
    await judged.close();
  });

  const visit = async (path: string, cookie = '') => {
    const response = await fetch(new URL(path, application.origin), { headers: { cookie }, redirect: 'manual' });
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
      body: await response.text(),
    };
  };
  const signIn = async (scope: string, path = '/login') => {
    const begun = await visit(`${path}?scope=${encodeURIComponent(scope)}`);
    const callback = await judged.comeBack(begun.location, judged.browser(), judged.bob);
    return { ...(await visit(`${callback.pathname}${callback.search}`, begun.cookie)), callback, begun };
  };
  const call = async (method: 'GET' | 'POST', path: string, token: string) => {
    const response = await fetch(new URL(path, judged.url), {
      method,
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    });
    return [response.status, response.headers.get('www-authenticate')];
  };

  it('signs a user in by a code, with name and email from userinfo', async () => {
    const { status, body } = await signIn('profile email');

    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      issuer: judged.url,
      scope: 'openid profile email read',
      profile: { id: String(judged.bob.id) },
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
    const begun = await visit('/login');
    const callback = await judged.comeBack(begun.location, judged.browser(), judged.bob);
    const { status, body } = await visit(`${callback.pathname}${callback.search}`, (await visit('/login')).cookie);

    expect([status, body]).toEqual([401, expect.stringContaining('Invalid authorization request state')]);
  });

  it('reports access_denied when the user does not agree', async () => {
    const begun = await visit('/login?scope=read%20trade%20keys');
    const callback = await judged.refuse(begun.location, judged.bob);

    expect(callback.searchParams.get('error')).toBe('access_denied');
    expect((await visit(`${callback.pathname}${callback.search}`, begun.cookie)).status).toBe(401);
  });

  it('reports a code that was used before, and a wrong secret', async () => {
    const { callback } = await signIn('');
    const replayed = await visit('/login');
    callback.searchParams.set('state', new URL(replayed.location).searchParams.get('state') ?? '');

    expect((await visit(`${callback.pathname}${callback.search}`, replayed.cookie)).body).toContain(
      'The code is unknown, expired or used',
    );
    expect((await signIn('', '/wrong/login')).status).toBe(500);
  });
});
