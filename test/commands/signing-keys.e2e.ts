import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { commandLine } from '../support/command-line.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, type Key, people, type Person } from '../support/people.js';
import { readAuthorizationResponse, authorizeUrl, openBrowserClient } from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';

describe('kontor signing-key', () => {
  let testApp: TestApp;
  let kontor: ReturnType<typeof commandLine>;
  let admin: Person;
  let key: Key;
  beforeAll(async () => {
    testApp = await openTestApp();
    kontor = commandLine(testApp);
    admin = await people.admin(testApp);
    key = await createKey(testApp, admin.id, { redirectUris: [CALLBACK] });
  });
  afterAll(() => testApp.close());

  type ListedKey = Readonly<{ kid: string; algorithm: string; state: string; signs_from: string }>;
  const listKeys = async (): Promise<readonly ListedKey[]> =>
    (await kontor('signing-key', 'list')).result as readonly ListedKey[];
  const listStates = async (): Promise<string[][]> => (await listKeys()).map(({ kid, state }) => [kid, state]);
  const readPublishedKeys = async (at: TestApp): Promise<JSONWebKeySet> =>
    (await at.request('GET', '/oauth/jwks')).json();
  const idToken = async (at: TestApp): Promise<string> =>
    readAuthorizationResponse(
      await openBrowserClient(at).authorize(
        authorizeUrl({ client_id: key.clientId, response_type: 'id_token', redirect_uri: CALLBACK, scope: 'openid' }),
        admin,
      ),
    ).fragment.id_token ?? '';
  /** Another process of the service, which has read no keys yet. */
  const openSecondProcess = () =>
    openTestApp({ beside: testApp, env: { SECRET_KEY: testApp.config.secretKey, BASE_URL: testApp.config.baseUrl } });
  const advanceTime = (time: string) =>
    testApp.orm.em.execute(`update signing_keys set signs_from = signs_from - interval '${time}'`);

  it('lists nothing before a key was needed', async () => {
    expect(await kontor('signing-key', 'list')).toEqual({ code: 0, result: [] });
  });

  it('adds the next key a day before it signs, beside a running service, and keeps the previous one', async () => {
    const oldToken = await idToken(testApp);
    const oldKid = decodeProtectedHeader(oldToken).kid ?? '';
    const rotated = await kontor('signing-key', 'rotate');

    expect(rotated).toEqual({
      code: 0,
      result: { kid: expect.stringMatching(/^[\w-]{43}$/), signs_from: expect.any(String), is_new: true },
    });
    expect(Date.parse(rotated.result.signs_from) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(await listStates()).toEqual([
      [oldKid, 'signs'],
      [rotated.result.kid, 'next'],
    ]);

    const now = await openSecondProcess();
    expect((await readPublishedKeys(now)).keys.map(({ kid }) => kid)).toEqual([oldKid, rotated.result.kid]);
    expect(decodeProtectedHeader(await idToken(now)).kid).toBe(oldKid);
    await now.close();

    await advanceTime('1 day');
    const tomorrow = await openSecondProcess();
    const newToken = await idToken(tomorrow);
    expect(decodeProtectedHeader(newToken).kid).toBe(rotated.result.kid);
    const keys = createLocalJWKSet(await readPublishedKeys(tomorrow));
    await expect(jwtVerify(newToken, keys)).resolves.toBeDefined();
    await expect(jwtVerify(oldToken, keys)).resolves.toBeDefined();
    await tomorrow.close();
    expect(await listStates()).toEqual([
      [oldKid, 'verifies'],
      [rotated.result.kid, 'signs'],
    ]);

    await advanceTime('2 days');
    expect(await listStates()).toEqual([
      [oldKid, 'over'],
      [rotated.result.kid, 'signs'],
    ]);
  });

  it('creates one next key for repeated calls', async () => {
    const before = (await listKeys()).length;
    const [once, twice] = [await kontor('signing-key', 'rotate'), await kontor('signing-key', 'rotate')];

    expect([once, twice]).toMatchObject([
      { code: 0, result: { is_new: true } },
      { code: 0, result: { is_new: false } },
    ]);
    expect(twice.result.kid).toBe(once.result.kid);
    expect(await listKeys()).toHaveLength(before + 1);
  });

  it('prints no private key', async () => {
    expect(Object.keys((await listKeys())[0] ?? {}).sort()).toEqual([
      'algorithm',
      'created_at',
      'kid',
      'signs_from',
      'state',
    ]);
  });

  it('writes an audit entry of the operator', async () => {
    const entries: unknown[] = (
      await testApp.request('GET', '/audit?action=signing_key.rotated', { as: admin.token })
    ).json();

    expect(entries).toHaveLength(2);
    expect(entries[0]).toMatchObject({
      user_id: null,
      acting_user_id: null,
      address: null,
      detail: expect.stringMatching(/^key [\w-]{43}$/),
    });
  });

  it('explains an unknown argument', async () => {
    const { code, result } = await kontor('signing-key', 'remove');

    expect([code, result.error.message]).toEqual([2, 'kontor signing-key knows no "remove".']);
  });
});
