import { actInBrowser } from '../support/acting.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { referenceData } from '../support/reference-data.js';

describe('CSV of administration and reference data lists', () => {
  let testApp: TestApp;
  let admin: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    admin = await people.admin(testApp);
    const { group, product, instrument } = referenceData(testApp, admin.token);
    await instrument(await product(await group()));
  });
  afterAll(() => testApp.close());

  it.each([
    ['/users', 'id,email,first_name,last_name,role,enabled,'],
    ['/productgroups', 'id,symbol,name,exchange,currency,timezone,'],
    ['/products', 'id,group_id,symbol,name,'],
    ['/instruments', 'id,symbol,product_id,product_symbol,'],
    ['/webhooks', 'id,client_id,url,description,'],
    ['/accounts', 'id,owner_id,owner_name,name,currency,'],
    ['/reconciliation/breaks', 'id,acct_id,acct_name,owner_name,as_of,instrument_id,symbol,'],
    ['/events', 'id,type,time,acct_id,acct_name,owner_name,data'],
  ])('%s', async (path, titles) => {
    const table = await testApp.request('GET', path, { as: admin.token, accept: 'text/csv' });
    const rows = (await testApp.request('GET', path, { as: admin.token })).json<unknown[]>();

    expect(table.headers['content-type']).toContain('text/csv');
    expect(table.body.startsWith(titles)).toBe(true);
    expect(table.body).not.toMatch(/,secret,|whsec_/);
    expect(table.body.trimEnd().split('\r\n')).toHaveLength(rows.length + 1);
    const page = await (await actInBrowser(() => testApp).signedIn(admin)).get(path);
    if (rows.length > 0) expect(page.body).toContain(`href="${path}?_as=csv" download>CSV</a>`);
  });

  it('applies the filters of the audit log and contains names', async () => {
    const symbol = (await testApp.request('GET', '/instruments', { as: admin.token })).json<
      { id: number; symbol: string }[]
    >()[0];
    await testApp.request('PUT', `/instruments/${symbol?.id}`, { as: admin.token, body: { settlement_price: 100 } });
    const searchAudit = (q: string, as = admin) =>
      testApp.request('GET', `/audit?q=${encodeURIComponent(q)}`, { as: as.token, accept: 'text/csv' });
    const [bySymbol, byAnotherUser] = [
      await searchAudit(symbol?.symbol ?? ''),
      await searchAudit(admin.email, await people.ada(testApp)),
    ];

    expect(bySymbol.body).toMatch(
      /^id,at,action,outcome,user_id,user_name,acting_user_id,actor_name,client_id,address,detail\r\n/,
    );
    expect(bySymbol.body).toMatch(new RegExp(`instrument.changed,granted,.*,"?instrument ${symbol?.id}: `));
    expect((await searchAudit(admin.email)).body).toContain('productgroup.created');
    expect(byAnotherUser.body.split('\r\n')).toHaveLength(2);
  });

  it('contains all rows, as page and program, and with per_page that many and a Link', async () => {
    await people.crowd(testApp, 2_050);
    const count = (await testApp.orm.em.fork().execute<{ count: string }[]>('select count(*) from users'))[0]?.count;
    const file = await (await actInBrowser(() => testApp).signedIn(admin)).get('/users?q=customer&_as=csv');
    const whole = await testApp.request('GET', '/users?q=customer', { as: admin.token, accept: 'text/csv' });
    const page = await testApp.request('GET', '/users?q=customer&per_page=1000', {
      as: admin.token,
      accept: 'text/csv',
    });

    expect([
      file.body.trimEnd().split('\r\n').length,
      new Set(file.body.split('\r\n')).size,
      file.headers['content-disposition'],
      file.headers.link,
    ]).toEqual([2_051, 2_052, 'attachment; filename="users.csv"', undefined]);
    expect([whole.body === file.body, whole.headers.link, whole.headers['content-type']]).toEqual([
      true,
      undefined,
      'text/csv; charset=utf-8; header=present',
    ]);
    expect([page.body.trimEnd().split('\r\n').length, page.headers.link, Number(count) > 2_050]).toEqual([
      1_001,
      expect.stringContaining('rel="next"'),
      true,
    ]);
  });
});
