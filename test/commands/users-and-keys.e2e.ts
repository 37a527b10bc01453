import { commandLine, withFile } from '../support/command-line.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import { waitUntil } from '../support/within.js';

/** Each command runs in an application of its own, beside the test app, as it would beside the service. */
describe('kontor user and kontor key', () => {
  let testApp: TestApp;
  let kontor: ReturnType<typeof commandLine>;
  let admin: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    kontor = commandLine(testApp);
    admin = await people.admin(testApp);
  });
  afterAll(() => testApp.close());

  const signIn = (email: string, password: string, key = admin.key) =>
    postToken(testApp, { form: passwordForm({ ...admin, email, password }), authorization: basic(key) });
  const isSignedIn = async (as: string) => (await testApp.request('GET', '/users/me', { as })).statusCode === 200;
  const waitUntilSignedOut = async (as: string) => {
    const start = performance.now();
    while ((await isSignedIn(as)) && performance.now() - start < 5000)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return performance.now() - start;
  };

  it('adds a user with a generated password, printed once', async () => {
    const { code, result } = await kontor(
      'user',
      'add',
      '--email',
      'ada@example.test',
      '--first-name',
      'Ada',
      '--last-name',
      'Lovelace',
    );

    expect([code, result.role, result.enabled]).toEqual([0, 'Customer', true]);
    expect((await signIn('ada@example.test', result.password)).statusCode).toBe(200);
    expect((await kontor('user', 'list')).result.map(({ email }: { email: string }) => email)).toEqual([
      admin.email,
      'ada@example.test',
    ]);
    expect(JSON.stringify((await kontor('user', 'list', '--search', 'lovelace')).result)).not.toContain(
      result.password,
    );
  });

  it('adds an administrator with a password from a file, without printing it', async () => {
    const { code, result } = await withFile('nanoseconds\n', (path) =>
      kontor(
        'user',
        'add',
        '--email',
        'grace@example.test',
        '--first-name',
        'Grace',
        '--last-name',
        'Hopper',
        '--admin',
        '--password-file',
        path,
      ),
    );

    expect([code, result.role, 'password' in result]).toEqual([0, 'Admin', false]);
    expect((await signIn('grace@example.test', 'nanoseconds')).statusCode).toBe(200);
  });

  it.each([
    [['user', 'add', '--email', 'x@example.test'], 'first-name'],
    [['user', 'disable'], 'needs'],
    [['user', 'remove', 'x'], 'knows no'],
    [['user', 'constructor'], 'knows no'],
    [
      ['key', 'add', '--owner', 'admin@example.test', '--name', 'x', '--require-pkce', '--no-require-pkce'],
      '--no-require-pkce',
    ],
    [['key', 'mark', 'nobody'], '--third-party'],
    [['key', 'mark', 'nobody', '--first-party', '--third-party'], '--third-party'],
  ])('exits with 2 for the command line %j', async (words, expected) => {
    const { code, result } = await kontor(...words);

    expect([code, result.error.code]).toEqual([2, 'usage']);
    expect(result.error.message).toContain(expected);
    expect(result.error.fix).not.toBe('');
  });

  it.each([
    [['user', 'add', '--email', 'nobody', '--first-name', 'A', '--last-name', 'B'], 'email'],
    [['user', 'add', '--email', 'ADMIN@example.test', '--first-name', 'A', '--last-name', 'B'], 'exists already'],
    [['user', 'disable', 'nobody@example.test'], 'no user'],
    [['user', 'password', 'admin@example.test', '--password-file', '/nowhere'], 'cannot be read'],
    [['key', 'add', '--owner', 'nobody@example.test', '--name', 'x'], 'no user'],
    [['key', 'add', '--owner', 'admin@example.test', '--name', 'x', '--redirect-uri', 'javascript:1'], 'scheme'],
    [['key', 'add', '--owner', 'admin@example.test', '--name', 'x', '--grant', 'magic'], 'grant_types'],
    [['key', 'rotate', 'nobody'], 'no API key'],
    [['key', 'mark', 'nobody', '--first-party'], 'no API key'],
    [['key', 'remove', 'nobody'], 'no API key'],
    [['key', 'disable', 'nobody'], 'no API key'],
  ])('says what is wrong with %j, and how to fix it', async (words, expected) => {
    const { code, result } = await kontor(...words);

    expect(code).toBe(1);
    expect(result.error.message).toContain(expected);
    expect(result.error.fix).not.toBe('');
  });

  it('disables a user, whose tokens end in the running service within a second, and enables the user again', async () => {
    const bob = await people.bob(testApp);
    expect(await isSignedIn(bob.token)).toBe(true);

    const disabled = await kontor('user', 'disable', bob.email);
    expect([disabled.code, disabled.result]).toMatchObject([0, { enabled: false, changed: true }]);
    expect((await kontor('user', 'disable', bob.email)).result).toMatchObject({ enabled: false, changed: false });
    expect(await waitUntilSignedOut(bob.token)).toBeLessThan(1000);
    expect((await signIn(bob.email, bob.password)).statusCode).toBe(400);

    expect((await kontor('user', 'enable', bob.email)).result).toMatchObject({ enabled: true, changed: true });
    expect((await kontor('user', 'enable', bob.email)).result).toMatchObject({ enabled: true, changed: false });
    expect((await signIn(bob.email, bob.password)).statusCode).toBe(200);
  });

  it('sets a password without the old one, and ends sessions and tokens', async () => {
    const cyd = await people.named(testApp, 'cyd');
    const { result } = await kontor('user', 'password', cyd.email);

    expect(await waitUntilSignedOut(cyd.token)).toBeLessThan(1000);
    expect((await signIn(cyd.email, cyd.password)).statusCode).toBe(400);
    expect((await signIn(cyd.email, result.password)).statusCode).toBe(200);
  });

  it('adds a key, replaces its secret, and removes it', async () => {
    const dan = await people.named(testApp, 'dan');
    const added = (
      await kontor(
        'key',
        'add',
        '--owner',
        dan.email,
        '--name',
        'Script',
        '--redirect-uri',
        'https://app.example.test/a',
        '--redirect-uri',
        'https://app.example.test/b',
        '--grant',
        'password',
      )
    ).result;
    const key = (secret: string) => ({ clientId: added.client_id, clientSecret: secret });
    const signInWith = async (secret: string) => (await signIn(dan.email, dan.password, key(secret))).statusCode;

    expect(added).toMatchObject({
      name: 'Script',
      redirect_uris: ['https://app.example.test/a', 'https://app.example.test/b'],
      grant_types: ['password'],
    });
    expect((await testApp.request('GET', '/oauth/client', { as: dan.token })).json()).toContainEqual(added);
    expect(await signInWith(added.secret)).toBe(200);

    const rotated = (await kontor('key', 'rotate', added.client_id, '--overlap', '0')).result;
    await waitUntil(async () => (await signInWith(added.secret)) === 401);
    expect(await signInWith(rotated.secret)).toBe(200);

    const listed = await kontor('key', 'list', '--owner', dan.email);
    expect(listed.result.map(({ name }: { name: string }) => name)).toEqual(['A key', 'Script']);
    expect(JSON.stringify(listed.result)).not.toContain(rotated.secret);

    expect((await kontor('key', 'remove', added.client_id)).code).toBe(0);
    await waitUntil(async () => (await signInWith(rotated.secret)) === 401);
  });

  it('adds a key with and without PKCE, and with profile claims in id tokens', async () => {
    const add = async (...words: string[]): Promise<object> =>
      (
        await kontor(
          'key',
          'add',
          '--owner',
          admin.email,
          '--name',
          'Switches',
          '--redirect-uri',
          'https://app.example.test/a',
          ...words,
        )
      ).result as object;

    expect(await add('--require-pkce', '--id-token-profile')).toMatchObject({
      require_pkce: true,
      id_token_profile: true,
    });
    const usual = await add('--no-require-pkce');
    for (const name of ['require_pkce', 'id_token_profile']) expect(usual).not.toHaveProperty(name);
    const kontorRequiringPkce = commandLine(testApp, { OAUTH_REQUIRE_PKCE: 'new' });
    const words = [
      'key',
      'add',
      '--owner',
      admin.email,
      '--name',
      'Held',
      '--redirect-uri',
      'https://app.example.test/a',
    ];
    expect((await kontorRequiringPkce(...words)).result).toMatchObject({ require_pkce: true });
    expect((await kontorRequiringPkce(...words, '--no-require-pkce')).result).not.toHaveProperty('require_pkce');
  });

  it('gives a key the introspection right', async () => {
    const key = (await kontor('key', 'add', '--owner', admin.email, '--name', 'Resource server', '--introspect'))
      .result;
    const eve = await people.named(testApp, 'eve');
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: basic({ clientId: key.client_id, clientSecret: key.secret }),
    };

    expect(
      (await testApp.request('POST', '/oauth/introspect', { headers, body: { token: eve.token } })).json(),
    ).toMatchObject({ active: true, sub: String(eve.id) });
  });

  it('marks a key as first-party and removes the mark', async () => {
    const gus = await people.named(testApp, 'gus');
    const added = (await kontor('key', 'add', '--owner', admin.email, '--name', 'Interface', '--first-party')).result;
    const token = (
      await signIn(gus.email, gus.password, { clientId: added.client_id, clientSecret: added.secret })
    ).json<{ access_token: string }>().access_token;
    const status = async (): Promise<number> =>
      (await testApp.request('GET', '/oauth/client', { as: token })).statusCode;
    const until = async (expected: number): Promise<boolean> => {
      const start = performance.now();
      while ((await status()) !== expected && performance.now() - start < 5000)
        await new Promise((resolve) => setTimeout(resolve, 20));
      return (await status()) === expected;
    };
    const marks = async (): Promise<unknown> =>
      (await kontor('key', 'list', '--owner', admin.email)).result.find(
        ({ name }: { name: string }) => name === 'Interface',
      ).first_party;

    expect([await status(), await marks()]).toEqual([200, 'yes']);
    expect((await kontor('key', 'mark', added.client_id, '--third-party')).result).toEqual({
      client_id: added.client_id,
      first_party: false,
    });
    expect([await until(403), await marks()]).toEqual([true, 'no']);
    expect((await kontor('key', 'mark', added.client_id, '--first-party')).result.first_party).toBe(true);
    expect(await until(200)).toBe(true);
  });

  it('disables a key, which ends its tokens, and enables it again', async () => {
    const hal = await people.named(testApp, 'hal');
    const { clientId } = hal.key;
    const status = async () => (await signIn(hal.email, hal.password, hal.key)).statusCode;
    const listed = async (): Promise<unknown> => (await kontor('key', 'list', '--owner', hal.email)).result[0].enabled;

    expect([await status(), await listed()]).toEqual([200, 'yes']);
    expect((await kontor('key', 'disable', clientId)).result).toEqual({
      client_id: clientId,
      enabled: false,
      changed: true,
    });
    expect((await kontor('key', 'disable', clientId)).result).toMatchObject({ enabled: false, changed: false });
    expect(await waitUntilSignedOut(hal.token)).toBeLessThan(1000);
    expect([await status(), await listed()]).toEqual([401, 'no']);
    expect((await kontor('key', 'enable', clientId)).result).toMatchObject({ enabled: true, changed: true });
    expect([await status(), await listed(), await isSignedIn(hal.token)]).toEqual([200, 'yes', false]);
    const entries = (await testApp.request('GET', '/audit', { as: admin.token })).json<
      { action: string; detail: string }[]
    >();
    expect(entries.filter(({ detail }) => detail === `key ${clientId}`).map(({ action }) => action)).toEqual([
      'key.enabled',
      'key.disabled',
    ]);
  });

  it('writes audit entries of the operator, without user and address', async () => {
    const { id } = await people.named(testApp, 'dan');
    const log = (await testApp.request('GET', `/audit?user_id=${id}&action=key.removed`, { as: admin.token })).json();
    const closed = (await testApp.request('GET', '/audit?action=user.disabled', { as: admin.token })).json();

    expect(log).toMatchObject([{ user_id: id, acting_user_id: null, client_id: null, address: null }]);
    // The user was disabled twice.
    const entry = { user_id: null, acting_user_id: null, address: null, detail: expect.stringMatching(/^user \d+$/) };
    expect(closed).toMatchObject([entry, entry]);
  });
});
