import { once } from 'node:events';
import { WebSocket } from 'ws';
import { ProtectedTestController } from '../support/guarded-test.controller.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { giveKey, giveToken, type Key, people, type Person } from '../support/people.js';
import { undecidedRoutes } from '../support/route-scopes.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import { tradingFloor } from '../support/trading-floor.js';

const challenge = (scope: string): string => `Bearer realm="kontor", error="insufficient_scope", scope="${scope}"`;

type Tokens = Readonly<{ access_token: string; refresh_token: string; scope?: string; error?: string }>;

describe('scopes of access tokens', () => {
  let testApp: TestApp;
  let ada: Person;
  let vendor: Key;
  beforeAll(async () => {
    testApp = await openTestApp({ controllers: [ProtectedTestController] });
    ada = await people.ada(testApp);
    vendor = await giveKey(testApp, (await people.bob(testApp)).id, {
      grantTypes: ['password', 'refresh_token', 'authorization_code', 'implicit', 'client_credentials'],
    });
  });
  afterAll(() => testApp.close());

  const limited = (scope: string, person = ada, key = vendor) =>
    giveToken(testApp, { userId: person.id, clientId: key.clientId, scope });
  const statusOf = async (as: string, path: string) => (await testApp.request('GET', path, { as })).statusCode;
  const order = async (as: string) => {
    const floor = await tradingFloor(testApp);
    return (await floor.act(as, floor.limit(await floor.account(ada), { limit_price: 10 }))).statusCode;
  };
  const tokens = async (form: Record<string, string>, key = vendor) =>
    (await postToken(testApp, { form, authorization: basic(key) })).json<Tokens>();
  const introspected = async (token: string, key = vendor) =>
    (
      await testApp.request('POST', '/oauth/introspect', {
        headers: { authorization: basic(key), 'content-type': 'application/x-www-form-urlencoded' },
        body: { token },
      })
    ).json<{ scope: string }>();

  it('are decided for every endpoint that takes a token, but for those that only this test has', async () => {
    expect((await undecidedRoutes(testApp)).sort()).toEqual([
      'GET /doors/stream',
      'GET /doors/unsigned',
      'POST /doors/cancel',
      'POST /doors/unsigned',
    ]);
  });

  it('open to a third-party token of openid alone what reads, and nothing that trades, manages keys or administers', async () => {
    const token = await limited('openid');
    const refused = [
      await testApp.request('POST', '/orderactions', { as: token, body: {} }),
      await testApp.request('GET', '/oauth/client', { as: token }),
      await testApp.request('GET', '/users', { as: token }),
    ];

    expect(
      await Promise.all(['/users/me', '/accounts', '/orders', '/audit'].map((path) => statusOf(token, path))),
    ).toEqual([200, 200, 200, 200]);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
    expect(refused.map(({ headers }) => headers['www-authenticate'])).toEqual(
      ['trade', 'keys', 'admin'].map(challenge),
    );
    expect(refused[0]?.headers['content-type']).toContain('application/problem+json');
    expect(refused[0]?.json()).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
      detail: 'The access token lacks the scope trade.',
    });
  });

  it('refuse an endpoint that nobody has decided about to every limited token, and name no scope', async () => {
    const refused = await testApp.request('GET', '/doors/unsigned', { as: await limited('openid read trade keys') });

    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([
      403,
      'Bearer realm="kontor", error="insufficient_scope"',
    ]);
  });

  it('open each what they name: trade places orders and reads nothing', async () => {
    const [trade, read] = [await limited('openid trade'), await limited('openid read')];

    expect([await order(trade), await order(read)]).toEqual([201, 403]);
    expect([await statusOf(trade, '/orders'), await statusOf(read, '/orders')]).toEqual([403, 200]);
  });

  it('leave a token of the user’s own key as it was with openid or none, and limit it to what it names', async () => {
    for (const scope of ['', 'openid', 'openid profile email offline_access']) {
      const own = await limited(scope, ada, ada.key);
      expect([await statusOf(own, '/oauth/client'), await statusOf(own, '/orders'), await order(own)]).toEqual([
        200, 200, 201,
      ]);
    }
    const narrow = await limited('openid read', ada, ada.key);
    expect([await statusOf(narrow, '/orders'), await statusOf(narrow, '/oauth/client'), await order(narrow)]).toEqual([
      200, 403, 403,
    ]);
  });

  it('leave a token of a key that an administrator marked as it was, and take effect when the mark is taken away', async () => {
    const admin = await people.admin(testApp);
    const key = await giveKey(testApp, admin.id);
    const token = await limited('openid', ada, key);
    const mark = async (isFirstParty: boolean) =>
      (
        await testApp.request('PUT', `/oauth/client/${key.clientId}/first-party`, {
          as: admin.token,
          body: { first_party: isFirstParty },
        })
      ).json<object>();

    expect(await statusOf(token, '/oauth/client')).toBe(403);
    expect(await mark(true)).toEqual({ client_id: key.clientId, name: 'A key', secret: '', first_party: true });
    expect([await statusOf(token, '/oauth/client'), await order(token)]).toEqual([200, 201]);
    expect(await mark(false)).not.toHaveProperty('first_party');
    expect([await statusOf(token, '/oauth/client'), await statusOf(token, '/orders')]).toEqual([403, 200]);
  });

  it('of a password that a third-party key took are read and trade at most, and the answer and introspection say so', async () => {
    const plain = await tokens(passwordForm(ada));
    const asked = await tokens(passwordForm(ada, { scope: 'openid trade keys admin' }));
    const administrator = await tokens(passwordForm(await people.admin(testApp), { scope: 'openid admin keys' }));

    expect([plain.scope, asked.scope, administrator.scope]).toEqual(['read', 'openid trade', 'openid read']);
    expect((await introspected(asked.access_token)).scope).toBe('openid trade');
    expect((await introspected(await limited('openid'))).scope).toBe('openid read');
    expect((await tokens(passwordForm(ada, { scope: 'openid' }), ada.key)).scope).toBeUndefined();
  });

  it('are not widened by a refresh that names none of them', async () => {
    const first = await tokens(passwordForm(ada, { scope: 'openid read trade' }));
    const second = await tokens({ grant_type: 'refresh_token', refresh_token: first.refresh_token, scope: 'openid' });
    const own = await tokens(passwordForm(ada, { scope: 'openid trade' }), ada.key);
    const widened = await tokens(
      { grant_type: 'refresh_token', refresh_token: own.refresh_token, scope: 'openid' },
      ada.key,
    );

    expect(second.scope).toBe('openid read');
    expect([await statusOf(second.access_token, '/orders'), await order(second.access_token)]).toEqual([200, 403]);
    expect(widened.error).toBe('invalid_scope');
  });

  it('give a customer who asks for admin by a first-party key no more than a customer has, and no less than read', async () => {
    const { access_token: token, scope } = await tokens(passwordForm(ada, { scope: 'openid admin' }), ada.key);

    expect([scope, await statusOf(token, '/orders'), await statusOf(token, '/oauth/client')]).toEqual([
      'openid read',
      200,
      403,
    ]);
  });

  it('hold for streams and for WebSockets, with a token and with a ticket', async () => {
    const [trade, read] = [await limited('openid trade'), await limited('openid')];
    const url = (await testApp.url()).replace('http', 'ws');
    const openedBy = async (query: string, headers: Record<string, string>): Promise<number> => {
      const socket = new WebSocket(`${url}/marketdata/stream${query}`, { headers });
      socket.on('error', () => undefined);
      const status = await Promise.race([
        once(socket, 'open').then(() => 101),
        once(socket, 'unexpected-response').then((args) => (args[1] as { statusCode: number }).statusCode),
      ]);
      socket.terminate();
      return status;
    };
    const ticket = async (as: string) => testApp.request('POST', '/tickets', { as });

    expect([
      await openedBy('', { authorization: `Bearer ${trade}` }),
      await openedBy('', { authorization: `Bearer ${read}` }),
    ]).toEqual([403, 101]);
    expect((await ticket(trade)).statusCode).toBe(403);
    expect(await openedBy(`?ticket=${(await ticket(read)).json<{ ticket: string }>().ticket}`, {})).toBe(101);
    expect((await testApp.request('GET', '/events', { as: trade, accept: 'text/event-stream' })).statusCode).toBe(403);
  });

  it('stand in the discovery documents', async () => {
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
