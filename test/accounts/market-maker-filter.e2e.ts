import { type BackOffice, openBackOffice } from '../support/back-office.js';
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

  it('/orders has its orders, with the way to those without it', async () => {
    const [page, rest] = [await office.get('/orders'), await office.get('/orders?market_maker=without')];
    const orders = await desk.read<{ id: number; acct_id: number }[]>('/orders');
    const idsOf = (body: string): number[] => [...body.matchAll(/<tr id="o(\d+)"/g)].map(([, id]) => Number(id)).sort();

    expect(orders.map((order) => order.acct_id)).toContain(makersAccount);
    expect(idsOf(page.body)).toEqual(orders.map(({ id }) => id).sort());
    expect(idsOf(rest.body)).toEqual(orders.flatMap((order) => (order.acct_id === makersAccount ? [] : [order.id])));
    expect(page.body).toContain('href="/orders?market_maker=without">Show without it</a>');
    expect(rest.body).toContain('href="/orders?market_maker=with">Show with it</a>');
    expect(await desk.read('/orders?market_maker=without')).toHaveLength(idsOf(rest.body).length);
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
