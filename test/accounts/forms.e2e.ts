import { daysAfter, type Desk, openDesk } from '../support/desk.js';
import { type House, openHouse } from '../support/house.js';
import { formsOf, visitor, type Visitor } from '../support/visitor.js';

describe('forms of accounts', () => {
  let house: House;
  let desk: Desk;
  let admin: Visitor;
  let date: string;
  beforeAll(async () => {
    house = await openHouse();
    desk = await openDesk(house);
    date = daysAfter(await desk.sessionDate(), -1);
    admin = visitor(house);
    await admin.signIn(desk.admin);
  });
  afterAll(() => house.close());

  const textOf = (body: string): string => body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  const limitsOf = async (acctId: number) => (await desk.read<{ name: string; limits: object }>(`/accounts/${acctId}`));

  it('a page that was opened long ago changes only what its reader has changed, an emptied limit as well', async () => {
    const acctId = await desk.account(desk.ada);
    const form = formsOf((await admin.get(`/accounts/${acctId}`)).body).find(({ fields }) => 'name' in fields);
    if (form === undefined) throw new Error('no form');
    const post = (fields: Record<string, string>) => admin.post(form.action, { ...form.fields, ...fields });
    expect((await post({ 'limits.max_position': '50', 'limits.max_daily_loss': '25000.5' })).statusCode).toBe(303);

    await post({ name: 'Renamed' });
    expect(await limitsOf(acctId)).toMatchObject({ name: 'Renamed', limits: { max_position: 50, max_daily_loss: 25_000.5 } });
    expect((await admin.follow(await post({}))).body).toContain('Nothing was changed.');
    expect(await limitsOf(acctId)).toMatchObject({ name: 'Renamed', limits: { max_position: 50 } });
    const refused = await post({ 'limits.max_position': 'many' });
    const again = formsOf(refused.body).find(({ fields }) => 'name' in fields);
    expect(refused.statusCode).toBe(400);
    await admin.post(again?.action ?? '', { ...again?.fields, 'limits.max_position': '60' });
    expect(await limitsOf(acctId)).toMatchObject({ name: 'Renamed', limits: { max_position: 60, max_daily_loss: 25_000.5 } });
    const now = formsOf((await admin.get(`/accounts/${acctId}`)).body).find(({ fields }) => 'name' in fields);
    await admin.post(form.action, { ...now?.fields, 'limits.max_position': '' });
    expect(await limitsOf(acctId)).toMatchObject({ limits: { max_position: null, max_daily_loss: 25_000.5 } });
  });

  it('lists of an account whose name one is not told read the same, whether it is there or not', async () => {
    const ada = visitor(house);
    await ada.signIn(desk.ada);
    for (const list of ['/positions', '/refpositions', '/reconciliation/breaks']) {
      const [anothers, nobodys] = [await ada.get(`${list}?acct_id=${desk.bobs}`), await ada.get(`${list}?acct_id=999999`)];
      const headOf = (body: string): string => textOf(/<h1>.*?<\/h1>/.exec(body)?.[0] ?? '').trim();
      expect(headOf(nobodys.body)).toMatch(/ of account 999999$/);
      expect(headOf(anothers.body).replace(String(desk.bobs), '999999')).toBe(headOf(nobodys.body));
    }
  });

  it('a list with another quantity in one instrument says which, also where it leaves it out', async () => {
    const acctId = await desk.account(desk.ada);
    const stated = (await desk.refer(acctId, date, [{ instrument_id: desk.instrumentId, quantity: 3, price: 6700 }])).json<{ id: number }>();
    const pageFor = async (quantity: number) => textOf((await admin.get(`/refpositions/new?copy=${stated.id}&instrument_id=${desk.instrumentId}&quantity=${quantity}`)).body);

    expect(await pageFor(7)).toMatch(/DESK : 3 → becomes 7 ?\./);
    expect(await pageFor(0)).toMatch(/DESK : 3 → becomes 0 ?, which is flat: the list leaves it out/);
  });

  it('administrators are told whose accounts they are, and find those of one; customers know a number', async () => {
    const ada = visitor(house);
    await ada.signIn(desk.ada);
    const [all = '', adas = '', one = '', user = ''] = await Promise.all(['/accounts', `/accounts?owner_id=${desk.ada.id}`, `/accounts/${desk.adas}`, `/users/${desk.ada.id}`].map(async (path) => (await admin.get(path)).body));

    expect([desk.ada.email, desk.bob.email].map((email) => [all.includes(email), adas.includes(email), one.includes(email)])).toEqual([[true, true, true], [true, false, false]]);
    expect(adas).toContain(`href="/accounts/new?owner_id=${desk.ada.id}"`);
    expect(user).toContain(`href="/accounts?owner_id=${desk.ada.id}"`);
    expect(textOf((await ada.get(`/accounts/${desk.adas}`)).body)).toContain(`user ${desk.ada.id}`);
    expect(textOf((await ada.get(`/accounts/${desk.adas}/moneyvals`)).body)).toContain(`account ${desk.adas}, in USD, owned by user ${desk.ada.id}, was worth`);
  });
});
