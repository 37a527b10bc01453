import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { openBrowserClient } from '../support/browser-client.js';

type Entry = Readonly<{ action: string; detail: string }>;

describe('names in audit entries', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let today: string;
  let list: number;
  let broken: number;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    today = await desk.sessionDate();
    const quiet = await desk.data.instrument(desk.productId, { symbol: 'QUIET', settlement_price: 5 });
    list = (await desk.refer(desk.adas, today, [{ instrument_id: desk.instrumentId, quantity: 5, price: 6701 }])).json<{
      id: number;
    }>().id;
    await desk.refer(desk.bobs, today, [{ instrument_id: quiet, quantity: 1, price: 5 }]);
    broken = (await desk.read<{ id: number }[]>(`/reconciliation/breaks?acct_id=${desk.adas}`))[0]?.id ?? 0;
    await desk.send(`/reconciliation/breaks/${broken}/notes`, { text: 'We called them.' });
    await testApp.request('PUT', `/accounts/${desk.bobs}`, { as: desk.admin.token, body: { name: 'Harvest' } });
    await testApp.request('PUT', `/accounts/${desk.bobs}/grants/${desk.ada.id}`, {
      as: desk.admin.token,
      body: { access: 'Read' },
    });
  });
  afterAll(() => testApp.close());

  const listed = () => `account.positions_stated list of account, close of${today.slice(4)}, row`;

  it('are searchable: symbols in lists and breaks, account names, and people', async () => {
    const kinds = /^(?:account[.](?:pos|cha|gra)|break|instrument)/;
    const found = async (q: string) =>
      (await desk.read<Entry[]>(`/audit?q=${encodeURIComponent(q)}`))
        .filter(({ action }) => kinds.test(action))
        .map(({ action, detail }) => `${action} ${detail.replaceAll(/ \d+/g, '')}`);

    expect(await found('desk')).toEqual([
      'break.noted break of account, note',
      listed(),
      'instrument.created instrument, DESK',
    ]);
    expect(await found('quiet')).toEqual([listed(), 'instrument.created instrument, QUIET']);
    expect(await found('harvest')).toEqual([
      'account.granted account: user, Read',
      'account.changed account: name An account → Harvest',
      listed(),
    ]);
    expect(await found(desk.ada.email)).toEqual([
      'account.granted account: user, Read',
      'break.noted break of account, note',
      listed(),
    ]);
  });

  it('is called by its name, an account with its number and owner as well, and led to', async () => {
    const reader = openBrowserClient(testApp);
    await reader.signIn(desk.admin);
    const { body } = await reader.get('/audit');
    const account = `<a href="/accounts/${desk.adas}">An account (account ${desk.adas}, ${desk.ada.email})</a>`;

    expect(body).toContain(`<a href="/reconciliation/breaks/${broken}">DESK of ${today}</a> of ${account}, note `);
    expect(body).toContain(`<a href="/refpositions/${list}">list ${list}</a> of ${account}, close of ${today}, 1 row<`);
    expect(body).toContain(`<a href="/instruments/${desk.instrumentId}">DESK</a></span>`);
    expect(body).toContain(
      `<a href="/accounts/${desk.bobs}">Harvest (account ${desk.bobs}, ${desk.bob.email})</a>: <a href="/users/${desk.ada.id}">${desk.ada.email}</a>, Read<`,
    );
  });

  it('has the owner of an opened account once', async () => {
    const readDetail = async (reader: BackOffice['admin']): Promise<string> => {
      const browser = openBrowserClient(testApp);
      await browser.signIn(reader);
      const { body } = await browser.get('/audit?action=account.opened');
      return new RegExp(`class="none">(<a href="/accounts/${desk.adas}".*?)</span>`).exec(body)?.[1] ?? '';
    };
    const link = `<a href="/accounts/${desk.adas}">An account (account ${desk.adas}`;

    expect(await readDetail(desk.admin)).toBe(`${link}, ${desk.ada.email})</a>, in USD`);
    expect(await desk.read<Entry[]>(`/audit?action=account.opened&q=${desk.adas}`)).toContainEqual(
      expect.objectContaining({ detail: `account ${desk.adas}, of user ${desk.ada.id}, in USD` }),
    );
  });

  it('are shown as far as the reader may see them now', async () => {
    const readDetail = async (detail: string): Promise<string> => {
      await testApp.orm.em
        .fork()
        .execute(
          `insert into audit_entries (at, action, outcome, user_id, acting_user_id, detail) values (now(), 'account.granted', 'granted', ?, ?, ?)`,
          [desk.ada.id, desk.ada.id, detail],
        );
      const hers = openBrowserClient(testApp);
      await hers.signIn(desk.ada);
      return (
        /class="none">(.*?)<\/span>/.exec((await hers.get(`/audit?q=${encodeURIComponent(detail)}`)).body)?.[1] ?? ''
      );
    };

    expect(await readDetail(`account ${desk.bobs}: user ${desk.ada.id}, user ${desk.bob.id}`)).toBe(
      `<a href="/accounts/${desk.bobs}">Harvest (account ${desk.bobs})</a>: ${desk.ada.email}, user ${desk.bob.id}`,
    );
    await testApp.request('DELETE', `/accounts/${desk.bobs}/grants/${desk.ada.id}`, { as: desk.admin.token });
    expect(await readDetail(`break ${broken} of account ${desk.bobs}`)).toBe(
      `<a href="/reconciliation/breaks/${broken}">DESK of ${today}</a> of account ${desk.bobs}`,
    );
  });
});
