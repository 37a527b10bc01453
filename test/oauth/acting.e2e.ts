import { actInBrowser, type Fields } from '../support/acting.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { SessionTestController } from '../support/session-test.controller.js';
import { basic, postToken } from '../support/token-endpoint.js';
import { waitUntil } from '../support/within.js';

/** Administrators who act for a customer in a browser. */
describe('POST /acting', () => {
  let testApp: TestApp;
  let admin: Person;
  let ada: Person;
  let bob: Person;

  beforeAll(async () => {
    testApp = await openTestApp({ controllers: [SessionTestController] });
    [admin, ada, bob] = [await people.admin(testApp), await people.ada(testApp), await people.bob(testApp)];
  });
  afterAll(() => testApp.close());

  const { signedIn, tokenOf, start, stop, actingFor, bannerOf, actorOf, newest } = actInBrowser(() => testApp);

  it('shows the customer’s pages with a banner, acts as the customer, and ends with one button', async () => {
    const browser = await signedIn();
    const started = await start(browser, ada.id);

    expect([started.statusCode, started.headers.location]).toEqual([303, '/desk']);
    expect(await actorOf(browser)).toMatchObject({
      userId: String(ada.id),
      actingUserId: String(admin.id),
      role: 'Customer',
    });
    expect((await browser.get('/users/me')).body).toContain(`<td>${ada.email}</td>`);
    for (const path of [
      '/',
      '/docs',
      '/docs/errors/busy',
      '/nowhere',
      '/users',
      '/users/me',
      '/login',
      '/audit',
      '/%zz',
    ])
      expect([path, await bannerOf(browser, path)]).toEqual([path, ada.email]);
    expect((await browser.get('/docs')).body).toContain(
      `Signed in as <a href="/profile"><strong>${admin.email}</strong></a>`,
    );

    const stopped = await stop(browser);
    expect([stopped.statusCode, stopped.headers.location]).toEqual([303, `/users/${ada.id}`]);
    const next = (await browser.follow(stopped)).body;
    expect([next.includes(`You no longer act for ${ada.email}.`), next.includes('class="acting"')]).toEqual([
      true,
      false,
    ]);
    expect(await actorOf(browser)).toMatchObject({
      userId: String(admin.id),
      actingUserId: String(admin.id),
      role: 'Admin',
    });
  });

  it('audits start and end, and every action under both names', async () => {
    const browser = await actingFor();
    expect(await newest('action=acting.started')).toMatchObject({
      outcome: 'granted',
      user_id: ada.id,
      acting_user_id: admin.id,
      address: '127.0.0.1',
    });

    await browser.post('/oauth/client', { name: 'Made on behalf', form_token: await tokenOf(browser) });
    expect(await newest('action=key.created')).toMatchObject({ user_id: ada.id, acting_user_id: admin.id });
    expect((await testApp.request('GET', '/oauth/client', { as: ada.token })).json()).toContainEqual(
      expect.objectContaining({ name: 'Made on behalf' }),
    );
    expect((await testApp.request('GET', '/oauth/client', { as: admin.token })).body).not.toContain('Made on behalf');

    await stop(browser);
    expect(await newest('action=acting.ended')).toMatchObject({ user_id: ada.id, acting_user_id: admin.id });
    expect(
      (await testApp.request('GET', '/audit?outcome=granted', { as: ada.token }))
        .json<Fields[]>()
        .slice(0, 4)
        .map(({ action }) => action),
    ).toEqual(['acting.ended', 'key.listed', 'key.created', 'acting.started']);
  });

  it('suspends the administrator’s rights and explains how to get them back', async () => {
    const browser = await actingFor();

    for (const path of ['/users', `/users/${bob.id}`]) {
      const rejected = await browser.get(path);
      expect(rejected.statusCode).toBe(403);
      expect(rejected.body).toMatch(/not while acting for a customer[\s\S]*stop acting with the button at the top/);
    }
    expect(
      (await browser.post(`/users/${bob.id}/access/disable`, { form_token: await tokenOf(browser) })).statusCode,
    ).toBe(403);
    expect((await start(browser, bob.id)).statusCode).toBe(403);
    expect(await bannerOf(browser)).toBe(ada.email);
    const refusal = 'action=access.refused&q=POST%20%2Facting';
    await waitUntil(async () => (await newest(refusal)) !== undefined);
    expect(await newest(refusal)).toMatchObject({
      outcome: 'denied',
      user_id: ada.id,
      acting_user_id: admin.id,
      detail: expect.stringMatching(/^POST \/acting: /),
    });
    expect((await browser.get('/audit')).body).not.toContain(bob.key.clientId);
  });

  describe('is rejected', () => {
    it('for a customer, whatever user is named', async () => {
      const browser = await signedIn(bob);

      for (const id of [ada.id, bob.id, admin.id, 999_999]) expect((await start(browser, id)).statusCode).toBe(403);
      expect(await actorOf(browser)).toMatchObject({ userId: String(bob.id) });
    });

    it('for administrators, disabled users and unknown users', async () => {
      const other = await people.named(testApp, 'other-admin', 'Admin');
      const closed = await people.named(testApp, 'closed');
      await testApp.request('POST', `/users/${closed.id}/disable`, { as: admin.token });
      const browser = await signedIn();

      for (const [id, status, code] of [
        [other.id, 409, 'cannot_act_for'],
        [admin.id, 409, 'cannot_act_for'],
        [closed.id, 409, 'cannot_act_for'],
        [999_999, 404, 'unknown_user'],
        [2 ** 40, 404, 'unknown_user'],
        ['0', 400, 'invalid_request'],
        ['1e3', 400, 'invalid_request'],
        ['', 400, 'invalid_request'],
      ] as const) {
        const rejected = await start(browser, id);
        expect([id, rejected.statusCode, rejected.body.includes(`/docs/errors/${code}`)]).toEqual([id, status, true]);
      }
      expect(await bannerOf(browser)).toBeUndefined();
    });

    it('without a form token of this browser, as JSON and with a token', async () => {
      const browser = await signedIn();
      const foreignFormToken = await tokenOf(await signedIn());

      for (const form_token of ['', 'x', foreignFormToken])
        expect((await start(browser, ada.id, { form_token })).statusCode).toBe(403);
      expect(
        (
          await browser.post(
            '/acting',
            { customer_id: String(ada.id), form_token: await tokenOf(browser) },
            { 'sec-fetch-site': 'cross-site' },
          )
        ).statusCode,
      ).toBe(403);
      expect(
        (
          await browser.post(
            '/acting',
            { customer_id: String(ada.id), form_token: await tokenOf(browser) },
            { accept: 'application/json' },
          )
        ).statusCode,
      ).toBe(303);
      const secondBrowser = await signedIn();
      expect(
        (await testApp.request('POST', '/acting', { as: admin.token, body: { customer_id: String(ada.id) } }))
          .statusCode,
      ).toBe(303);
      expect([await bannerOf(browser), await bannerOf(secondBrowser)]).toEqual([undefined, undefined]);
    });

    it('as JSON with a cookie', async () => {
      const browser = await actingFor();
      const response = await browser.get('/users/me', { accept: 'application/json' });

      expect([response.statusCode, response.body.includes(ada.email)]).toEqual([303, false]);
    });
  });

  it('for a form that was opened before the start or the end', async () => {
    const browser = await signedIn();
    const ownFormToken = await tokenOf(browser);
    await start(browser, ada.id);
    const customerFormToken = await tokenOf(browser);
    const staleResponse = await browser.post('/oauth/client', { name: 'Stale', form_token: ownFormToken });
    await stop(browser);
    await start(browser, bob.id);
    const staleCustomerResponse = await browser.post('/oauth/client', { name: 'Stale', form_token: customerFormToken });
    await stop(browser);

    expect([staleResponse.statusCode, staleCustomerResponse.statusCode]).toEqual([403, 403]);
    expect((await browser.post('/oauth/client', { name: 'Stale', form_token: customerFormToken })).statusCode).toBe(
      403,
    );
    for (const as of [admin.token, ada.token, bob.token])
      expect((await testApp.request('GET', '/oauth/client', { as })).body).not.toContain('Stale');
    expect((await browser.post('/oauth/client', { name: 'Fresh', form_token: ownFormToken })).statusCode).toBe(200);
  });

  it('applies to one session only', async () => {
    const [one, other, third] = [await actingFor(ada), await actingFor(bob), await signedIn()];

    expect([await bannerOf(one), await bannerOf(other), await bannerOf(third)]).toEqual([
      ada.email,
      bob.email,
      undefined,
    ]);
    await stop(one);
    expect([await bannerOf(one), await bannerOf(other)]).toEqual([undefined, bob.email]);
    expect((await third.get('/users')).statusCode).toBe(200);
  });

  describe('ends', () => {
    it('when the customer is disabled, and stays ended when enabled', async () => {
      const customer = await people.named(testApp, 'brief');
      const browser = await actingFor(customer);
      const form = await tokenOf(browser);
      await testApp.request('POST', `/users/${customer.id}/disable`, { as: admin.token });

      expect(await actorOf(browser)).toMatchObject({ userId: String(admin.id), role: 'Admin' });
      expect(await bannerOf(browser)).toBeUndefined();
      expect((await browser.post('/oauth/client', { name: 'Too late', form_token: form })).statusCode).toBe(403);
      expect(await newest(`action=acting.ended&user_id=${customer.id}`)).toMatchObject({ acting_user_id: admin.id });
      await testApp.request('POST', `/users/${customer.id}/enable`, { as: admin.token });
      expect(await bannerOf(browser)).toBeUndefined();
    });

    it('when the administrator loses the role, and stays ended when it returns', async () => {
      const formerAdmin = await people.named(testApp, 'former', 'Admin');
      const browser = await actingFor(ada, formerAdmin);
      await testApp.orm.em.execute(`update users set role = 'Customer' where id = ?`, [formerAdmin.id]);

      expect(await actorOf(browser)).toMatchObject({
        userId: String(formerAdmin.id),
        actingUserId: String(formerAdmin.id),
        role: 'Customer',
      });
      await testApp.orm.em.execute(`update users set role = 'Admin' where id = ?`, [formerAdmin.id]);
      expect(await actorOf(browser)).toMatchObject({ userId: String(formerAdmin.id), role: 'Admin' });
      expect(await newest(`action=acting.ended&acting_user_id=${formerAdmin.id}`)).toMatchObject({ user_id: ada.id });
    });

    it('when the administrator is disabled', async () => {
      const disabledAdmin = await people.named(testApp, 'leaving', 'Admin');
      const browser = await actingFor(ada, disabledAdmin);
      await testApp.request('POST', `/users/${disabledAdmin.id}/disable`, { as: admin.token });

      expect((await browser.get('/users/me')).statusCode).toBe(303);
      expect(await newest(`action=acting.ended&acting_user_id=${disabledAdmin.id}`)).toMatchObject({ user_id: ada.id });
    });

    it('when the administrator signs out', async () => {
      const browser = await actingFor();
      await browser.post('/logout', { form_token: await tokenOf(browser) });

      expect((await browser.get('/users/me')).statusCode).toBe(303);
      expect(
        (await testApp.request('GET', `/audit?outcome=granted&acting_user_id=${admin.id}`, { as: admin.token }))
          .json<Fields[]>()
          .slice(0, 2)
          .map(({ action, user_id: as }) => [action, as]),
      ).toEqual([
        ['session.ended', admin.id],
        ['acting.ended', ada.id],
      ]);
      await browser.signIn(admin);
      expect(await bannerOf(browser)).toBeUndefined();
    });
  });

  it('not when the administrator signs in again meanwhile', async () => {
    const browser = await actingFor();
    await browser.signIn(admin);
    expect(await bannerOf(browser)).toBe(ada.email);

    await browser.signIn(bob);
    expect(await actorOf(browser)).toMatchObject({ userId: String(bob.id), actingUserId: String(bob.id) });
  });

  it('without an error when nobody is acting', async () => {
    const browser = await signedIn();
    const entryBefore = await newest('action=acting.ended');
    const response = await stop(browser);

    expect([response.statusCode, response.headers.location]).toEqual([303, '/']);
    expect(await newest('action=acting.ended')).toEqual(entryBefore);
  });

  it('does not affect the customer’s sign-in or failed attempts', async () => {
    const browser = await actingFor();
    const form_token = await tokenOf(browser);
    const rejectedChange = await browser.post('/users/me/password', {
      current_password: ada.password,
      new_password: 'staple wrong tower',
      form_token,
    });
    const program = (
      await postToken(testApp, {
        form: { grant_type: 'password', username: admin.email, password: admin.password, customer_id: String(ada.id) },
        authorization: basic(admin.key),
      })
    ).json();
    const email = await testApp.request('PUT', '/users/me', {
      as: program.access_token,
      body: { email: 'mine@example.test', current_password: ada.password },
    });
    const name = await testApp.request('PUT', '/users/me', {
      as: program.access_token,
      body: { first_name: 'Augusta' },
    });

    expect([rejectedChange.statusCode, rejectedChange.body.includes('/docs/errors/owners_only')]).toEqual([403, true]);
    expect([email.statusCode, email.json().code, name.statusCode]).toEqual([403, 'owners_only', 200]);
    expect((await testApp.request('GET', '/users/me', { as: ada.token })).json()).toMatchObject({
      email: ada.email,
      first_name: 'Augusta',
    });
    await testApp.request('PUT', '/users/me', { as: ada.token, body: { first_name: 'ada' } });
  });
});
