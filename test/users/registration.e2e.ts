import { randomBytes } from 'node:crypto';
import { actInBrowser } from '../support/acting.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people } from '../support/people.js';
import { whileHashingIsBlocked } from '../support/stored-passwords.js';
import { basic } from '../support/token-endpoint.js';
import { openBrowserClient } from '../support/browser-client.js';

const PRODUCTION = {
  MODE: 'production',
  BASE_URL: 'https://kontor.example',
  SECRET_KEY: randomBytes(32).toString('hex'),
  TRUST_PROXY: '1',
};
const grace = { first_name: 'Grace', last_name: 'Hopper', password: 'nanoseconds' };

describe('POST /users and its settings', () => {
  let testApp: TestApp;
  let number = 0;
  const open = async (env: Readonly<Record<string, string>>) => (testApp = await openTestApp({ env }));
  afterEach(() => testApp.close());

  const { signedIn } = actInBrowser(() => testApp);
  const details = () => ({ ...grace, email: `grace${(number += 1)}@example.test` });
  const register = async (key: Parameters<typeof basic>[0], body: object = details()) =>
    testApp.request('POST', '/users', { headers: { authorization: basic(key) }, body });
  const page = async (url: string) => testApp.request('GET', url, { accept: 'text/html' });

  it.each([
    ['anybody in a sandbox', {}, { registration: 'anybody', signUp: 200, byCustomersKey: 201 }],
    [
      'anybody in a production that says so',
      { ...PRODUCTION, REGISTRATION: 'anybody' },
      { registration: 'anybody', signUp: 200, byCustomersKey: 201 },
    ],
    ['every API key in production', PRODUCTION, { registration: 'keys', signUp: 404, byCustomersKey: 201 }],
    [
      'every API key where REGISTRATION is keys',
      { REGISTRATION: 'keys' },
      { registration: 'keys', signUp: 404, byCustomersKey: 201 },
    ],
    [
      'administrators and their keys where REGISTRATION is administrators',
      { REGISTRATION: 'administrators' },
      { registration: 'administrators', signUp: 404, byCustomersKey: 403 },
    ],
  ])('is %s', async (_what, env, { registration, signUp, byCustomersKey }) => {
    await open(env);
    const [ada, admin] = [await people.ada(testApp), await people.admin(testApp)];
    const byCustomer = await register(ada.key);

    expect((await testApp.request('GET', '/')).json()).toMatchObject({ registration });
    expect((await page('/sign-up')).statusCode).toBe(signUp);
    expect([byCustomer.statusCode, byCustomer.json().code]).toEqual([
      byCustomersKey,
      byCustomersKey === 403 ? 'registration_closed' : undefined,
    ]);
    expect((await register(admin.key)).statusCode).toBe(201);
    for (const url of ['/', '/login']) expect((await page(url)).body.includes('/sign-up')).toBe(signUp === 200);
  });

  it('is left to administrators’ page; keys of a disabled administrator lose the right', async () => {
    await open({ REGISTRATION: 'administrators' });
    const [admin, former] = [await people.admin(testApp), await people.named(testApp, 'former', 'Admin')];
    await testApp.orm.em.fork().execute('update users set enabled = false where id = ?', [former.id]);
    const browser = await signedIn(admin);

    expect((await browser.submit(await browser.get('/users/new'), details())).statusCode).toBe(303);
    expect((await register(former.key)).statusCode).not.toBe(201);
  });

  it('is limited per API key, with Retry-After', async () => {
    await open({ RATE_LIMIT_REGISTRATIONS: '3' });
    const [ada, bob] = [await people.ada(testApp), await people.bob(testApp)];
    const wrong = await register(ada.key, { ...details(), password: 'short' });
    const statuses = [];
    for (const body of [details(), { ...details(), email: bob.email }, details()])
      statuses.push((await register(ada.key, body)).statusCode);
    const refused = await register(ada.key);

    expect([wrong.statusCode, ...statuses]).toEqual([400, 201, 409, 201]);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_registrations']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1000);
    expect((await register(bob.key)).statusCode).toBe(201);
  });

  it('hashes no password for an email that is taken', async () => {
    await open({});
    const ada = await people.ada(testApp);
    const statuses: number[] = [];
    const hashed = await whileHashingIsBlocked(testApp, async () => {
      statuses.push((await register(ada.key, { ...details(), email: ada.email.toUpperCase() })).statusCode);
      const browser = openBrowserClient(testApp);
      statuses.push(
        (await browser.submit(await browser.get('/sign-up'), { ...details(), email: ada.email })).statusCode,
      );
      statuses.push((await register(ada.key)).statusCode);
    });

    expect(statuses).toEqual([409, 409, 503]);
    expect(hashed).toBe(1);
  });
});
