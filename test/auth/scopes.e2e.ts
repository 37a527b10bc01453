import { once } from 'node:events';
import { WebSocket } from 'ws';
import { ProtectedTestController } from '../support/guarded-test.controller.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, issueToken, type Key, people, type Person } from '../support/people.js';
import { undecidedRoutes } from '../support/route-scopes.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import { tradingFloor } from '../support/trading-floor.js';

const toChallenge = (scope: string): string => `Bearer realm="kontor", error="insufficient_scope", scope="${scope}"`;

type TokenResponse = Readonly<{ access_token: string; refresh_token: string; scope?: string; error?: string }>;

describe('scopes of access tokens', () => {
  let testApp: TestApp;
  let ada: Person;
  let vendor: Key;
  beforeAll(async () => {
    testApp = await openTestApp({ controllers: [ProtectedTestController] });
    ada = await people.ada(testApp);
    vendor = await createKey(testApp, (await people.bob(testApp)).id, {
      grantTypes: ['password', 'refresh_token', 'authorization_code', 'implicit', 'client_credentials'],
    });
  });
  afterAll(() => testApp.close());

  const createLimitedToken = (scope: string, person = ada, key = vendor) =>
    issueToken(testApp, { userId: person.id, clientId: key.clientId, scope });
  const getStatus = async (as: string, path: string) => (await testApp.request('GET', path, { as })).statusCode;
  const placeOrder = async (as: string) => {
    const floor = await tradingFloor(testApp);
    return (await floor.act(as, floor.limit(await floor.account(ada), { limit_price: 10 }))).statusCode;
  };
  const requestTokens = async (form: Record<string, string>, key = vendor) =>
    (await postToken(testApp, { form, authorization: basic(key) })).json<TokenResponse>();
  const readRights = async (as: string) => [
    await getStatus(as, '/orders'),
    await getStatus(as, '/oauth/client'),
    await placeOrder(as),
  ];
  const introspect = async (token: string, key = vendor) =>
    (
      await testApp.request('POST', '/oauth/introspect', {
        headers: { authorization: basic(key), 'content-type': 'application/x-www-form-urlencoded' },
        body: { token },
      })
    ).json<{ scope: string }>();

  it('have a rule for every endpoint that accepts a token', async () => {
    expect((await undecidedRoutes(testApp)).sort()).toEqual([
      'GET /endpoints/stream',
      'GET /endpoints/unsigned',
      'POST /endpoints/cancel',
      'POST /endpoints/unsigned',
    ]);
  });

  it('allow a third-party token with openid to read only', async () => {
    const token = await createLimitedToken('openid');
    const rejected = [
      await testApp.request('POST', '/orderactions', { as: token, body: {} }),
      await testApp.request('GET', '/oauth/client', { as: token }),
      await testApp.request('GET', '/users', { as: token }),
    ];

    expect(
      await Promise.all(['/users/me', '/accounts', '/orders', '/audit'].map((path) => getStatus(token, path))),
    ).toEqual([200, 200, 200, 200]);
    expect(rejected.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    expect(rejected.map(({ headers }) => headers['www-authenticate'])).toEqual(
      ['trade', 'keys', 'admin'].map(toChallenge),
    );
    expect(rejected[0]?.headers['content-type']).toContain('application/problem+json');
    expect(rejected[0]?.json()).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
      detail: 'The access token lacks the scope trade.',
    });
  });

  it('refuse an endpoint without a rule to every limited token', async () => {
    const rejected = await testApp.request('GET', '/endpoints/unsigned', {
      as: await createLimitedToken('openid read trade keys'),
    });

    expect([rejected.statusCode, rejected.headers['www-authenticate']]).toEqual([
      403,
      'Bearer realm="kontor", error="insufficient_scope"',
    ]);
  });

  it('allow exactly what they name: trade places orders and reads nothing', async () => {
    const [trade, read] = [await createLimitedToken('openid trade'), await createLimitedToken('openid read')];

    expect([await placeOrder(trade), await placeOrder(read)]).toEqual([201, 403]);
    expect([await getStatus(trade, '/orders'), await getStatus(read, '/orders')]).toEqual([403, 200]);
  });

  it('leave first-party tokens with openid or none unlimited, and limit others', async () => {
    for (const scope of ['', 'openid', 'openid profile email offline_access']) {
      const ownToken = await createLimitedToken(scope, ada, ada.key);
      expect([
        await getStatus(ownToken, '/oauth/client'),
        await getStatus(ownToken, '/orders'),
        await placeOrder(ownToken),
      ]).toEqual([200, 200, 201]);
    }
    const readOnlyToken = await createLimitedToken('openid read', ada, ada.key);
    expect([
      await getStatus(readOnlyToken, '/orders'),
      await getStatus(readOnlyToken, '/oauth/client'),
      await placeOrder(readOnlyToken),
    ]).toEqual([200, 403, 403]);
  });

  it('leave tokens of a marked key unlimited until the mark is removed', async () => {
    const admin = await people.admin(testApp);
    const key = await createKey(testApp, admin.id);
    const token = await createLimitedToken('openid', ada, key);
    const setFirstParty = async (isFirstParty: boolean) =>
      (
        await testApp.request('PUT', `/oauth/client/${key.clientId}/first-party`, {
          as: admin.token,
          body: { first_party: isFirstParty },
        })
      ).json<object>();

    expect(await getStatus(token, '/oauth/client')).toBe(403);
    expect(await setFirstParty(true)).toEqual({
      client_id: key.clientId,
      name: 'A key',
      secret: '',
      first_party: true,
    });
    expect([await getStatus(token, '/oauth/client'), await placeOrder(token)]).toEqual([200, 201]);
    expect(await setFirstParty(false)).not.toHaveProperty('first_party');
    expect([await getStatus(token, '/oauth/client'), await getStatus(token, '/orders')]).toEqual([403, 200]);
  });

  it('are at most read and trade for a password grant of a third-party key', async () => {
    const withoutScope = await requestTokens(passwordForm(ada));
    const broadScope = await requestTokens(passwordForm(ada, { scope: 'openid trade keys admin' }));
    const administrator = await requestTokens(
      passwordForm(await people.admin(testApp), { scope: 'openid admin keys' }),
    );

    expect([withoutScope.scope, broadScope.scope, administrator.scope]).toEqual([
      'read',
      'openid trade',
      'openid read',
    ]);
    expect((await introspect(broadScope.access_token)).scope).toBe('openid trade');
    expect((await introspect(await createLimitedToken('openid'))).scope).toBe('openid read');
    expect((await requestTokens(passwordForm(ada, { scope: 'openid' }), ada.key)).scope).toBeUndefined();
  });

  it('are not widened by a refresh', async () => {
    const first = await requestTokens(passwordForm(ada, { scope: 'openid read trade' }));
    const second = await requestTokens({
      grant_type: 'refresh_token',
      refresh_token: first.refresh_token,
      scope: 'openid',
    });
    const ownToken = await requestTokens(passwordForm(ada, { scope: 'openid trade' }), ada.key);
    const widened = await requestTokens(
      { grant_type: 'refresh_token', refresh_token: ownToken.refresh_token, scope: 'openid' },
      ada.key,
    );

    expect(second.scope).toBe('openid read');
    expect([await getStatus(second.access_token, '/orders'), await placeOrder(second.access_token)]).toEqual([
      200, 403,
    ]);
    expect(widened.error).toBe('invalid_scope');
  });

  it('limit the next access token of full access by a refresh, and not the one after it', async () => {
    const first = await requestTokens(passwordForm(ada), ada.key);
    const refresh = (refreshToken: string, form: object = {}) =>
      requestTokens({ grant_type: 'refresh_token', refresh_token: refreshToken, ...form }, ada.key);
    const narrowed = await refresh(first.refresh_token, { scope: 'read' });
    const rejected = await refresh(narrowed.refresh_token, { scope: 'read admin' });
    const restored = await refresh(narrowed.refresh_token);

    expect((await introspect(narrowed.access_token, ada.key)).scope).toBe('read');
    expect(await readRights(narrowed.access_token)).toEqual([200, 403, 403]);
    expect(rejected.error).toBe('invalid_scope');
    expect(await readRights(restored.access_token)).toEqual([200, 200, 201]);
  });

  it('of a refresh of full access are at most read once the key is no longer first-party', async () => {
    const admin = await people.admin(testApp);
    const key = await createKey(testApp, admin.id, { firstParty: true });
    const first = await requestTokens(passwordForm(ada), key);
    const refresh = (refreshToken: string, scope: string) =>
      requestTokens({ grant_type: 'refresh_token', refresh_token: refreshToken, scope }, key);
    const narrowed = await refresh(first.refresh_token, 'read trade');
    expect(await readRights(narrowed.access_token)).toEqual([200, 403, 201]);
    await testApp.request('PUT', `/oauth/client/${key.clientId}/first-party`, {
      ...{ as: admin.token, body: { first_party: false } },
    });

    expect(await readRights(narrowed.access_token)).toEqual([200, 403, 403]);
    expect((await introspect(narrowed.access_token, key)).scope).toBe('read');
    expect((await refresh(narrowed.refresh_token, 'trade')).error).toBe('invalid_scope');
    expect(await readRights((await refresh(narrowed.refresh_token, 'read')).access_token)).toEqual([200, 403, 403]);
  });

  it('with admin give a customer of a first-party key the rights of a customer', async () => {
    const { access_token: token, scope } = await requestTokens(passwordForm(ada, { scope: 'openid admin' }), ada.key);

    expect([scope, await getStatus(token, '/orders'), await getStatus(token, '/oauth/client')]).toEqual([
      'openid read',
      200,
      403,
    ]);
  });

  it('apply to streams and WebSockets, with a token and with a ticket', async () => {
    const [trade, read] = [await createLimitedToken('openid trade'), await createLimitedToken('openid')];
    const url = (await testApp.url()).replace('http', 'ws');
    const openWebSocket = async (query: string, headers: Record<string, string>): Promise<number> => {
      const socket = new WebSocket(`${url}/marketdata/stream${query}`, { headers });
      socket.on('error', () => undefined);
      const status = await Promise.race([
        once(socket, 'open').then(() => 101),
        once(socket, 'unexpected-response').then((args) => (args[1] as { statusCode: number }).statusCode),
      ]);
      socket.terminate();
      return status;
    };
    const requestTicket = async (as: string) => testApp.request('POST', '/tickets', { as });

    expect([
      await openWebSocket('', { authorization: `Bearer ${trade}` }),
      await openWebSocket('', { authorization: `Bearer ${read}` }),
    ]).toEqual([403, 101]);
    expect((await requestTicket(trade)).statusCode).toBe(403);
    expect(await openWebSocket(`?ticket=${(await requestTicket(read)).json<{ ticket: string }>().ticket}`, {})).toBe(
      101,
    );
    expect((await testApp.request('GET', '/events', { as: trade, accept: 'text/event-stream' })).statusCode).toBe(403);
  });

  it('are in the discovery documents', async () => {
    for (const path of ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']) {
      expect((await testApp.request('GET', path)).json().scopes_supported).toEqual([
        'openid',
        'profile',
        'email',
        'offline_access',
        'read',
        'trade',
        'keys',
        'admin',
      ]);
    }
  });
});
