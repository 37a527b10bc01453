import { actInBrowser } from '../support/acting.js';
import { commandLine, withFile } from '../support/command-line.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { issueToken, people, type Person } from '../support/people.js';
import { storeWithOldParameters } from '../support/stored-passwords.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import { openBrowserClient } from '../support/browser-client.js';

const grace = { email: 'grace.h1906@example.test', first_name: 'Grace', last_name: 'Hopper' };

const GUESSABLE = [
  ['a common password', 'baseball', 'must not be a common password'],
  ['a common password in capitals', 'PASSWORD123', 'must not be a common password'],
  ['the email', 'Grace.H1906@example.test', 'must not be the email'],
  ['its local part with digits around', '12grace.h1906!', 'must not be the email'],
  ['the names', 'hopper-grace-1906', 'must not be the email'],
  ['the name of the service', 'Kontor#2026', 'must not be the email'],
] as const;

describe('common passwords', () => {
  let testApp: TestApp;
  let admin: Person;
  beforeAll(async () => {
    testApp = await openTestApp({ env: { RATE_LIMIT_ANONYMOUS: '100000' } });
    admin = await people.admin(testApp);
  });
  afterAll(() => testApp.close());

  const { signedIn } = actInBrowser(() => testApp);
  const usersOf = (email: string) =>
    testApp.orm.em.fork().execute('select id from users where lower(email) = lower(?)', [email]);
  const register = (body: object) =>
    testApp.request('POST', '/users', { headers: { authorization: basic(admin.key) }, body });

  it.each(GUESSABLE)('POST /users rejects %s', async (_what, password, fault) => {
    const response = await register({ ...grace, password });

    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'invalid_request',
      errors: [{ pointer: '/password', message: expect.stringContaining(`password ${fault}`) }],
    });
    expect(response.body).not.toContain(password);
    expect(await usersOf(grace.email)).toEqual([]);
  });

  it.each(GUESSABLE)('POST /sign-up rejects %s', async (_what, password, fault) => {
    const browser = openBrowserClient(testApp);
    const page = await browser.submit(await browser.get('/sign-up'), { ...grace, password });

    expect([page.statusCode, page.body]).toEqual([
      400,
      expect.stringContaining(`<p class="fault" id="password-fault">Password ${fault}`),
    ]);
    expect(page.body).not.toContain(password);
  });

  it('POST /users/new rejects it for a new customer', async () => {
    const browser = await signedIn();
    const page = await browser.submit(await browser.get('/users/new'), { ...grace, password: 'gracehopper' });

    expect([page.statusCode, page.body]).toEqual([
      400,
      expect.stringContaining('id="password-fault">First password must not be the email'),
    ]);
  });

  it('POST /users/me/password and POST /profile/password reject the user’s name or email, and change nothing', async () => {
    const zoe = await people.named(testApp, 'zoe-quinn');
    const answers = [];
    for (const password of ['baseball', 'zoe-quinn-1', 'ZOE-QUINN@example.test', 'example1234', 'kontorkontor']) {
      answers.push(
        await testApp.request('POST', '/users/me/password', {
          as: zoe.token,
          body: { current_password: zoe.password, new_password: password },
        }),
      );
    }
    const browser = openBrowserClient(testApp);
    await browser.signIn(zoe);
    const page = await browser.submit(await browser.get('/profile/password'), {
      current_password: zoe.password,
      new_password: 'zoe-quinn-99',
    });

    expect(answers.map((answer): unknown => answer.json())).toEqual(
      Array(5).fill(
        expect.objectContaining({ status: 400, errors: [expect.objectContaining({ pointer: '/new_password' })] }),
      ),
    );
    expect([page.statusCode, page.body]).toEqual([
      400,
      expect.stringContaining('id="new_password-fault">New password must not be the email'),
    ]);
    expect((await postToken(testApp, { form: passwordForm(zoe), authorization: basic(zoe.key) })).statusCode).toBe(200);
  });

  it('kontor user add and kontor user password reject it', async () => {
    const kontor = commandLine(testApp);
    const add = (path: string) =>
      kontor(
        'user',
        'add',
        '--email',
        'ida@example.test',
        '--first-name',
        'Ida',
        '--last-name',
        'Rhodes',
        '--password-file',
        path,
      );
    const failed = await withFile('idarhodes1\n', add);
    const { code } = await withFile('nanoseconds\n', add);
    const reset = await withFile('Rhodes-2026\n', (path) =>
      kontor('user', 'password', 'ida@example.test', '--password-file', path),
    );

    expect([failed.code === 0, code, reset.code === 0]).toEqual([false, 0, false]);
    expect(JSON.stringify(failed.result)).toContain('must not be the email');
    expect(JSON.stringify(reset.result)).toContain('must not be the email');
    expect(
      (
        await postToken(testApp, {
          form: passwordForm({ ...admin, email: 'ida@example.test', password: 'nanoseconds' }),
          authorization: basic(admin.key),
        })
      ).statusCode,
    ).toBe(200);
  });

  it('keep working when they were chosen before', async () => {
    const old = await people.named(testApp, 'old');
    await storeWithOldParameters(testApp, old.email, 'password');

    expect(
      (
        await postToken(testApp, {
          form: passwordForm({ ...old, password: 'password' }),
          authorization: basic(old.key),
        })
      ).statusCode,
    ).toBe(200);
    expect(
      (
        await testApp.request('GET', '/users/me', {
          as: await issueToken(testApp, { userId: old.id, clientId: old.key.clientId }),
        })
      ).statusCode,
    ).toBe(200);
  });
});
