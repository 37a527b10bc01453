import { actInBrowser } from '../support/acting.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';
import { formsOf, type BrowserClient, openBrowserClient } from '../support/browser-client.js';

type Entry = Readonly<{ action: string; user_id: number; acting_user_id: number; detail: string }>;

const NEXT = 'seven bridges over it';

/** What administrators do on the page of a user whose browser or password another user has. */
describe('access of a user, for administrators', () => {
  let testApp: TestApp;
  let admin: Person;
  let number = 0;
  beforeAll(async () => {
    testApp = await openTestApp();
    admin = await people.admin(testApp);
  });
  afterAll(() => testApp.close());

  const { signedIn, actingFor, bannerOf } = actInBrowser(() => testApp);
  const customer = () => people.named(testApp, `customer${(number += 1)}`);
  const grant = (person: Person, password = person.password) =>
    postToken(testApp, { form: passwordForm({ ...person, password }), authorization: basic(person.key) });
  const isIn = async (as: string) => (await testApp.request('GET', '/users/me', { as })).statusCode === 200;
  const browserOf = async (person: Person): Promise<BrowserClient> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(person);
    return browser;
  };
  const age = () =>
    testApp.orm.em
      .fork()
      .execute(`update sessions set auth_time = now() - interval '16 minutes' where user_id = ?`, [admin.id]);
  const entries = async (action: string): Promise<Entry[]> =>
    (await testApp.request('GET', `/audit?action=${action}`, { as: admin.token })).json();

  describe('POST /users/:id/end-sessions', () => {
    it('ends all browser sessions and tokens and keeps the password', async () => {
      const ada = await customer();
      const theirs = await browserOf(ada);
      const refresh = (await grant(ada)).json<Record<string, string>>()['refresh_token'] ?? '';
      const browser = await signedIn();
      const done = await browser.press(await browser.get(`/users/${ada.id}`), `/users/${ada.id}/access/end-sessions`);

      expect([done.statusCode, done.headers.location]).toEqual([303, `/users/${ada.id}`]);
      expect((await browser.follow(done)).body).toContain(`${ada.email} is signed out everywhere`);
      expect((await theirs.get('/profile')).statusCode).toBe(303);
      expect(await isIn(ada.token)).toBe(false);
      expect(
        (
          await postToken(testApp, {
            form: { grant_type: 'refresh_token', refresh_token: refresh },
            authorization: basic(ada.key),
          })
        ).json().error,
      ).toBe('invalid_grant');
      expect((await grant(ada)).statusCode).toBe(200);
      expect((await entries('user.sessions_ended'))[0]).toMatchObject({ user_id: admin.id, detail: `user ${ada.id}` });
    });

    it('ends the user’s streams', async () => {
      const ada = await customer();
      const stream = await fetch(`${await testApp.url()}/events`, {
        headers: { accept: 'text/event-stream', authorization: `Bearer ${ada.token}` },
      });
      const ended = stream.text();

      expect((await testApp.request('POST', `/users/${ada.id}/end-sessions`, { as: admin.token })).statusCode).toBe(
        200,
      );
      expect(await ended).toContain('revoked');
    });

    it('returns the user as JSON and can be repeated', async () => {
      const ada = await customer();
      const end = (as: string, id: number | string = ada.id) =>
        testApp.request('POST', `/users/${id}/end-sessions`, { as });

      expect((await end(admin.token)).json()).toEqual(
        (await testApp.request('GET', `/users/${ada.id}`, { as: admin.token })).json(),
      );
      expect((await end(admin.token)).statusCode).toBe(200);
      expect([(await end(admin.token, admin.id)).json().code, (await end(admin.token, 999_999)).json().code]).toEqual([
        'own_account',
        'unknown_user',
      ]);
      const bob = await customer();
      expect((await end(bob.token)).json().code).toBe('administrators_only');
    });
  });

  describe('POST /users/:id/access/role', () => {
    const change = async (browser: BrowserClient, { id }: Person) =>
      browser.press(await browser.get(`/users/${id}`), `/users/${id}/access/role`);
    const roleOf = async ({ id }: Person) =>
      (await testApp.orm.em.fork().execute<{ role: string }[]>('select role from users where id = ?', [id]))[0]?.role;
    const listsUsers = async (browser: BrowserClient) => (await browser.get('/users')).statusCode === 200;

    it('makes a customer an administrator and takes it back, and ends what there was each time', async () => {
      const ada = await customer();
      const [theirs, browser] = [await browserOf(ada), await signedIn()];
      expect(await listsUsers(theirs)).toBe(false);
      const done = await change(browser, ada);

      expect([done.statusCode, done.headers.location, await roleOf(ada)]).toEqual([303, `/users/${ada.id}`, 'Admin']);
      expect((await browser.follow(done)).body).toContain(`${ada.email} is an administrator now, and signed out`);
      expect([(await theirs.get('/profile')).statusCode, await isIn(ada.token)]).toEqual([303, false]);
      await theirs.signIn(ada);
      expect(await listsUsers(theirs)).toBe(true);
      const token = (await grant(ada)).json<Record<string, string>>()['access_token'] ?? '';
      expect((await testApp.request('GET', '/users', { as: token })).statusCode).toBe(200);

      expect((await browser.follow(await change(browser, ada))).body).toContain(`${ada.email} is a customer now`);
      expect([await roleOf(ada), await isIn(token), (await theirs.get('/profile')).statusCode]).toEqual([
        'Customer',
        false,
        303,
      ]);
      await theirs.signIn(ada);
      expect(await listsUsers(theirs)).toBe(false);
      expect((await entries('user.role_changed')).slice(0, 2)).toMatchObject([
        { user_id: admin.id, detail: `user ${ada.id}, now Customer` },
        { user_id: admin.id, detail: `user ${ada.id}, now Admin` },
      ]);
    });

    it('ends the acting of an administrator who loses the role, and acting for a customer who gets it', async () => {
      const [second, ada] = [await people.named(testApp, 'second-role', 'Admin'), await customer()];
      const [theirs, browser] = [await browserOf(second), await signedIn()];
      await theirs.press(await theirs.get(`/users/${ada.id}`), '/acting');
      expect((await theirs.get('/profile')).body).toContain(ada.email);
      await change(browser, second);
      expect((await theirs.get('/profile')).statusCode).toBe(303);

      const acting = await actingFor(ada);
      expect(await bannerOf(acting)).toContain(ada.email);
      await change(browser, ada);
      expect(await bannerOf(acting)).toBeUndefined();
    });

    it('refuses their own role, unknown roles, and an administrator who lost the role meanwhile', async () => {
      const [second, ada] = [await people.named(testApp, 'third-role', 'Admin'), await customer()];
      const [theirs, browser] = [await browserOf(second), await signedIn()];
      const send = async (from: BrowserClient, id: number, role: string) => {
        const formToken = formsOf((await from.get(`/users/${ada.id}`)).body)[0]?.fields['form_token'] ?? '';
        return (await from.post(`/users/${id}/access/role`, { form_token: formToken, role })).statusCode;
      };
      expect((await browser.get(`/users/${admin.id}`)).body).not.toContain('/access/role');
      expect([await send(browser, admin.id, 'Customer'), await send(browser, ada.id, 'Root')]).toEqual([409, 400]);
      expect(await roleOf(ada)).toBe('Customer');

      const fourth = await people.named(testApp, 'fourth-role', 'Admin');
      const others = await browserOf(fourth);
      const each = await Promise.all([send(others, second.id, 'Customer'), send(theirs, fourth.id, 'Customer')]);
      const kept = [await roleOf(fourth), await roleOf(second)];
      expect(kept.filter((role) => role === 'Admin')).toHaveLength(1);
      expect(each.filter((status) => status === 303).length).toBeGreaterThan(0);
    });
  });

  describe('POST /users/:id/password', () => {
    const set = async (browser: BrowserClient, { id }: Person, password: string) =>
      browser.submit(await browser.get(`/users/${id}/password`), { new_password: password });

    it('sets a password, ends sessions and tokens, and requires a new password at the next sign-in', async () => {
      const ada = await customer();
      const theirs = await browserOf(ada);
      const browser = await signedIn();
      expect((await browser.get(`/users/${ada.id}`)).body).toContain(`href="/users/${ada.id}/password"`);
      const done = await set(browser, ada, NEXT);

      expect([done.statusCode, done.headers.location]).toEqual([303, `/users/${ada.id}`]);
      expect(JSON.stringify(done.headers)).not.toContain(NEXT);
      const page = await browser.follow(done);
      expect(page.body).toContain(`${ada.email} has a new password`);
      expect(page.body).toContain('must change password');
      expect([(await theirs.get('/profile')).statusCode, await isIn(ada.token), (await grant(ada)).statusCode]).toEqual(
        [303, false, 400],
      );
      expect((await grant(ada, NEXT)).json().error_description).toContain('must be changed first');
      expect((await entries('user.password_changed'))[0]).toMatchObject({
        user_id: admin.id,
        detail: `user ${ada.id}`,
      });

      const asked = await theirs.follow(await theirs.signIn({ ...ada, password: NEXT }));
      expect(asked.body).toContain('<h1>Choose a new password</h1>');
      expect(
        (await theirs.submit(asked, { password: NEXT, new_password: 'a third that is theirs' })).headers.location,
      ).toBe('/profile');
      expect((await grant(ada, 'a third that is theirs')).statusCode).toBe(200);
    });

    it.each([
      ['short', 'must have 8 characters or more'],
      ['baseball', 'must not be a common password'],
    ])('refuses %j at its field, and changes nothing', async (password, why) => {
      const ada = await customer();
      const refused = await set(await signedIn(), ada, password);

      expect([
        refused.statusCode,
        refused.body.includes('id="new_password-fault"'),
        refused.body.includes(why),
      ]).toEqual([400, true, true]);
      expect((await grant(ada)).statusCode).toBe(200);
    });

    it('rejects the user’s email as password', async () => {
      const ada = await customer();
      const refused = await set(await signedIn(), ada, ada.email);

      expect([refused.statusCode, refused.body.includes('must not be the email')]).toEqual([400, true]);
    });

    it('rejects one’s own user and everyone except administrators who act for themselves', async () => {
      const [ada, bob] = [await customer(), await customer()];
      const browser = await signedIn();
      const formToken = formsOf((await browser.get(`/users/${ada.id}/password`)).body)[0]?.fields['form_token'] ?? '';

      expect(
        (await browser.post(`/users/${admin.id}/password`, { form_token: formToken, new_password: NEXT })).statusCode,
      ).toBe(409);
      expect((await browser.get('/users/999999/password')).statusCode).toBe(404);
      expect((await (await signedIn(bob)).get(`/users/${ada.id}/password`)).statusCode).toBe(403);
      expect((await (await actingFor(bob)).get(`/users/${ada.id}/password`)).statusCode).toBe(403);
      expect(
        (await testApp.request('POST', `/users/${ada.id}/password`, { as: admin.token, body: { new_password: NEXT } }))
          .statusCode,
      ).toBe(303);
      expect((await grant(ada)).statusCode).toBe(200);
    });
  });

  it.each<[string, (id: number) => string, Record<string, string>]>([
    ['end the sessions of a user', (id) => `/users/${id}/access/end-sessions`, {}],
    ['set a password', (id) => `/users/${id}/password`, { new_password: NEXT }],
    ['disable a user', (id) => `/users/${id}/access/disable`, { cancel_orders: 'yes' }],
    ['enable a user', (id) => `/users/${id}/access/enable`, {}],
    ['change a role', (id) => `/users/${id}/access/role`, { role: 'Admin' }],
  ])('asks an administrator for the password to %s, and keeps the form', async (_what, urlOf, fields) => {
    const ada = await customer();
    const browser = await signedIn();
    await age();
    const formToken = formsOf((await browser.get(`/users/${ada.id}/password`)).body)[0]?.fields['form_token'] ?? '';
    const asked = await browser.post(urlOf(ada.id), { form_token: formToken, ...fields });

    expect([asked.statusCode, asked.body.includes('<h1>Confirm it is you</h1>')]).toEqual([403, true]);
    expect(formsOf(asked.body)[0]).toMatchObject({ action: urlOf(ada.id), fields });
    expect([await isIn(ada.token), (await grant(ada)).statusCode]).toEqual([true, 200]);
    expect((await browser.submit(asked, { confirmation_password: admin.password })).statusCode).toBe(303);
  });
});
