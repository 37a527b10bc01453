import { type TestApp, openTestApp } from '../support/test-app.js';
import { people, type Person } from '../support/people.js';
import { type Floor, tradingFloor } from '../support/trading-floor.js';

type Row = Readonly<{ id: number } & Record<string, unknown>>;

describe('from and to', () => {
  let testApp: TestApp;
  let fixture: Floor;
  let ada: Person;
  beforeAll(async () => {
    testApp = await openTestApp();
    fixture = await tradingFloor(testApp);
    ada = await people.ada(testApp);
    const [acct, other] = [await fixture.account(ada), await fixture.account(ada)];
    for (let n = 0; n < 3; n++) {
      await fixture.order(ada.token, fixture.limit(acct));
      await fixture.order(ada.token, fixture.limit(other, { side: 'Sell' }));
    }
  });
  afterAll(() => testApp.close());

  const list = (path: string) => fixture.read<Row[]>(ada.token, path);

  it.each([
    ['/orders', 'created_at'],
    ['/fills', 'traded_at'],
    ['/trades', 'traded_at'],
    ['/orderactions', 'received_at'],
  ])('%s: from is included, to is not, and a date is a whole day', async (path, name) => {
    const all = await list(path);
    const at = (row: Row | undefined) => String(row?.[name]);
    const middle = at(all[Math.floor(all.length / 2)]);
    const [before, after] = [all.filter((row) => at(row) < middle), all.filter((row) => at(row) >= middle)];
    const today = middle.slice(0, 10);
    const dayAfter = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);

    expect([before.length > 0, after.length > 0]).toEqual([true, true]);
    expect(await list(`${path}?from=${middle}`)).toEqual(after);
    expect(await list(`${path}?to=${middle}`)).toEqual(before);
    expect(await list(`${path}?from=${middle}&to=${middle}`)).toEqual([]);
    expect(await list(`${path}?from=${dayAfter(-1)}&to=${dayAfter(1)}`)).toEqual(all);
    expect(await list(`${path}?from=${dayAfter(2)}`)).toEqual([]);
    expect(await list(`${path}?to=${dayAfter(-2)}`)).toEqual([]);
    for (const wrong of [
      'from=yesterday',
      'to=2026-02-30',
      'from=2026-01-30T10:00:00',
      `from=${today}&from=${today}`,
      `from=${dayAfter(1)}&to=${dayAfter(0)}T00:00:00Z`,
    ]) {
      expect((await testApp.request('GET', `${path}?${wrong}`, { as: ada.token })).statusCode).toBe(400);
    }
  });

  it.each(['/orders', '/fills', '/trades', '/orderactions'])('%s: combine with a cursor', async (path) => {
    const all = await list(path);
    const rows: Row[] = [];
    for (
      let url: string | undefined = `${path}?per_page=2&from=2020-01-01&to=2099-01-01T00:00:00Z`;
      url !== undefined;
    ) {
      const page = await testApp.request('GET', url, { as: ada.token });
      rows.push(...page.json<Row[]>());
      url = /<([^>]*)>; rel="next"/.exec(String(page.headers.link))?.[1];
    }
    expect(rows).toEqual(all);
  });

  it('combine with CSV', async () => {
    const head = (await testApp.request('GET', '/fills?to=2020-01-01', { as: ada.token, accept: 'text/csv' })).body;
    expect(head.trimEnd().split('\r\n')).toHaveLength(1);
  });
});
