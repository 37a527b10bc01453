import { actInBrowser } from '../support/acting.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { createKey, issueToken, people, type Person } from '../support/people.js';
import { basic, passwordForm, postToken } from '../support/token-endpoint.js';

type Entry = Readonly<
  Record<'at' | 'action' | 'outcome' | 'detail', string> &
    Record<'id' | 'user_id' | 'acting_user_id', number | null> &
    Record<'client_id' | 'address', string | null>
>;

describe('the audit log', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  let admin: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    [ada, bob, admin] = [await people.ada(testApp), await people.bob(testApp), await people.admin(testApp)];
  });
  afterAll(() => testApp.close());

  const read = async (as: string, query = ''): Promise<Entry[]> =>
    (await testApp.request('GET', `/audit${query}`, { as })).json();
  const newest = async (query = ''): Promise<Entry | undefined> => (await read(admin.token, query))[0];
  const countOf = async () =>
    (await testApp.orm.em.execute<{ count: string }[]>('select count(*) from audit_entries'))[0]?.count;

  it('has every grant with user, acting user, key and address', async () => {
    const own = await postToken(testApp, { form: passwordForm(ada), authorization: basic(ada.key) });
    expect(await newest()).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      action: 'token.password',
      outcome: 'granted',
      user_id: ada.id,
      acting_user_id: ada.id,
      client_id: ada.key.clientId,
      address: '127.0.0.1',
      detail: '',
    });

    const refresh = {
      form: { grant_type: 'refresh_token', refresh_token: String(own.json().refresh_token) },
      authorization: basic(ada.key),
    };
    await postToken(testApp, refresh);
    expect(await newest()).toMatchObject({
      action: 'token.refresh_token',
      outcome: 'granted',
      user_id: ada.id,
      acting_user_id: ada.id,
      client_id: ada.key.clientId,
      detail: '',
    });
    await postToken(testApp, refresh);
    expect(await newest()).toMatchObject({
      action: 'token.refresh_token',
      outcome: 'granted',
      detail: 'again within its grace',
    });

    await postToken(testApp, {
      form: passwordForm(admin, { customer_id: String(ada.id) }),
      authorization: basic(admin.key),
    });
    expect(await newest()).toMatchObject({
      action: 'token.password',
      outcome: 'granted',
      user_id: ada.id,
      acting_user_id: admin.id,
      client_id: admin.key.clientId,
    });
  });

  it('commits a grant and its entry together: without an entry, no token', async () => {
    const before = await testApp.orm.em.execute<{ count: string }[]>('select count(*) from token_families');
    await testApp.orm.em.execute('alter table audit_entries add constraint shut check (id < 0) not valid');
    try {
      expect((await postToken(testApp, { form: passwordForm(ada), authorization: basic(ada.key) })).statusCode).toBe(
        500,
      );
      expect(await testApp.orm.em.execute('select count(*) from token_families')).toEqual(before);
    } finally {
      await testApp.orm.em.execute('alter table audit_entries drop constraint shut');
    }
  });

  const refusals: [what: string, request: () => Parameters<typeof postToken>[1], entry: () => Partial<Entry>][] = [
    [
      'a wrong password',
      () => ({ form: { ...passwordForm(ada), password: 'swordfish-99' }, authorization: basic(bob.key) }),
      () => ({
        action: 'token.password',
        user_id: ada.id,
        acting_user_id: ada.id,
        client_id: bob.key.clientId,
        detail: 'invalid_grant',
      }),
    ],
    [
      'nobody',
      () => ({ form: { ...passwordForm(ada), username: 'swordfish-99' }, authorization: basic(bob.key) }),
      () => ({ action: 'token.password', user_id: null, acting_user_id: null, client_id: bob.key.clientId }),
    ],
    [
      'a customer who would act for another',
      () => ({ form: passwordForm(ada, { customer_id: String(bob.id) }), authorization: basic(ada.key) }),
      () => ({ user_id: ada.id, detail: `invalid_grant for customer ${bob.id}` }),
    ],
    [
      'a wrong secret',
      () => ({ form: passwordForm(ada), authorization: basic({ ...ada.key, clientSecret: 'swordfish-99' }) }),
      () => ({ action: 'token.password', user_id: null, client_id: null, detail: 'invalid_client' }),
    ],
    [
      'an unknown key',
      () => ({ form: { grant_type: 'refresh_token', client_id: 'swordfish-99', client_secret: 'swordfish-99' } }),
      () => ({ action: 'token.refresh_token', client_id: null, detail: 'invalid_client' }),
    ],
    [
      'a grant that the key may not use',
      () => ({ form: { grant_type: 'client_credentials' }, authorization: basic(ada.key) }),
      () => ({ action: 'token.client_credentials', client_id: ada.key.clientId, detail: 'unauthorized_client' }),
    ],
    [
      'a refresh token of nobody',
      () => ({ form: { grant_type: 'refresh_token', refresh_token: 'swordfish-99' }, authorization: basic(ada.key) }),
      () => ({ action: 'token.refresh_token', user_id: null, client_id: ada.key.clientId, detail: 'invalid_grant' }),
    ],
  ];

  it.each(refusals)('has the refusal of %s without the credentials', async (_what, request, entry) => {
    const refused = await postToken(testApp, request());

    expect(refused.statusCode).toBeGreaterThanOrEqual(400);
    expect(await newest()).toMatchObject({ outcome: 'denied', address: '127.0.0.1', ...entry() });
    expect(JSON.stringify(await read(admin.token, '?per_page=1000'))).not.toContain('swordfish');
  });

  it('names the family that ended when a refresh token was reused', async () => {
    const { refresh_token: token } = (
      await postToken(testApp, { form: passwordForm(bob), authorization: basic(bob.key) })
    ).json();
    const refresh = {
      form: { grant_type: 'refresh_token', refresh_token: String(token) },
      authorization: basic(bob.key),
    };
    await postToken(testApp, refresh);
    await testApp.orm.em.execute(
      `update refresh_tokens set used_at = used_at - interval '1 minute' where used_at is not null`,
    );

    expect((await postToken(testApp, refresh)).json().error).toBe('invalid_grant');
    expect(await newest()).toMatchObject({
      action: 'token.refresh_token',
      outcome: 'denied',
      user_id: bob.id,
      acting_user_id: bob.id,
      client_id: bob.key.clientId,
    });
  });

  const misspelled: [what: string, form: Record<string, string>, entry: Partial<Entry>][] = [
    [
      'a grant that there is none of',
      { grant_type: 'swordfish-99' },
      { action: 'token.request', detail: 'unsupported_grant_type' },
    ],
    ['a missing username', { grant_type: 'password' }, { action: 'token.password', detail: 'invalid_request' }],
    [
      'a customer_id that is no number',
      { grant_type: 'password', username: 'ada@example.test', password: 'swordfish-99', customer_id: '1e3' },
      { action: 'token.password', detail: 'invalid_request' },
    ],
    [
      'a scope that cannot be one',
      { grant_type: 'refresh_token', refresh_token: 'swordfish-99', scope: '"' },
      { action: 'token.refresh_token' },
    ],
  ];

  it.each(misspelled)('has %s without the typed values', async (_what, form, entry) => {
    await postToken(testApp, { form, authorization: basic(ada.key) });

    expect(await newest()).toMatchObject({ outcome: 'denied', client_id: ada.key.clientId, ...entry });
    expect(JSON.stringify(await read(admin.token, '?per_page=1000'))).not.toContain('swordfish');
  });

  it('has a body that is no form', async () => {
    await testApp.request('POST', '/oauth/token', { body: { grant_type: 'password' } });
    expect(await newest()).toMatchObject({
      action: 'token.request',
      outcome: 'denied',
      client_id: null,
      detail: 'invalid_request',
    });
  });

  it('has registrations and their key', async () => {
    const body = { email: 'grace@example.test', first_name: 'Grace', last_name: 'Hopper', password: 'nanoseconds' };
    const { id } = (
      await testApp.request('POST', '/users', { headers: { authorization: basic(ada.key) }, body })
    ).json();

    expect(await newest('?action=user.registered')).toMatchObject({
      user_id: id,
      acting_user_id: null,
      client_id: ada.key.clientId,
    });
  });

  it('shows users their own entries, and administrators all', async () => {
    const cyd = await people.named(testApp, 'cyd');
    const onBehalf = await issueToken(testApp, {
      userId: cyd.id,
      actingUserId: admin.id,
      clientId: admin.key.clientId,
    });
    await testApp.request('POST', '/oauth/client', { as: onBehalf, body: { name: 'For Cyd' } });
    const cyds = await read(cyd.token);

    expect(cyds.map(({ action, acting_user_id: by }) => ({ action, by }))).toEqual([
      { action: 'key.created', by: admin.id },
      { action: 'token.password', by: admin.id },
      { action: 'token.password', by: cyd.id },
    ]);
    expect(await read(onBehalf)).toEqual(cyds);
    expect(await read(cyd.token, `?user_id=${ada.id}`)).toEqual([]);
    expect([await read(cyd.token, `?q=${cyd.email}`), await read(cyd.token, `?q=${admin.email}`)]).toEqual([cyds, []]);
    expect((await read(admin.token, '?per_page=1000')).length).toBeGreaterThan(cyds.length);
    expect(await read(admin.token, `?user_id=${cyd.id}`)).toEqual(cyds);
  });

  it('filters exactly', async () => {
    const all = await read(admin.token, '?per_page=1000');
    const questions: [string, (entry: Entry) => boolean][] = [
      ['action=token.password', ({ action }) => action === 'token.password'],
      ['outcome=denied', ({ outcome }) => outcome === 'denied'],
      [
        `acting_user_id=${admin.id}&outcome=granted`,
        ({ acting_user_id: by, outcome }) => by === admin.id && outcome === 'granted',
      ],
      [`client_id=${ada.key.clientId}`, ({ client_id: key }) => key === ada.key.clientId],
      ['until=2000-01-01T00:00:00Z', () => false],
      ['since=2000-01-01T00:00:00Z', () => true],
    ];
    for (const [query, fits] of questions) {
      const answered = await read(admin.token, `?per_page=1000&${query}`);
      expect({ query, answered }).toEqual({ query, answered: all.filter(fits) });
    }
  });

  it.each([
    ['acting_user', 'By user', ({ acting_user_id: id }: Entry) => id],
    ['user', 'On behalf of user', ({ user_id: id }: Entry) => id],
  ] as const)('filters by %s, by number or email, for administrators only', async (name, label, readId) => {
    const browser = await actInBrowser(() => testApp).signedIn(admin);
    const expected = (await read(admin.token, '?per_page=1000')).filter((entry) => readId(entry) === admin.id);
    const answer = await testApp.request('GET', `/audit?${name}=${ada.email}`, { as: ada.token });

    expect(expected.length).toBeGreaterThan(0);
    for (const text of [String(admin.id), admin.email, admin.email.slice(0, -2).toUpperCase()])
      expect(await read(admin.token, `?per_page=1000&${name}=${encodeURIComponent(text)}`)).toEqual(expected);
    expect(await read(admin.token, `?${name}=nobody@example.org`)).toEqual([]);
    expect((await browser.get('/audit')).body).toContain(`<label for="${name}">${label} `);
    expect((await browser.get(`/audit?${name}_id=${admin.id}`)).body).toMatch(
      new RegExp(`id="${name}"[^>]*value="${admin.id}"`),
    );
    expect(answer.statusCode).toBe(403);
  });

  it('includes the whole UTC day of a date', async () => {
    const all = await read(admin.token, '?per_page=1000');
    const today = all[0]?.at.slice(0, 10) ?? '';
    const on = (first: string, last: string) =>
      all.filter(({ at }) => at.slice(0, 10) >= first && at.slice(0, 10) <= last);
    const dayBefore = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
    for (const [first, last] of [
      [today, today],
      [dayBefore, dayBefore],
      [dayBefore, today],
      [today, '9999-12-31'],
      ['0001-01-01', dayBefore],
    ] as const) {
      expect(await read(admin.token, `?per_page=1000&since=${first}&until=${last}`)).toEqual(on(first, last));
    }
    expect(on(today, today).length).toBeGreaterThan(0);
  });

  it('shows an invalid filter again with errors beside the fields', async () => {
    const browser = await actInBrowser(() => testApp).signedIn(admin);
    const refused = await browser.get('/audit?since=2026-02-30&until=2026-03-01&q=key&user_id=');
    const found = await browser.get('/audit?since=2020-01-01&until=2099-01-01');

    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('<title>Not accepted: Audit log');
    expect(refused.body).toMatch(/<p class="fault" id="since-fault">From must be a day that exists/);
    expect(refused.body).toMatch(/id="since"[^>]*value="2026-02-30"/);
    expect(refused.body).toMatch(/id="until"[^>]*type="date"[^>]*value="2026-03-01"/);
    expect(refused.body).toMatch(/id="q"[^>]*value="key"/);
    expect(found.statusCode).toBe(200);
    expect(found.body).toMatch(/id="since"[^>]*type="date"[^>]*value="2020-01-01"/);
    expect(found.body).toContain('<ol class="log">');
  });

  it('has pages without gaps or repetitions while entries are added', async () => {
    const all = await read(admin.token, '?per_page=1000');
    const seen: Entry[] = [];
    let url: string | undefined = '/audit?per_page=3';
    while (url !== undefined) {
      const page = await testApp.request('GET', url, { as: admin.token });
      seen.push(...page.json<Entry[]>());
      await createKey(testApp, ada.id);
      await testApp.request('GET', '/oauth/client', { as: ada.token });
      url = /^<([^>]+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1];
    }

    expect(all.length).toBeGreaterThan(10);
    expect(seen).toEqual(all);
  });

  it.each([
    'per_page=0',
    'per_page=1001',
    'per_page=x',
    'cursor=7',
    'cursor=',
    'action=magic',
    'outcome=maybe',
    'user_id=a',
    'since=yesterday',
    'since=2026-02-30T00:00:00Z',
    'colour=red',
    'cursor=a&cursor=b',
  ])('refuses the question %s', async (query) => {
    expect((await testApp.request('GET', `/audit?${query}`, { as: admin.token })).statusCode).toBe(400);
  });

  it('cannot be changed, shortened or emptied, not even by the service', async () => {
    const before = await countOf();
    for (const statement of [
      `update audit_entries set detail = 'never mind'`,
      'delete from audit_entries',
      'truncate audit_entries',
    ]) {
      await expect(testApp.orm.em.fork().execute(statement)).rejects.toThrow('the audit log is only ever added to');
    }
    expect(await countOf()).toBe(before);
  });

  it('outlives the users and keys that it names', async () => {
    const dan = await people.named(testApp, 'dan');
    await testApp.request('GET', '/oauth/client', { as: dan.token });
    await testApp.orm.em.execute('delete from users where id = ?', [dan.id]);

    expect(await newest(`?user_id=${dan.id}`)).toMatchObject({ action: 'key.listed', client_id: dan.key.clientId });
  });

  it('is a page for a browser', async () => {
    const page = await testApp.request('GET', '/audit?per_page=2', { as: admin.token, accept: 'text/html' });

    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('rel="next"');
  });
});
