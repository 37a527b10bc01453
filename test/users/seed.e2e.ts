import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { readFirstSignIn, seedDatabase } from '../support/seeding.js';
import { basic, postToken } from '../support/token-endpoint.js';
import { openBrowserClient } from '../support/browser-client.js';

const production = {
  MODE: 'production',
  BASE_URL: 'https://kontor.example.test',
  TRUST_PROXY: '1',
  SECRET_KEY: randomBytes(32).toString('hex'),
};
const administrator = {
  BOOTSTRAP_ADMIN_EMAIL: 'root@example.test',
  BOOTSTRAP_ADMIN_PASSWORD: randomBytes(16).toString('hex'),
};
const key = { BOOTSTRAP_CLIENT_ID: 'chosen-key', BOOTSTRAP_CLIENT_SECRET: randomBytes(32).toString('hex') };

describe('first start', () => {
  let testApp: TestApp;
  beforeEach(async () => (testApp = await openTestApp()));
  afterEach(() => testApp.close());

  const signIn = (username: string, password: string, key: { clientId: string; clientSecret: string }) =>
    postToken(testApp, { form: { grant_type: 'password', username, password }, authorization: basic(key) });
  const clients = () => testApp.orm.em.execute('select * from clients');

  it('creates an administrator and a key that work, readable by their owner only', async () => {
    const { email, password, clientId, clientSecret, credentialsFile } = await readFirstSignIn(testApp);
    const signedIn = await signIn(email, password, { clientId, clientSecret });

    expect(password).toMatch(/^[\w-]{24}$/);
    expect(JSON.parse(await readFile(credentialsFile, 'utf8'))).toEqual({
      email,
      password,
      client_id: clientId,
      client_secret: clientSecret,
    });
    expect((await stat(credentialsFile)).mode & 0o777).toBe(0o600);
    expect((await testApp.request('GET', '/users/me', { as: signedIn.json().access_token })).json()).toMatchObject({
      email,
      role: 'Admin',
    });
    expect(await clients()).toEqual([
      expect.objectContaining({ grant_types: ['password', 'refresh_token', 'authorization_code', 'implicit'] }),
    ]);
  });

  it('seeds once when ten processes start at the same moment', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => seedDatabase(testApp)));

    expect(results.filter((result) => result !== null)).toHaveLength(1);
    expect(await clients()).toHaveLength(1);
    expect(await seedDatabase(testApp)).toBeNull();
  });

  it('uses the configured sign-in in production, prints nothing of it, and requires a new password at the first sign-in', async () => {
    const uris = { BOOTSTRAP_REDIRECT_URIS: 'https://app.example.test/cb, http://127.0.0.1/cb' };
    expect(await seedDatabase(testApp, { ...production, ...administrator, ...key, ...uris })).toBeNull();

    const credentials = { clientId: key.BOOTSTRAP_CLIENT_ID, clientSecret: key.BOOTSTRAP_CLIENT_SECRET };
    const [email, password] = [administrator.BOOTSTRAP_ADMIN_EMAIL, administrator.BOOTSTRAP_ADMIN_PASSWORD];
    expect((await signIn(email, password, credentials)).json()).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringContaining('must be changed first'),
    });
    const browser = openBrowserClient(testApp);
    const asked = await browser.follow(await browser.signIn({ email, password }));
    expect(
      (await browser.submit(asked, { password, new_password: 'chosen by the administrator' })).headers.location,
    ).toBe('/desk');
    expect((await signIn(email, 'chosen by the administrator', credentials)).statusCode).toBe(200);
    expect(await clients()).toEqual([
      expect.objectContaining({ redirect_uris: ['https://app.example.test/cb', 'http://127.0.0.1/cb'] }),
    ]);
  });

  it.each([
    ['the email', 'root@example.test-2026'],
    ['a name', 'administrator-7193482650'],
  ])('rejects %s as the administrator’s password in production without printing it', async (_what, password) => {
    const failure: unknown = await seedDatabase(testApp, {
      ...production,
      ...administrator,
      ...key,
      BOOTSTRAP_ADMIN_PASSWORD: password,
    }).catch((error: unknown) => error);

    expect(failure).toMatchObject({
      message: expect.stringMatching(/^BOOTSTRAP_ADMIN_PASSWORD must not be the email/),
      fix: expect.stringContaining('openssl'),
    });
    expect((failure as Error).message).not.toContain(password);
    expect(await testApp.orm.em.execute('select * from users')).toEqual([]);
  });

  it('accepts such a password in the sandbox with a warning', async () => {
    const warnings: string[] = [];
    const first = await seedDatabase(
      testApp,
      { BOOTSTRAP_ADMIN_EMAIL: 'root@example.test', BOOTSTRAP_ADMIN_PASSWORD: 'password1' },
      warnings,
    );

    expect(first).toMatchObject({ email: 'root@example.test', password: 'password1' });
    expect(warnings).toEqual([expect.stringContaining('BOOTSTRAP_ADMIN_PASSWORD must not be a common password')]);
  });

  it('does not warn when users exist already', async () => {
    await seedDatabase(testApp);
    const warnings: string[] = [];

    expect(
      await seedDatabase(
        testApp,
        { ...production, ...administrator, ...key, BOOTSTRAP_ADMIN_PASSWORD: 'root@example.test-root' },
        warnings,
      ),
    ).toBeNull();
    expect(warnings).toEqual([]);
  });

  it.each([
    ['an administrator', key],
    ['a key', administrator],
    ['anything', {}],
  ])('of a production fails without %s, says how to fix it, and leaves nothing behind', async (_what, given) => {
    const failure: unknown = await seedDatabase(testApp, { ...production, ...given }).catch((error: unknown) => error);

    expect(failure).toMatchObject({
      message: expect.stringContaining('nobody could sign in'),
      fix: expect.stringContaining('BOOTSTRAP_ADMIN_EMAIL'),
    });
    expect(await testApp.orm.em.execute('select * from users')).toEqual([]);
  });
});
