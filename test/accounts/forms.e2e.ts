import { daysAfter, type BackOffice, openBackOffice } from '../support/back-office.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { formsOf, openBrowserClient, type BrowserClient } from '../support/browser-client.js';

describe('forms of accounts', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let admin: BrowserClient;
  let date: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    date = daysAfter(await desk.sessionDate(), -1);
    admin = openBrowserClient(testApp);
    await admin.signIn(desk.admin);
  });
  afterAll(() => testApp.close());

  const textOf = (body: string): string => body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  const limitsOf = async (acctId: number) => await desk.read<{ name: string; limits: object }>(`/accounts/${acctId}`);

  it('an old page changes only the edited fields, an emptied limit included', async () => {
    const acctId = await desk.account(desk.ada);
    const form = formsOf((await admin.get(`/accounts/${acctId}`)).body).find(({ fields }) => 'name' in fields);
    if (form === undefined) throw new Error('no form');
    const post = (fields: Record<string, string>) => admin.post(form.action, { ...form.fields, ...fields });
    expect((await post({ 'limits.max_position': '50', 'limits.max_daily_loss': '25000.5' })).statusCode).toBe(303);

    await post({ name: 'Renamed' });
    expect(await limitsOf(acctId)).toMatchObject({
      name: 'Renamed',
      limits: { max_position: 50, max_daily_loss: 25_000.5 },
    });
    expect((await admin.follow(await post({}))).body).toContain('No changes.');
    expect(await limitsOf(acctId)).toMatchObject({ name: 'Renamed', limits: { max_position: 50 } });
    const refused = await post({ 'limits.max_position': 'many' });
    const again = formsOf(refused.body).find(({ fields }) => 'name' in fields);
    expect(refused.statusCode).toBe(400);
    await admin.post(again?.action ?? '', { ...again?.fields, 'limits.max_position': '60' });
    expect(await limitsOf(acctId)).toMatchObject({
      name: 'Renamed',
      limits: { max_position: 60, max_daily_loss: 25_000.5 },
    });
    const now = formsOf((await admin.get(`/accounts/${acctId}`)).body).find(({ fields }) => 'name' in fields);
    await admin.post(form.action, { ...now?.fields, 'limits.max_position': '' });
    expect(await limitsOf(acctId)).toMatchObject({ limits: { max_position: null, max_daily_loss: 25_000.5 } });
  });

  it('lists of an unknown account and of one without access look the same', async () => {
    const ada = openBrowserClient(testApp);
    await ada.signIn(desk.ada);
    for (const list of ['/positions', '/refpositions', '/reconciliation/breaks']) {
      const [anothers, nobodys] = [
        await ada.get(`${list}?acct_id=${desk.bobs}`),
        await ada.get(`${list}?acct_id=999999`),
      ];
      const headOf = (body: string): string => textOf(/<h1>.*?<\/h1>/.exec(body)?.[0] ?? '').trim();
      expect(headOf(nobodys.body)).toMatch(/ of account 999999$/);
      expect(headOf(anothers.body).replace(String(desk.bobs), '999999')).toBe(headOf(nobodys.body));
    }
  });

  it('a copied list names the instrument with another quantity, also when it becomes flat', async () => {
    const acctId = await desk.account(desk.ada);
    const stated = (
      await desk.refer(acctId, date, [{ instrument_id: desk.instrumentId, quantity: 3, price: 6700 }])
    ).json<{ id: number }>();
    const pageFor = async (quantity: number) =>
      textOf(
        (await admin.get(`/refpositions/new?copy=${stated.id}&instrument_id=${desk.instrumentId}&quantity=${quantity}`))
          .body,
      );

    expect(await pageFor(7)).toMatch(/DESK : 3 → becomes 7 ?\./);
    expect(await pageFor(0)).toMatch(/DESK : 3 → becomes 0 ?, flat: the list omits it/);
  });

  it('administrators see and filter by owners; customers see themselves, and others by number', async () => {
    const ada = openBrowserClient(testApp);
    await ada.signIn(desk.ada);
    const [all = '', adas = '', one = '', user = ''] = await Promise.all(
      ['/accounts', `/accounts?owner_id=${desk.ada.id}`, `/accounts/${desk.adas}`, `/users/${desk.ada.id}`].map(
        // An email may be broken in a narrow cell.
        async (path) => (await admin.get(path)).body.replaceAll('<wbr>', ''),
      ),
    );

    expect(
      [desk.ada.email, desk.bob.email].map((email) => [all.includes(email), adas.includes(email), one.includes(email)]),
    ).toEqual([
      [true, true, true],
      [true, false, false],
    ]);
    expect(adas).toContain(`href="/accounts/new?owner_id=${desk.ada.id}"`);
    expect(user).toContain(`href="/accounts?owner_id=${desk.ada.id}"`);
    await testApp.request('PUT', `/accounts/${desk.adas}/grants/${desk.bob.id}`, {
      as: desk.admin.token,
      body: { access: 'Read' },
    });
    const bob = openBrowserClient(testApp);
    await bob.signIn(desk.bob);
    const readHint = async (reader: BrowserClient) => {
      const [account = '', values = '', events = ''] = await Promise.all(
        [
          `/accounts/${desk.adas}`,
          `/accounts/${desk.adas}/moneyvals`,
          `/events?type=account.granted&acct_id=${desk.adas}`,
        ].map(async (path) => textOf((await reader.get(path)).body)),
      );
      return [
        / Owner (?:you, )?(\S+(?: \d+)?) /.exec(account)?.[1],
        / in USD, owned by (.*?): values at the close/.exec(values)?.[1],
        / (Another user|\S+) can now view the account/.exec(events)?.[1],
      ];
    };
    expect(await readHint(admin)).toEqual([desk.ada.email, desk.ada.email, desk.bob.email]);
    expect(await readHint(ada)).toEqual([desk.ada.email, desk.ada.email, 'Another user']);
    expect(await readHint(bob)).toEqual([`user ${desk.ada.id}`, `user ${desk.ada.id}`, desk.bob.email]);
  });

  it('disabling a user leaves their working orders in the market, or cancels them on request', async () => {
    const people = [desk.bob, desk.ada] as const;
    const order = (acctId: number, person: typeof desk.ada) =>
      testApp.request('POST', '/orderactions', {
        as: person.token,
        body: {
          action_type: 'LimitOrderSub',
          acct_id: acctId,
          instrument_id: desk.instrumentId,
          side: 'Buy',
          time_in_force: 'GTC',
          limit_price: 10,
          quantity: 1,
        },
      });
    const working = async (acctId: number): Promise<number> =>
      (await desk.read<unknown[]>(`/orders?status=Open&acct_id=${acctId}`)).length;
    for (const [acctId, person] of [
      [desk.adas, desk.ada],
      [desk.adas, desk.ada],
      [desk.bobs, desk.bob],
    ] as const)
      expect((await order(acctId, person)).statusCode).toBe(201);
    const pages = await Promise.all(people.map(async ({ id }) => (await admin.get(`/users/${id}`)).body));
    const disable = async (page: string, more: Record<string, string>) => {
      const form = formsOf(page).find(({ action }) => action.endsWith('/disable'));
      return textOf(
        (
          await admin.follow(
            await admin.post(form?.action ?? '', { form_token: form?.fields['form_token'] ?? '', ...more }),
          )
        ).body,
      );
    };

    expect(pages.map((page) => /Cancel their [^,]*, too/.exec(page)?.[0])).toEqual([
      'Cancel their working order, too',
      'Cancel their 2 working orders, too',
    ]);
    expect(await disable(pages[0] ?? '', {})).toContain('Their working orders stay.');
    expect(await disable(pages[1] ?? '', { cancel_orders: 'yes' })).toContain('Their 2 working orders are canceled.');
    expect([await working(desk.bobs), await working(desk.adas)]).toEqual([1, 0]);
    expect(
      (await desk.read<{ user_id: number; detail: string }[]>('/audit?action=user.orders_cancelled')).map(
        ({ user_id: by, detail }) => [by, detail],
      ),
    ).toEqual([[desk.admin.id, `user ${desk.ada.id}`]]);
    expect(
      (
        await testApp.request('POST', `/users/${desk.bob.id}/disable`, {
          as: desk.admin.token,
          body: { cancel_orders: true },
        })
      ).json(),
    ).toMatchObject({ id: desk.bob.id, enabled: false });
    expect([await working(desk.bobs), 'working_orders' in (await desk.read(`/users/${desk.ada.id}`))]).toEqual([
      0,
      false,
    ]);
    expect(
      (
        await testApp.request('POST', `/users/${desk.bob.id}/disable`, {
          as: desk.admin.token,
          body: { cancel_orders: 'maybe' },
        })
      ).statusCode,
    ).toBe(400);
  });
});
