import { type TestApp, openTestApp } from '../support/test-app.js';
import { actInBrowser } from '../support/acting.js';
import { createKey, people, type Person } from '../support/people.js';
import { formsOf, type BrowserClient, openBrowserClient } from '../support/browser-client.js';

type Response = Awaited<ReturnType<BrowserClient['get']>>;
type Fields = Readonly<Record<string, string>>;

const FIELD = 'confirmation_password';

describe('a form that changes keys, webhooks or sessions, more than 15 minutes after the last sign-in', () => {
  let testApp: TestApp;
  beforeAll(async () => (testApp = await openTestApp({ env: { TRUST_PROXY: '1' } })));
  afterAll(() => testApp.close());

  const { actingFor } = actInBrowser(() => testApp);
  const execute = <Row>(sql: string, values: unknown[] = []) => testApp.orm.em.fork().execute<Row[]>(sql, values);
  const openSession = async (person: Person): Promise<BrowserClient> => {
    const browser = openBrowserClient(testApp);
    await browser.signIn(person);
    return browser;
  };
  /** Moves the last proof of a user's password back, in all of their sessions. */
  const expireProof = (person: Person, minutes: number) =>
    execute('update sessions set auth_time = now() - make_interval(secs => ?) where user_id = ?', [
      minutes * 60,
      person.id,
    ]);
  const secondsSinceProof = async (person: Person): Promise<number> => {
    const [row] = await execute<{ age: string }>(
      'select extract(epoch from now() - auth_time) age from sessions where user_id = ? and ended_at is null',
      [person.id],
    );
    return Number(row?.age);
  };
  /** A page that every signed-in user may see has the form token of the browser. */
  const send = async (browser: BrowserClient, url: string, fields: Fields = {}) =>
    browser.post(url, { form_token: formToken(await browser.get('/profile/password')), ...fields });
  const formToken = (page: Response): string =>
    formsOf(page.body).find(({ fields }) => 'form_token' in fields)?.fields['form_token'] ?? '';
  const isPasswordPage = (page: Response): boolean =>
    page.statusCode === 403 &&
    page.body.includes('<h1>Confirm it is you</h1>') &&
    page.body.includes(`name="${FIELD}"`);
  const listClients = async (person: Person) =>
    (await testApp.request('GET', '/oauth/client', { as: person.token })).json<{ client_id: string; name: string }[]>();

  const newClient = {
    name: 'Made <late>',
    kind: 'server',
    redirect_uris: 'https://one.example/\nhttps://two.example/',
  };

  it('asks for the password, keeps every field, and creates the key afterwards', async () => {
    const ada = await people.named(testApp, 'ada');
    const browser = await openSession(ada);
    await expireProof(ada, 16);
    const passwordPage = await send(browser, '/profile/keys', newClient);

    expect(isPasswordPage(passwordPage)).toBe(true);
    expect(passwordPage.headers['cache-control']).toContain('no-store');
    expect(passwordPage.body).toContain(
      'Enter it again to continue. Nothing has been changed yet. Your entries are kept.',
    );
    expect(passwordPage.body).toContain('<a class="button" href="/">Cancel</a>');
    expect(formsOf(passwordPage.body)[0]).toMatchObject({
      action: '/profile/keys',
      method: 'post',
      fields: { ...newClient, [FIELD]: '' },
    });
    expect(await listClients(ada)).toHaveLength(1);

    const created = await browser.submit(passwordPage, { [FIELD]: ada.password });
    expect(created.statusCode).toBe(303);
    expect(await listClients(ada)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: newClient.name, redirect_uris: newClient.redirect_uris.split('\n') }),
      ]),
    );
    expect(await secondsSinceProof(ada)).toBeLessThan(60);
    expect((await send(browser, '/profile/keys', { ...newClient, name: 'Another' })).statusCode).toBe(303);
  });

  it.each([
    ['any scheme', 'x'],
    ['a token that is worth nothing', 'Bearer kat_nothing'],
    ['nothing', ''],
  ])('asks a browser that sends an Authorization header with %s as well', async (what, authorization) => {
    const person = await people.named(testApp, `header-${what.length}`);
    const browser = await openSession(person);
    await expireProof(person, 16);
    const sent = await browser.post(
      '/profile/keys',
      { form_token: formToken(await browser.get('/profile/password')), ...newClient },
      { authorization },
    );

    expect(sent.statusCode).not.toBe(303);
    expect(await listClients(person)).toHaveLength(1);
  });

  it('asks for nothing within 15 minutes, and ignores a password in the form', async () => {
    const bob = await people.named(testApp, 'bob');
    const browser = await openSession(bob);
    await expireProof(bob, 14);

    expect((await send(browser, '/profile/keys', { ...newClient, name: 'Early' })).statusCode).toBe(303);
    expect(
      (await send(browser, '/profile/keys', { ...newClient, name: 'Confirmed in another tab', [FIELD]: 'whatever' }))
        .statusCode,
    ).toBe(303);
    expect(await listClients(bob)).toHaveLength(3);
  });

  it('asks again after a wrong password, keeps the fields, and changes nothing', async () => {
    const eve = await people.named(testApp, 'eve');
    const browser = await openSession(eve);
    await expireProof(eve, 16);
    const retried = await browser.submit(await send(browser, '/profile/keys', newClient), { [FIELD]: 'a guess' });

    expect(isPasswordPage(retried)).toBe(true);
    expect(retried.body).toContain('The current password is missing or wrong.');
    expect(retried.body).not.toContain('a guess');
    expect(formsOf(retried.body)[0]?.fields).toMatchObject({ ...newClient, [FIELD]: '' });
    expect(await listClients(eve)).toHaveLength(1);
    expect(await secondsSinceProof(eve)).toBeGreaterThan(900);
    expect((await browser.submit(retried, { [FIELD]: eve.password })).statusCode).toBe(303);
  });

  it('stops guesses with 429 too_many_proofs after ten, keeps the fields, and hashes no more', async () => {
    const fay = await people.named(testApp, 'fay');
    const browser = await openSession(fay);
    await expireProof(fay, 16);
    let page = await send(browser, '/profile/keys', newClient);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n++) {
      page = await browser.submit(page, { [FIELD]: `guess ${n}` });
      statuses.push(page.statusCode);
    }

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
    expect(page.headers['retry-after']).toBeDefined();
    expect(formsOf(page.body)[0]?.fields).toMatchObject(newClient);
    expect((await browser.submit(page, { [FIELD]: fay.password })).statusCode).toBe(429);
    expect(await listClients(fay)).toHaveLength(1);
  });

  it('is logged with the user who confirmed or failed', async () => {
    const gus = await people.named(testApp, 'gus');
    const browser = await openSession(gus);
    await expireProof(gus, 16);
    const wrongPasswordPage = await browser.submit(await send(browser, '/profile/keys', newClient), {
      [FIELD]: 'a guess',
    });
    await browser.submit(wrongPasswordPage, { [FIELD]: gus.password });

    const entries = await execute<{ action: string; outcome: string; reason: string | null }>(
      `select action, outcome, reason from audit_entries where user_id = ? and action in ('session.confirmed', 'access.refused') order by id`,
      [gus.id],
    );
    expect(entries.filter(({ action }) => action === 'session.confirmed')).toEqual([
      { action: 'session.confirmed', outcome: 'denied', reason: 'wrong_password' },
      { action: 'session.confirmed', outcome: 'granted', reason: null },
    ]);
    expect(entries.filter(({ reason }) => reason === 'recent_sign_in_required')).toEqual([]);
  });

  it('refuses a form of another site before it asks for a password', async () => {
    const hal = await people.named(testApp, 'hal');
    const browser = await openSession(hal);
    await expireProof(hal, 16);
    const foreignResponse = await browser.post('/profile/keys', {
      ...newClient,
      [FIELD]: hal.password,
      form_token: 'x',
    });

    expect([
      foreignResponse.statusCode,
      isPasswordPage(foreignResponse),
      foreignResponse.body.includes('foreign_form'),
    ]).toEqual([403, false, true]);
    expect(await secondsSinceProof(hal)).toBeGreaterThan(900);
  });

  it('allows reading every page, and programs with a token', async () => {
    const ivy = await people.named(testApp, 'ivy');
    const browser = await openSession(ivy);
    await expireProof(ivy, 200);

    for (const page of [
      '/profile',
      '/profile/new-key',
      `/profile/keys/${ivy.key.clientId}`,
      '/profile/access',
      '/webhooks',
      '/profile/webhooks/new',
    ])
      expect([page, (await browser.get(page)).statusCode]).toEqual([page, 200]);
    expect(
      (await testApp.request('POST', '/oauth/client', { as: ivy.token, body: { name: 'By a program' } })).statusCode,
    ).toBe(200);
    expect(
      (
        await testApp.request('POST', '/oauth/client', {
          as: ivy.token,
          accept: 'text/html',
          body: { name: 'By a program that likes pages' },
        })
      ).statusCode,
    ).toBe(200);
  });

  it.each<[string, (key: string) => string, Fields]>([
    ['change a key', (key) => `/profile/keys/${key}`, { name: 'Renamed' }],
    ['replace a secret', (key) => `/profile/keys/${key}/secret`, { overlap: '0' }],
    ['remove a key', (key) => `/profile/keys/${key}/removal`, {}],
    ['register a webhook', () => '/profile/webhooks', { client_id: 'x', url: 'https://hooks.example/' }],
    ['change a webhook', () => '/profile/webhooks/1', { url: 'https://hooks.example/', event_types: 'Fill' }],
    ['disable a webhook', () => '/profile/webhooks/1/state', { enabled: 'no' }],
    ['replace the secret of a webhook', () => '/profile/webhooks/1/secret', { overlap: '0' }],
    ['remove a webhook', () => '/profile/webhooks/1/removal', {}],
    ['end a sign-in', () => '/profile/access/sign-ins/1/end', {}],
    ['end all other sign-ins', () => '/profile/access/sign-ins/end-others', {}],
    ['withdraw an application', () => '/profile/access/applications/x/withdraw', {}],
    ['request a key where programs do', () => '/oauth/client', { name: 'Past the page' }],
    ['change a key where programs do', () => '/oauth/client?_method=PUT', { name: 'Past the page' }],
    ['remove a key where programs do', (key) => `/oauth/client/${key}?_method=DELETE`, {}],
    ['replace a secret where programs do', (key) => `/oauth/client/${key}/secret`, {}],
    ['remove a webhook where programs do', () => '/webhooks/1?_method=DELETE', {}],
  ])('asks a browser for the password to %s, at the same address', async (_what, toUrl, fields) => {
    const jan = await people.named(testApp, 'jan');
    const browser = await openSession(jan);
    const { clientId } = await createKey(testApp, jan.id, { name: 'Untouched' });
    await expireProof(jan, 16);
    const passwordPage = await send(browser, toUrl(clientId), fields);

    expect([passwordPage.statusCode, isPasswordPage(passwordPage)]).toEqual([403, true]);
    expect(formsOf(passwordPage.body)[0]).toMatchObject({ action: toUrl(clientId), fields });
    expect(await listClients(jan)).toEqual(
      expect.arrayContaining([expect.objectContaining({ client_id: clientId, name: 'Untouched' })]),
    );
    await execute('update sessions set ended_at = now() where user_id = ?', [jan.id]);
  });

  it('refuses JSON that a page sends by its session', async () => {
    const leo = await people.named(testApp, 'leo');
    const browser = await openSession(leo);
    await expireProof(leo, 16);
    const payload = JSON.stringify({
      form_token: formToken(await browser.get('/profile/password')),
      name: 'By a script',
    });
    const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const rejected = await testApp.request('POST', '/oauth/client', {
      accept: 'text/html',
      headers: { cookie, 'content-type': 'application/json' },
      payload,
    });

    expect([rejected.statusCode, isPasswordPage(rejected), rejected.body.includes('recent_sign_in_required')]).toEqual([
      403,
      false,
      true,
    ]);
    expect(await listClients(leo)).toHaveLength(1);
  });

  it('asks acting administrators for their own password', async () => {
    const [admin, ada] = [await people.admin(testApp), await people.named(testApp, 'kit')];
    await execute('update users set password_hash = ? where id = ?', ['no hash at all', ada.id]);
    const browser = await actingFor(ada);
    await expireProof(admin, 16);
    const passwordPage = await send(browser, '/profile/keys', { ...newClient, name: 'On behalf' });

    expect(isPasswordPage(passwordPage)).toBe(true);
    expect(passwordPage.body).toContain(`Enter your own password, that of <strong>${admin.email}</strong>`);
    expect((await browser.submit(passwordPage, { [FIELD]: admin.password })).statusCode).toBe(303);
    expect((await listClients(ada)).map(({ name }) => name)).toContain('On behalf');
  });

  it('asks administrators before grants and new customers', async () => {
    const [admin, gil, hue] = [
      await people.admin(testApp),
      await people.named(testApp, 'gil'),
      await people.named(testApp, 'hue'),
    ];
    const { id } = (
      await testApp.request('POST', '/accounts', {
        as: admin.token,
        body: { owner_id: gil.id, name: 'An account', currency: 'USD' },
      })
    ).json<{ id: number }>();
    const [browser, grants] = [await openSession(admin), `/accounts/${id}/grants`];
    const listGrants = async () =>
      (await testApp.request('GET', grants, { as: admin.token })).json<{ user_id: number; access: string }[]>();
    const passwordPage = async (url: string, fields: Fields = {}) => {
      await expireProof(admin, 16);
      const page = await send(browser, url, fields);
      expect([url, isPasswordPage(page)]).toEqual([url, true]);
      expect(formsOf(page.body)[0]).toMatchObject({ action: url, fields });
      return page;
    };
    const confirmed = async (page: Response) => (await browser.submit(page, { [FIELD]: admin.password })).statusCode;

    const grantForm = await passwordPage(`${grants}/new`, { user_id: String(hue.id), access: 'Trade' });
    expect(await listGrants()).toEqual([]);
    expect(await confirmed(grantForm)).toBe(303);
    await passwordPage(`${grants}/${hue.id}?_method=PUT`, { access: 'Read' });
    const revokeForm = await passwordPage(`${grants}/${hue.id}/revoke`);
    expect(await listGrants()).toMatchObject([{ user_id: hue.id, access: 'Trade' }]);
    expect(await confirmed(revokeForm)).toBe(303);
    expect(await listGrants()).toEqual([]);

    const customer = {
      first_name: 'Grace',
      last_name: 'Hopper',
      email: 'grace@example.test',
      password: 'nanoseconds, by hand',
    };
    const registered = await passwordPage('/users/new', customer);
    expect(await execute('select id from users where email = ?', [customer.email])).toEqual([]);
    expect(await confirmed(registered)).toBe(303);
    expect(await execute('select id from users where email = ?', [customer.email])).toHaveLength(1);
  });

  it('asks nothing before an administrator starts to act', async () => {
    const [admin, customer] = [await people.admin(testApp), await people.named(testApp, 'ike')];
    const browser = await openSession(admin);
    await expireProof(admin, 16);

    expect((await send(browser, '/acting', { customer_id: String(customer.id) })).statusCode).toBe(303);
  });
});
