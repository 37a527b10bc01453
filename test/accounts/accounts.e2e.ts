import { openBrowserClient } from '../support/browser-client.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';

type Fields = Readonly<Record<string, unknown>>;

describe('accounts', () => {
  let testApp: TestApp;
  let ada: Person;
  let bob: Person;
  let admin: Person;
  let tests = 0;
  beforeAll(async () => {
    testApp = await openTestApp();
    admin = await people.admin(testApp);
  });
  // Nobody has anything yet.
  beforeEach(async () => {
    tests += 1;
    [ada, bob] = [await people.named(testApp, `ada${tests}`), await people.named(testApp, `bob${tests}`)];
  });
  afterAll(() => testApp.close());

  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body: Fields | undefined, as = admin) =>
    testApp.request(method, path, { as: as.token, ...(body && { body }) });
  const read = async (path: string, as = admin) =>
    (await testApp.request('GET', path, { as: as.token })).json<Fields>();
  const listed = async (as: Person, query = '') =>
    (await testApp.request('GET', `/accounts${query}`, { as: as.token })).json<{ id: number }[]>().map(({ id }) => id);
  const opened = async (owner: Person, details: Fields = {}): Promise<number> => {
    const answer = await send('POST', '/accounts', {
      owner_id: owner.id,
      name: 'An account',
      currency: 'USD',
      ...details,
    });
    expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
    return answer.json<{ id: number }>().id;
  };

  it('are opened empty by an administrator and visible to their owner', async () => {
    const id = await opened(ada, {
      name: ' Ada’s ',
      time_zone: 'America/Chicago',
      limits: { max_order_quantity: 100, max_daily_loss: '25000.5', max_position: null },
    });

    expect(await read(`/accounts/${id}`, ada)).toEqual({
      ...{
        id,
        owner_id: ada.id,
        name: 'Ada’s',
        currency: 'USD',
        time_zone: 'America/Chicago',
        enabled: true,
        access: 'Owner',
      },
      limits: {
        max_order_quantity: 100,
        max_position: null,
        max_product_contracts: null,
        max_daily_loss: 25000.5,
        buying_power_percent: null,
        max_working_orders: null,
      },
      ...{ net_liq: 0, cash_balance: 0, realised_pnl: 0, unrealised_pnl: 0, margin_used: 0, buying_power: null },
      ...{ baseline: null, baseline_mismatch: false, stale_marks: [] },
    });
    expect(await read(`/accounts/${id}`)).toMatchObject({ access: 'Administrator', time_zone: 'America/Chicago' });
  });

  it('are listed for owners, users with a grant and administrators, page by page', async () => {
    const [one, two, three] = [await opened(ada), await opened(bob), await opened(ada)];
    await send('PUT', `/accounts/${two}/grants/${ada.id}`, { access: 'Read' });

    expect([
      await listed(ada),
      await listed(bob),
      (await listed(admin)).slice(-3),
      await listed(admin, `?owner_id=${ada.id}`),
    ]).toEqual([[one, two, three], [two], [one, two, three], [one, three]]);
    const first = await testApp.request('GET', '/accounts?per_page=2', { as: ada.token });
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(String(first.headers.link)) ?? [];
    expect([
      first.json<{ id: number }[]>().map(({ id }) => id),
      (await testApp.request('GET', next, { as: ada.token })).json<{ id: number }[]>().map(({ id }) => id),
    ]).toEqual([[one, two], [three]]);
  });

  it('are found by name and number, and by owner for administrators only', async () => {
    const [one, two] = [await opened(ada, { name: `Grain ${tests}%` }), await opened(bob, { name: `Metal ${tests}` })];
    const sought = (as: Person, text: string | number) => listed(as, `?q=${encodeURIComponent(text)}`);

    expect([
      await sought(admin, `grain ${tests}%`),
      await sought(admin, two),
      await sought(admin, ` ${ada.email.toUpperCase()} `),
      await sought(admin, `grain ${tests}_`),
    ]).toEqual([[one], [two], [one], []]);
    expect([
      await sought(ada, `GRAIN ${tests}`),
      await sought(ada, one),
      await sought(ada, two),
      await sought(ada, `metal ${tests}`),
      await sought(ada, ada.email),
      await sought(ada, bob.email),
    ]).toEqual([[one], [one], [], [], [], []]);
    expect((await testApp.request('GET', `/accounts?q=${'x'.repeat(101)}`, { as: ada.token })).statusCode).toBe(400);
  });

  it('of other users and unknown ones give the same response', async () => {
    const id = await opened(bob);
    const [others, missing] = [
      await testApp.request('GET', `/accounts/${id}`, { as: ada.token }),
      await testApp.request('GET', '/accounts/999', { as: ada.token }),
    ];

    expect([others.statusCode, missing.statusCode]).toEqual([404, 404]);
    expect(others.json<Fields>()['detail']).toBe(missing.json<Fields>()['detail']);
  });

  it('change only the submitted fields', async () => {
    const id = await opened(ada, { limits: { max_order_quantity: 100, max_position: 5 } });
    const changed = await send('PUT', `/accounts/${id}`, {
      name: 'Other',
      limits: { max_position: null, buying_power_percent: 50 },
      enabled: false,
    });

    expect(changed.json<Fields>()).toEqual(await read(`/accounts/${id}`));
    expect(changed.json()).toMatchObject({
      name: 'Other',
      enabled: false,
      buying_power: 0,
      limits: { max_order_quantity: 100, max_position: null, buying_power_percent: 50 },
    });
    expect((await send('PUT', `/accounts/${id}`, { enabled: true })).json()).toMatchObject({
      name: 'Other',
      enabled: true,
      limits: { max_order_quantity: 100 },
    });
    expect((await send('PUT', `/accounts/${id}`, {})).json()).toMatchObject({ name: 'Other', enabled: true });
  });

  it('are administered by administrators in their own name only', async () => {
    const id = await opened(ada);
    const tried = [
      await send('POST', '/accounts', { owner_id: ada.id, name: 'x', currency: 'USD' }, ada),
      await send('PUT', `/accounts/${id}`, { enabled: false }, ada),
      await send('PUT', `/accounts/${id}/grants/${bob.id}`, { access: 'Trade' }, ada),
      await send('DELETE', `/accounts/${id}/grants/${bob.id}`, undefined, ada),
      await testApp.request('GET', `/accounts/${id}/grants`, { as: ada.token }),
    ];

    expect(tried.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
    expect(await read(`/accounts/${id}`)).toMatchObject({ enabled: true });
  });

  it.each([
    [{ owner_id: 999_999 }, 422, 'unknown_owner'],
    [{ owner_id: 2 ** 40 }, 422, 'unknown_owner'],
    [{ owner_id: '1' }, 400, '/owner_id'],
    [{ name: ' ' }, 400, '/name'],
    [{ currency: 'usd' }, 400, '/currency'],
    [{ currency: 'ZZZ' }, 400, '/currency'],
    [{ currency: 'XXX' }, 400, '/currency'],
    [{ time_zone: 'Mars/Olympus' }, 400, '/time_zone'],
    [{ time_zone: null }, 400, '/time_zone'],
    [{ limits: { max_position: -1 } }, 400, '/limits/max_position'],
    [{ limits: { max_position: 1.5 } }, 400, '/limits/max_position'],
    [{ limits: { max_daily_loss: 0.00001 } }, 400, '/limits/max_daily_loss'],
    [{ limits: { max_daily_loss: -1 } }, 400, '/limits/max_daily_loss'],
    [{ limits: { max_anything: 1 } }, 400, '/limits/max_anything'],
    [{ limits: null }, 400, '/limits'],
    [{ colour: 'red' }, 400, '/colour'],
  ])('are not opened with %j', async (details, status, named) => {
    const refused = await send('POST', '/accounts', {
      owner_id: ada.id,
      name: 'An account',
      currency: 'USD',
      ...details,
    });

    expect([refused.statusCode, refused.body]).toEqual([status, expect.stringContaining(named)]);
    expect(await listed(ada)).toEqual([]);
  });

  it('have grants that are given, changed, revoked and listed', async () => {
    const id = await opened(ada);
    const grants = async () =>
      (await testApp.request('GET', `/accounts/${id}/grants`, { as: admin.token })).json<Fields[]>();
    const given = await send('PUT', `/accounts/${id}/grants/${bob.id}`, { access: 'Read' });
    expect([given.statusCode, given.json()]).toEqual([
      200,
      { acct_id: id, user_id: bob.id, access: 'Read', granted_at: expect.stringMatching(/Z$/) },
    ]);
    expect(await read(`/accounts/${id}`, bob)).toMatchObject({ id, access: 'Read' });

    await send('PUT', `/accounts/${id}/grants/${bob.id}`, { access: 'Trade' });
    expect([await grants(), await read(`/accounts/${id}`, bob)]).toMatchObject([
      [{ user_id: bob.id, access: 'Trade' }],
      { access: 'Trade' },
    ]);

    expect((await send('DELETE', `/accounts/${id}/grants/${bob.id}`, undefined)).json()).toMatchObject({
      access: 'Trade',
    });
    expect([
      await grants(),
      await listed(bob),
      (await send('DELETE', `/accounts/${id}/grants/${bob.id}`, undefined)).statusCode,
    ]).toEqual([[], [], 404]);
  });

  it.each([
    ['PUT', (id: number) => `/accounts/${id}/grants/999999`, 404, 'unknown_user'],
    ['PUT', (id: number) => `/accounts/${id}/grants/${2 ** 40}`, 404, 'unknown_user'],
    ['PUT', () => '/accounts/999/grants/1', 404, 'unknown_account'],
    ['PUT', (id: number, owner: number) => `/accounts/${id}/grants/${owner}`, 409, 'owners_need_no_grant'],
    ['DELETE', (id: number) => `/accounts/${id}/grants/${2 ** 40}`, 404, 'unknown_grant'],
    ['DELETE', () => '/accounts/999/grants/1', 404, 'unknown_account'],
  ] as const)('%s of a grant that cannot be', async (method, path, status, code) => {
    const refused = await send(
      method,
      path(await opened(ada), ada.id),
      method === 'PUT' ? { access: 'Read' } : undefined,
    );

    expect([refused.statusCode, refused.json<Fields>()['code']]).toEqual([status, code]);
  });

  it('leave their changes in the audit log', async () => {
    const id = await opened(ada);
    await send('PUT', `/accounts/${id}`, { name: 'x', enabled: false });
    await send('PUT', `/accounts/${id}/grants/${bob.id}`, { access: 'Read' });
    await send('DELETE', `/accounts/${id}/grants/${bob.id}`, undefined);
    const actions = (await testApp.request('GET', '/audit', { as: admin.token }))
      .json<{ action: string; detail: string }[]>()
      .map(({ action, detail }) => `${action} ${detail}`);

    expect(actions.slice(0, 5)).toEqual([
      `account.grant_taken account ${id}: user ${bob.id}`,
      `account.granted account ${id}: user ${bob.id}, Read`,
      `account.disabled account ${id}`,
      `account.changed account ${id}: name An account → x`,
      `account.opened account ${id}, of user ${ada.id}, in USD`,
    ]);
  });

  it('get distinct numbers when fifty are opened at once', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => opened(ada)));

    expect(new Set(ids).size).toBe(50);
    expect(await listed(ada)).toEqual([...ids].sort((a, b) => a - b));
  });

  it('are sorted by name or value over all pages, and by head and column choice on the page', async () => {
    const names = ['Ten 10', 'ten 2', 'Eight'];
    const ids = await Promise.all(names.map((name) => opened(ada, { name })));
    const sorted = async (query: string) => (await listed(ada, query)).map((id) => names[ids.indexOf(id)]);

    expect(await sorted('?sort=name')).toEqual(['Eight', 'ten 2', 'Ten 10']);
    expect(await sorted('?sort=-name&per_page=2')).toEqual(['Ten 10', 'ten 2']);
    expect(await sorted('?sort=buying_power')).toHaveLength(3);

    const browser = openBrowserClient(testApp);
    await browser.signIn(ada);
    const page = await browser.get('/accounts?sort=-net_liq');
    expect(page.body).toMatch(/aria-sort="descending"><a href="\/accounts\?sort=net_liq">Net liquidation<\/a>/);
    expect(page.body).toContain('<summary>Sort <span class="hint">Net liquidation, descending</span></summary>');
    expect(page.body).toContain('<li><a href="/accounts?sort=-cash_balance">Cash</a></li>');
    const choice = { show: 'currency\ncash' };
    const narrow = await browser.follow(await browser.press(page, '/columns', choice));
    const heads = ({ body }: { body: string }): string[] =>
      [...body.matchAll(/<th scope="col"[^>]*>(?:<a [^>]*>)?([^<]+)/g)].map(([, title]) => title ?? '');
    expect(heads(narrow)).toEqual(['Id', 'Account', 'Currency', 'Cash']);
    expect(narrow.body).toMatch(/<details class="column-choice"><summary>Columns <span class="hint">6 hidden/);
    expect(
      heads(await browser.follow(await browser.press(narrow, '/columns', { ...choice, all: 'true' }))),
    ).toHaveLength(10);
  });

  it('have pages that escape names', async () => {
    const id = await opened(ada, { name: '<b>bold</b>' });
    for (const path of ['/accounts', `/accounts/${id}`]) {
      const page = await testApp.request('GET', path, { as: ada.token, accept: 'text/html' });
      expect([page.statusCode, page.body.includes('<b>bold'), page.body.includes('&lt;b&gt;bold')]).toEqual([
        200,
        false,
        true,
      ]);
    }
  });
});
