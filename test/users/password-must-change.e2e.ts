import { existsSync } from 'node:fs';
import { commandLine } from '../support/command-line.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, people, type Person } from '../support/people.js';
import { readFirstSignIn } from '../support/seeding.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import {
  readAuthorizationResponse,
  authorizeUrl,
  formsOf,
  type BrowserClient,
  openBrowserClient,
} from '../support/browser-client.js';

const CALLBACK = 'https://app.example/cb';
const NEXT = 'seven bridges over it';

describe('user whose password must be changed', () => {
  let testApp: TestApp;
  let number = 0;
  beforeAll(async () => (testApp = await openTestApp()));
  afterAll(() => testApp.close());

  const execute = <Row>(sql: string, values: unknown[] = []) => testApp.orm.em.fork().execute<Row[]>(sql, values);
  const flagged = async (): Promise<Person> => {
    const person = await people.named(testApp, `flagged${(number += 1)}`);
    await execute('update users set password_must_change = true where id = ?', [person.id]);
    return person;
  };
  const isFlagged = async ({ id }: Person) =>
    (await execute<{ flag: boolean }>('select password_must_change flag from users where id = ?', [id]))[0]?.flag;
  const sessionsOf = ({ id }: Person) => execute('select id from sessions where user_id = ?', [id]);
  const grant = (person: Person, password = person.password) =>
    postToken(testApp, { form: passwordForm({ ...person, password }), authorization: basic(person.key) });
  const signInAt = async (browser: BrowserClient, person: Person, resume = '/orders') =>
    browser.submit(await browser.get(`/login?resume=${encodeURIComponent(resume)}`), {
      username: person.email,
      password: person.password,
    });
  /** The page that asks for a new password. */
  const askedFor = async (browser: BrowserClient, person: Person, resume?: string) =>
    browser.follow(await signInAt(browser, person, resume));
  const isAsked = (page: Readonly<{ statusCode: number; body: string }>): boolean =>
    page.statusCode === 200 && page.body.includes('<h1>Choose a new password</h1>');

  describe('in a browser', () => {
    it('is asked for a new password after the right one, and is not signed in before', async () => {
      const person = await flagged();
      const browser = openBrowserClient(testApp);
      const page = await askedFor(browser, person);

      expect(isAsked(page)).toBe(true);
      expect(formsOf(page.body)[0]).toMatchObject({
        action: '/login',
        fields: { username: person.email, password: '', new_password: '', resume: '/orders' },
      });
      expect(page.body).not.toContain(person.password);
      expect([...browser.cookies.keys()]).not.toContain('device');
      expect(await sessionsOf(person)).toEqual([]);
      expect((await browser.get('/profile')).statusCode).toBe(303);
    });

    it('is signed in with the new password and continues to the requested page', async () => {
      const person = await flagged();
      const browser = openBrowserClient(testApp);
      const done = await browser.submit(await askedFor(browser, person), {
        password: person.password,
        new_password: NEXT,
      });

      expect([done.statusCode, done.headers.location]).toEqual([303, '/orders']);
      expect((await browser.get('/orders')).body).toContain(person.email);
      expect(await isFlagged(person)).toBe(false);
      expect([(await grant(person)).statusCode, (await grant(person, NEXT)).statusCode]).toEqual([400, 200]);
      expect((await openBrowserClient(testApp).signIn({ ...person, password: NEXT })).headers.location).toBe('/desk');
    });

    it('returns to the application that requested the sign-in', async () => {
      const person = await flagged();
      const key = await createKey(testApp, person.id, { redirectUris: [CALLBACK] });
      const url = authorizeUrl({
        client_id: key.clientId,
        response_type: 'code',
        redirect_uri: CALLBACK,
        scope: 'openid',
        state: 's',
      });
      const browser = openBrowserClient(testApp);
      const page = await browser.follow(
        await browser.submit(await browser.get(url), { username: person.email, password: person.password }),
      );

      expect(isAsked(page)).toBe(true);
      expect(page.headers['content-security-policy']).toContain('https://app.example');
      expect(await sessionsOf(person)).toEqual([]);
      const answer = await browser.follow(
        await browser.submit(page, { password: person.password, new_password: NEXT }),
      );
      expect([
        answer.statusCode,
        readAuthorizationResponse(answer).base,
        readAuthorizationResponse(answer).query.state,
      ]).toEqual([302, CALLBACK, 's']);
      expect(readAuthorizationResponse(answer).query.code).toBeDefined();
    });

    it.each([
      ['a common one', 'baseball', 'must not be a common password'],
      ['a short one', 'short', 'must have 8 characters or more'],
      ['the email', 'flagged', 'must not be the email'],
      ['the one that they have', 'correct horse battery staple', 'must not be the password that you have now'],
    ])('is asked again for %s, in words that say why, and stays signed out', async (what, chosen, why) => {
      const person = await flagged();
      const browser = openBrowserClient(testApp);
      const newPassword = what === 'the email' ? person.email : chosen;
      const again = await browser.follow(
        await browser.submit(await askedFor(browser, person), { password: person.password, new_password: newPassword }),
      );

      expect(isAsked(again)).toBe(true);
      expect(again.body).toContain(`The new password ${why}`);
      expect(again.body).not.toContain(`"${newPassword}" autocomplete="new-password"`);
      expect([await isFlagged(person), await sessionsOf(person)]).toEqual([true, []]);
      expect((await browser.submit(again, { password: person.password, new_password: NEXT })).headers.location).toBe(
        '/orders',
      );
    });

    it('changes nothing with a wrong current password, which counts as a failed sign-in', async () => {
      const person = await flagged();
      const browser = openBrowserClient(testApp);
      const page = await askedFor(browser, person);
      const guess = () => browser.submit(page, { password: 'a guess', new_password: NEXT });
      const refused = await browser.follow(await guess());

      expect(refused.body).toContain('The email or the password is wrong.');
      expect([await isFlagged(person), await sessionsOf(person), (await grant(person, NEXT)).statusCode]).toEqual([
        true,
        [],
        400,
      ]);
      for (let n = 0; n < 9; n++) await guess();
      expect((await guess()).statusCode).toBe(429);
    });

    it('is audited as a denied sign-in', async () => {
      const person = await flagged();
      await signInAt(openBrowserClient(testApp), person);

      expect(
        await execute('select action, outcome, reason from audit_entries where user_id = ? and action = ?', [
          person.id,
          'session.started',
        ]),
      ).toEqual([{ action: 'session.started', outcome: 'denied', reason: 'password_must_change' }]);
    });
  });

  it('gets 403 password_must_change as JSON, only with the right password', async () => {
    const person = await flagged();
    const browser = openBrowserClient(testApp);
    const [form] = formsOf((await browser.get('/login')).body);
    const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const post = (password: string) =>
      testApp.request('POST', '/login', {
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: { ...form?.fields, username: person.email, password },
      });

    expect((await post('a guess')).json()).toMatchObject({ status: 400, code: 'sign_in_failed' });
    expect((await post(person.password)).json()).toMatchObject({ status: 403, code: 'password_must_change' });
  });

  it('gets no token by the password grant, with a description only for the right password', async () => {
    const person = await flagged();
    const refused = await grant(person);

    expect([refused.statusCode, refused.json().error]).toEqual([400, 'invalid_grant']);
    expect(refused.json().error_description).toMatch(/must be changed first.*\/login.*kontor user password/);
    expect((await grant(person, 'a guess')).json().error_description).not.toContain('changed');
  });

  it('can use existing API keys with client_credentials', async () => {
    const person = await flagged();
    const body = { email: 'sheep@example.test', first_name: 'Sheep', last_name: 'Dolly', password: 'black and white' };

    expect(
      (await testApp.request('POST', '/users', { headers: { authorization: basic(person.key) }, body })).statusCode,
    ).toBe(201);
    expect((await testApp.request('GET', '/users/me', { as: person.token })).statusCode).toBe(200);
  });

  it('can change the password with an existing token, to a different one', async () => {
    const person = await flagged();
    const change = (next: string) =>
      testApp.request('POST', '/users/me/password', {
        as: person.token,
        body: { current_password: person.password, new_password: next },
      });

    expect((await change(person.password)).json()).toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ pointer: '/new_password' }],
    });
    expect((await change(NEXT)).statusCode).toBe(200);
    expect([await isFlagged(person), (await grant(person, NEXT)).statusCode]).toEqual([false, 200]);
  });

  it('does not affect other users, even with the same password', async () => {
    const person = await people.named(testApp, 'unflagged');

    expect((await signInAt(openBrowserClient(testApp), person)).headers.location).toBe('/orders');
    expect(
      (
        await testApp.request('POST', '/users/me/password', {
          as: person.token,
          body: { current_password: person.password, new_password: person.password },
        })
      ).statusCode,
    ).toBe(200);
  });
});

describe('first-sign-in.json', () => {
  let testApp: TestApp;
  beforeEach(async () => (testApp = await openTestApp()));
  afterEach(() => testApp.close());

  it('is removed when the first user changes the password, and not when another user does', async () => {
    const { email, password, credentialsFile } = await readFirstSignIn(testApp);
    const ada = await people.ada(testApp);
    await testApp.request('POST', '/users/me/password', {
      as: ada.token,
      body: { current_password: ada.password, new_password: NEXT },
    });
    expect(existsSync(credentialsFile)).toBe(true);

    const browser = openBrowserClient(testApp);
    await browser.signIn({ email, password });
    const changed = await browser.submit(await browser.get('/profile/password'), {
      current_password: password,
      new_password: NEXT,
    });
    expect([changed.statusCode, existsSync(credentialsFile)]).toEqual([303, false]);
  });

  it('is removed when the operator sets the password on the command line', async () => {
    const { email, credentialsFile, clientId, clientSecret } = await readFirstSignIn(testApp);
    const ada = await people.ada(testApp);
    const kontor = commandLine(testApp);
    await testApp.orm.em.fork().execute('update users set password_must_change = true');
    expect([(await kontor('user', 'password', ada.email)).code, existsSync(credentialsFile)]).toEqual([0, true]);

    const { code, result } = await kontor('user', 'password', email);
    expect([code, existsSync(credentialsFile)]).toEqual([0, false]);
    const token = await postToken(testApp, {
      form: { grant_type: 'password', username: email, password: result.password },
      authorization: basic({ clientId, clientSecret }),
    });
    expect(token.statusCode).toBe(200);
  });
});
