import { randomBytes } from 'node:crypto';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, people, type Person } from '../support/people.js';
import { readAuthorizationResponse, authorizeUrl, proofKey, openBrowserClient } from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';
const production = {
  MODE: 'production',
  BASE_URL: 'https://kontor.example',
  TRUST_PROXY: '1',
  SECRET_KEY: randomBytes(32).toString('hex'),
};

type RegistrationRules = Readonly<
  Record<string, unknown> & {
    client_id: string;
    status?: number;
    errors?: readonly { pointer: string; message: string }[];
  }
>;

const worldOf = async (env: Record<string, string>) => {
  const testApp = await openTestApp({ env });
  const ada = await people.ada(testApp);
  const send = async (method: 'POST' | 'PUT', body: object): Promise<RegistrationRules> =>
    (await testApp.request(method, '/oauth/client', { as: ada.token, body: { name: 'An app', ...body } })).json();
  const browser = openBrowserClient(testApp);
  await browser.signIn(ada);
  const ask = async (clientId: string, more: Record<string, string> = {}) => {
    const { query } = readAuthorizationResponse(
      await browser.get(
        authorizeUrl({ client_id: clientId, response_type: 'code', redirect_uri: CALLBACK, scope: 'openid', ...more }),
      ),
    );
    return query['error_description'] ?? (query['code'] === undefined ? 'nothing' : 'a code');
  };
  const proof = () => ({ code_challenge: proofKey().challenge, code_challenge_method: 'S256' });
  return {
    testApp,
    ada,
    ask,
    proof,
    post: (body: object) => send('POST', body),
    put: (body: object) => send('PUT', body),
  };
};

describe('registration of an API key in production', () => {
  let world: Awaited<ReturnType<typeof worldOf>>;
  let testApp: TestApp;
  let ada: Person;
  beforeAll(async () => {
    world = await worldOf(production);
    ({ testApp, ada } = world);
  });
  afterAll(() => testApp.close());

  it.each(['redirect_uris', 'post_logout_redirect_uris'])(
    'rejects plain HTTP to other hosts and wildcards among %s, and accepts loopback addresses',
    async (field) => {
      const loopback = ['http://127.0.0.1/cb', 'http://[::1]/cb', 'http://localhost:3000/cb'];
      const refused = await world.post({ [field]: ['http://app.example/cb', 'https://*.app.example/cb', ...loopback] });

      expect([refused.status, refused.errors?.map(({ message }) => message)]).toEqual([
        400,
        [
          expect.stringContaining('address 1 must use https'),
          expect.stringContaining('address 2 must hold no wildcard'),
        ],
      ]);
      expect(await world.post({ [field]: loopback })).toMatchObject({ [field]: loopback });
    },
  );

  it('keeps addresses that were registered before, and accepts no new ones', async () => {
    const old = await createKey(testApp, ada.id, { redirectUris: ['http://app.example/cb'] });

    expect(await world.put({ client_id: old.clientId })).toMatchObject({ redirect_uris: ['http://app.example/cb'] });
    expect(
      await world.put({ client_id: old.clientId, redirect_uris: ['http://app.example/cb', 'http://app.example/2'] }),
    ).toMatchObject({ status: 400 });
  });

  it('requires PKCE of a new key with redirect URIs, until it is switched off', async () => {
    const key = await world.post({ redirect_uris: [CALLBACK] });
    expect(key).toMatchObject({ require_pkce: true });
    expect(await world.ask(key.client_id)).toContain('code_challenge');
    expect(await world.ask(key.client_id, world.proof())).toBe('a code');

    expect(await world.put({ client_id: key.client_id })).toMatchObject({ require_pkce: true });
    expect(await world.put({ client_id: key.client_id, require_pkce: false })).not.toHaveProperty('require_pkce');
    expect(await world.ask(key.client_id)).toBe('a code');
  });

  it('stores require_pkce, and requires nothing of a key with only a name or of an older key', async () => {
    const [loose, bare, old] = [
      await world.post({ redirect_uris: [CALLBACK], require_pkce: false }),
      await world.post({}),
      await createKey(testApp, ada.id, { redirectUris: [CALLBACK] }),
    ];

    for (const key of [loose, bare]) expect(key).not.toHaveProperty('require_pkce');
    expect(Object.keys(bare).sort()).toEqual(['client_id', 'name', 'secret']);
    expect([
      await world.ask(loose.client_id),
      await world.ask(bare.client_id, { redirect_uri: 'http://localhost:3000/cb' }),
      await world.ask(old.clientId),
    ]).toEqual(['a code', 'a code', 'a code']);
    expect((await world.post({ require_pkce: 'yes' })).errors).toMatchObject([{ pointer: '/require_pkce' }]);
  });
});

describe('OAUTH_REQUIRE_PKCE', () => {
  it('is off in the sandbox, where a key may require PKCE and register plain HTTP', async () => {
    const world = await worldOf({});
    const [usual, strict] = [
      await world.post({ redirect_uris: [CALLBACK, 'http://app.example/cb'] }),
      await world.post({ redirect_uris: [CALLBACK], require_pkce: true }),
    ];

    expect([usual['require_pkce'], strict['require_pkce']]).toEqual([undefined, true]);
    expect([await world.ask(usual.client_id), await world.ask(strict.client_id)]).toEqual([
      'a code',
      expect.stringContaining('code_challenge'),
    ]);
    await world.testApp.close();
  });

  it('applies to every key with all, and to no key by default with off', async () => {
    const [all, off] = [
      await worldOf({ OAUTH_REQUIRE_PKCE: 'all' }),
      await worldOf({ ...production, OAUTH_REQUIRE_PKCE: 'off' }),
    ];
    const [bare, usual] = [await all.post({}), await off.post({ redirect_uris: [CALLBACK] })];
    const there = { redirect_uri: 'http://localhost:3000/cb' };

    expect([await all.ask(bare.client_id, there), await all.ask(bare.client_id, { ...there, ...all.proof() })]).toEqual(
      [expect.stringContaining('code_challenge'), 'a code'],
    );
    expect([usual['require_pkce'], await off.ask(usual.client_id)]).toEqual([undefined, 'a code']);
    await Promise.all([all.testApp.close(), off.testApp.close()]);
  });
});
