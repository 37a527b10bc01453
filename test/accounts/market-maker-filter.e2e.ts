import { type BackOffice, daysAfter, openBackOffice } from '../support/back-office.js';
import { type BrowserClient, openBrowserClient } from '../support/browser-client.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

describe('the market maker in the lists of administrators', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let office: BrowserClient;
  let makersAccount: number;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    await desk.trade(2, 6700);
    // As the market maker's own users are marked.
    await testApp.orm.em.execute(`update users set password_hash = '!market-maker' where id = ?`, [desk.bob.id]);
    makersAccount = desk.bobs;
    office = openBrowserClient(testApp);
    await office.signIn(desk.admin);
  });
  afterAll(() => testApp.close());

  const accountsOf = async (userId: number): Promise<number[]> =>
    (await desk.read<{ id: number }[]>(`/accounts?owner_id=${userId}`)).map(({ id }) => id);
  const rowsOf = (body: string): number[] =>
    [...body.matchAll(/<tr id="(?:account|position)-(\d+)/g)].map(([, id]) => Number(id));

  it.each(['accounts', 'positions'])('/%s has none of its accounts until they are asked for', async (list) => {
    const [page, all] = [await office.get(`/${list}`), await office.get(`/${list}?market_maker=with`)];

    expect(rowsOf(page.body)).not.toContain(makersAccount);
    expect(rowsOf(page.body)).toContain(desk.adas);
    expect(rowsOf(all.body).sort()).toEqual([...rowsOf(page.body), makersAccount].sort());
    expect(page.body).toContain(`is left out. <a href="/${list}?market_maker=with">Show with it</a>`);
    expect(all.body).toContain(`is included. <a href="/${list}?market_maker=without">Show without it</a>`);
    expect(
      (await office.get(`/${list}?_as=csv`)).body.split('\r\n').some((line) => line.startsWith(`${makersAccount},`)),
    ).toBe(false);
  });

  it.each(['accounts', 'positions'])('/%s has them in JSON, unless they are to be left out', async (list) => {
    const idsOf = async (query: string) =>
      (await desk.read<{ id?: number; acct_id?: number }[]>(`/${list}${query}`)).map(
        ({ id, acct_id: acctId }) => acctId ?? id,
      );

    expect(await idsOf('')).toContain(makersAccount);
    expect(await idsOf('?market_maker=without')).not.toContain(makersAccount);
  });

  it('the statements of a date have none of them, nor their totals, until they are asked for', async () => {
    const date = daysAfter(await desk.sessionDate(), -1);
    await desk.money(await desk.account(desk.ada), [date, 1000, 1000]);
    for (const acctId of [desk.adas, makersAccount]) await desk.money(acctId, [date, 5000, 5000]);
    const path = `/accounts/statements?as_of=${date}`;
    const [page, all] = [await office.get(path), await office.get(`${path}&market_maker=with`)];
    const totalOf = (body: string): string | undefined =>
      /id="total-USD".*?data-field="net_liq"[^>]*>([\d,.]+)/.exec(body)?.[1];
    const idsOf = async (query: string) =>
      (await desk.read<{ acct_id: number }[]>(`${path}${query}`)).map((one) => one.acct_id);

    expect([rowsOf(page.body), rowsOf(all.body)].map((ids) => ids.includes(makersAccount))).toEqual([false, true]);
    expect([totalOf(page.body), totalOf(all.body)]).toEqual(['6,000.00', '11,000.00']);
    expect(page.body).toContain(`market_maker=with">Show with it</a>`);
    expect(all.body).toContain(`market_maker=without">Show without it</a>`);
    expect(all.body).toContain('<input type="hidden" name="market_maker" value="with">');
    expect((await office.get(`${path}&_as=csv`)).body).not.toContain(`\n${makersAccount},`);
    expect(await idsOf('')).toContain(makersAccount);
    expect(await idsOf('&market_maker=without')).not.toContain(makersAccount);
    const named = await office.get(`${path}&account=bob`);
    expect([rowsOf(named.body).includes(makersAccount), named.body.includes('Show with')]).toEqual([true, false]);
  });

  it('/orders has none of its orders until they are asked for', async () => {
    const [page, all] = [await office.get('/orders'), await office.get('/orders?market_maker=with')];
    const orders = await desk.read<{ id: number; acct_id: number }[]>('/orders');
    const idsOf = (body: string): number[] => [...body.matchAll(/<tr id="o(\d+)"/g)].map(([, id]) => Number(id)).sort();
    const csv = (await office.get('/orders?_as=csv')).body.split('\r\n').slice(1);

    expect(orders.map((order) => order.acct_id)).toContain(makersAccount);
    expect(idsOf(all.body)).toEqual(orders.map(({ id }) => id).sort());
    expect(idsOf(page.body)).toEqual(orders.flatMap((order) => (order.acct_id === makersAccount ? [] : [order.id])));
    expect(csv.flatMap((line) => (line === '' ? [] : [Number(line.split(',')[0])])).sort()).toEqual(idsOf(page.body));
    expect(page.body).toContain('href="/orders?market_maker=with">Show with it</a>');
    expect(all.body).toContain('href="/orders?market_maker=without">Show without it</a>');
    expect(await desk.read('/orders?market_maker=without')).toHaveLength(idsOf(page.body).length);
    // By these, the script knows which of the orders that are placed meanwhile are not listed.
    expect(page.body).toContain(`&quot;leftOut&quot;:[${(await accountsOf(desk.bob.id)).join(',')}]`);
    expect(all.body).not.toContain('leftOut');
  });

  it('/fills has none of its fills until they are asked for', async () => {
    const fills = await desk.read<{ id: number; acct_id: number }[]>('/fills');
    const isMakers = (one: { acct_id: number }) => one.acct_id === makersAccount;
    const [page, all] = [await office.get('/fills'), await office.get('/fills?market_maker=with')];
    const countRows = (body: string): number => body.match(/>(?:Bought|Sold)</g)?.length ?? 0;

    expect(fills.filter(isMakers)).toHaveLength(1);
    expect([countRows(page.body), countRows(all.body)]).toEqual([1, 2]);
    expect(page.body).toContain('href="/fills?market_maker=with">Show with it</a>');
    expect(await desk.read('/fills?market_maker=without')).toEqual(fills.filter((one) => !isMakers(one)));
    const csv = (await office.get('/fills?_as=csv')).body.trim().split('\r\n');
    expect(csv).toHaveLength(2);
  });

  it('/orderactions has none of its actions until they are asked for, and all of everybody else', async () => {
    const send = (as: string, body: object) => testApp.request('POST', '/orderactions', { as, body });
    const [order] = await desk.read<{ instrument_id: number }[]>('/orders');
    const buy = { action_type: 'MarketOrderSub', instrument_id: order?.instrument_id, side: 'Buy', quantity: 1 };
    await send(desk.admin.token, { ...buy, acct_id: 999_999 });
    await send(desk.bob.token, { ...buy, acct_id: 999_999 });
    await send(desk.admin.token, { action_type: 'OrderCancellation', order_id: 999_999 });
    await send(desk.bob.token, { action_type: 'OrderCancellation', order_id: 999_999 });
    type Action = { id: number; acct_id: number | null; user_id: number; order_id: number | null };
    const all = await desk.read<Action[]>('/orderactions');
    const rest = await desk.read<Action[]>('/orderactions?market_maker=without');
    const isMakers = ({ acct_id: acctId, user_id: userId }: Action) =>
      acctId === makersAccount || (userId === desk.bob.id && (acctId === null || acctId === 999_999));

    expect(all.filter(isMakers).length).toBeGreaterThan(2);
    expect(rest).toEqual(all.filter((one) => !isMakers(one)));
    expect(rest.length).toBeGreaterThan(2);
    expect(await desk.read(`/orderactions?market_maker=without&newest=true&per_page=2`)).toEqual(
      rest.slice(-2).reverse(),
    );
    const [page, whole] = [await office.get('/orderactions'), await office.get('/orderactions?market_maker=with')];
    const idsOf = (body: string): number[] =>
      [...body.matchAll(/data-label="Action"[^>]*>(\d+)</g)].map(([, id]) => Number(id)).sort((a, b) => a - b);
    expect(idsOf(page.body)).toEqual(rest.map(({ id }) => id));
    expect(idsOf(whole.body)).toEqual(all.map(({ id }) => id));
    expect(page.body).toContain('href="/orderactions?market_maker=with">Show with it</a>');
  });

  it('the choice stays from list to list, and without a filter', async () => {
    const { body } = await office.get('/orders?market_maker=with&symbol=NONE');
    for (const list of ['/orders', '/fills', '/orderactions'])
      expect(body).toContain(`<a href="${list}?market_maker=with"`);
    expect(body).toContain('<a href="/orders?market_maker=with">Show all orders</a>');
    expect(body).toContain('<a href="/orders?market_maker=with">Clear filter</a>');
    expect((await office.get('/fills?order_id=1')).body).not.toContain('market maker is');
  });

  it.each(['/accounts?q=bob', '/positions?account=bob'])('%s finds them', async (path) => {
    const { body } = await office.get(path);
    expect([rowsOf(body).includes(makersAccount), body.includes('Show with')]).toEqual([true, false]);
  });

  it('lists those of a customer as before, and says nothing of the market maker', async () => {
    await testApp.request('PUT', `/accounts/${makersAccount}/grants/${desk.ada.id}`, {
      as: desk.admin.token,
      body: { access: 'Read' },
    });
    const browser = openBrowserClient(testApp);
    await browser.signIn(desk.ada);
    const { body } = await browser.get('/accounts');
    expect([rowsOf(body).includes(makersAccount), body.includes('market maker is')]).toEqual([true, false]);
  });
});
