import { daysAfter, type BackOffice, openBackOffice } from '../support/back-office.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { runOverlapping } from '../support/overlapping.js';
import { people, type Person } from '../support/people.js';
import { formsOf, openBrowserClient, type BrowserClient } from '../support/browser-client.js';

const HERE = '/accounts/statements/upload';

/** A form with a file as a browser sends it. */
function multipart(fields: Readonly<Record<string, string>>, file: string, fileName = 'table.csv') {
  const boundary = '----WebKitFormBoundaryx7Qz';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const last = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: text/csv\r\n\r\n${file}\r\n--${boundary}--\r\n`;
  return { type: `multipart/form-data; boundary=${boundary}`, payload: parts.join('') + last };
}

describe('an uploaded table of statements', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let admin: BrowserClient;
  let date: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    date = daysAfter(await desk.sessionDate(), -1);
    admin = await signedIn(desk.admin);
  });
  afterAll(() => testApp.close());

  async function signedIn(person: Person): Promise<BrowserClient> {
    const browser = openBrowserClient(testApp);
    await browser.signIn(person);
    return browser;
  }
  const cookies = (browser: BrowserClient) => ({
    cookie: [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; '),
  });

  async function send(browser: BrowserClient, kind: string, file: string, fileName?: string) {
    const [form] = formsOf((await browser.get(HERE)).body);
    const { type, payload } = multipart({ form_token: form?.fields['form_token'] ?? '', kind }, file, fileName);
    return testApp.request('POST', HERE, {
      accept: 'text/html',
      headers: { ...cookies(browser), 'content-type': type },
      payload,
    });
  }
  const preview = async (browser: BrowserClient, kind: string, file: string) => {
    const answer = await send(browser, kind, file);
    if (answer.statusCode !== 303) throw new Error(`${answer.statusCode}: ${answer.body}`);
    return { address: String(answer.headers.location), page: await browser.get(String(answer.headers.location)) };
  };
  const moneyOf = (acctId: number, versions = 'latest') =>
    desk.read<{ as_of: string; net_liq: number; version: number }[]>(
      `/accounts/${acctId}/moneyvals?versions=${versions}`,
    );
  const listsOf = (acctId: number) => desk.read<{ id: number; rows: number }[]>(`/refpositions?acct_id=${acctId}`);
  const table = (...lines: string[]) => ['acct_id,as_of,instrument,quantity,price', ...lines].join('\n');
  const money = (...lines: string[]) => ['acct_id,as_of,cash_balance,net_liq', ...lines].join('\n');

  const listFaults = (body: string): string[] =>
    [...body.matchAll(/<legend>Line (\d+)<\/legend>\s*<ul[^>]*>(.*?)<\/ul>/g)].flatMap(([, line = '', list = '']) =>
      [...list.matchAll(/<li[^>]*>([^<]*)/g)].map(([, words]) => `${line}: ${words}`),
    );

  it('says what accounts will be worth, and they are', async () => {
    const acctId = await desk.account(desk.ada);
    const today = daysAfter(date, 1);
    await desk.money(acctId, [date, 1000, 1000]);
    await desk.trade(2, 6700, acctId);
    const { page } = await preview(admin, 'positions', table(`${acctId},${today},${desk.instrumentId},3,6690`));

    // The list has one contract more than the books, ten points below the market, and makes the others ten points cheaper.
    expect(page.body.replaceAll(/<[^>]+>/g, '')).toContain(
      'Net liquidation value 1,000.00→ then 1,500.00, cash 1,000.00→ then 0.00.',
    );
    await admin.submit(page);
    expect(await desk.read(`/accounts/${acctId}`)).toMatchObject({ net_liq: 1500, cash_balance: 0 });
  });

  it('is previewed without changes, and imported once after the confirmation', async () => {
    const acctId = await desk.account(desk.ada);
    await desk.money(acctId, [daysAfter(date, -1), 10, 20]);
    const { address, page } = await preview(
      admin,
      'money',
      money(`${acctId},${daysAfter(date, -1)},10,25.5`, `${acctId},${date},11,30`),
    );

    expect([await moneyOf(acctId)].flat()).toHaveLength(1);
    expect(page.body.replaceAll(/<[^>]+>/g, ' ')).toMatch(/20\.00\s+25\.50\s+\+5\.50/);
    expect(page.body).toContain('corrects version 1');
    const confirmed = await admin.submit(page);
    expect([confirmed.statusCode, confirmed.headers.location]).toEqual([303, address]);
    expect(await moneyOf(acctId)).toMatchObject([
      { as_of: daysAfter(date, -1), net_liq: 25.5, version: 2 },
      { as_of: date, net_liq: 30, version: 1 },
    ]);
    // The form of the page that was looked at first, sent again from another window.
    expect((await admin.submit(page)).statusCode).toBe(303);
    expect(await moneyOf(acctId, 'all')).toHaveLength(3);
    expect((await admin.get(address)).body).toContain('does not import the table again');
  });

  it('names positions by symbol or number, previews breaks, and shows the result of each list', async () => {
    const acctId = await desk.account(desk.ada);
    const { address, page } = await preview(
      admin,
      'positions',
      table(
        `${acctId},${date},DESK,4,6700.25`,
        `${desk.bobs},${date},${desk.instrumentId},0,6700`,
        `${await desk.account(desk.bob)},${date},,,`,
      ),
    );

    expect(page.body).toContain('+4: break');
    expect(page.body).toContain('1 difference');
    expect(await listsOf(acctId)).toEqual([]);
    await admin.submit(page);
    expect(await listsOf(acctId)).toMatchObject([{ rows: 1 }]);
    expect((await admin.get(address)).body).toContain('<span class="badge bad">1 opened</span>');
    expect((await desk.position(acctId))?.quantity).toBe(4);
  });

  it('shows which breaks are still open where a list changes none', async () => {
    const [differing, agreeing] = [await desk.account(desk.ada), await desk.account(desk.ada)];
    await desk.refer(differing, date, [{ instrument_id: desk.instrumentId, quantity: 4, price: 6700 }]);
    const { address, page } = await preview(
      admin,
      'positions',
      table(`${differing},${date},DESK,4,6701`, `${agreeing},${date},DESK,0,6700`),
    );
    await admin.submit(page);

    const { body } = await admin.get(address);
    const results = [...body.matchAll(/data-label="Breaks">(.*?)<\/td>/g)].map(([, cell = '']) =>
      cell.replaceAll(/<[^>]+>/g, '').trim(),
    );
    expect(results).toEqual(['1 still open', 'no open breaks']);
    expect(body).toContain('class="button primary" href="/reconciliation/breaks?status=Open"');
  });

  it('is imported once by many parallel confirmations', async () => {
    const acctId = await desk.account(desk.ada);
    const { page } = await preview(admin, 'positions', table(`${acctId},${date},DESK,1,6700`));
    const [form] = formsOf(page.body);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin.post(form?.action ?? '', form?.fields ?? {})),
    );

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303, 303, 303]);
    expect(await listsOf(acctId)).toHaveLength(1);
  });

  it('stays where it is imported while a newer upload removes the oldest that wait', async () => {
    const clerk = await signedIn(await people.named(testApp, 'clerk', 'Admin'));
    const acctId = await desk.account(desk.ada);
    const { address, page } = await preview(clerk, 'money', money(`${acctId},${date},10,20`));
    for (let newer = 1; newer < 20; newer++) await send(clerk, 'money', money(`${acctId},${date},10,${newer}`));
    await runOverlapping(testApp, [
      () => clerk.submit(page),
      () => send(clerk, 'money', money(`${acctId},${date},10,21`)),
    ]);

    expect(await moneyOf(acctId)).toMatchObject([{ net_liq: 20 }]);
    expect((await clerk.get(address)).body).toContain('does not import the table again');
  });

  it('marks a list that was posted before as unchanged, with a link', async () => {
    const acctId = await desk.account(desk.ada);
    const confirmed = async () => {
      const { address, page } = await preview(admin, 'positions', table(`${acctId},${date},DESK,1,6700.123456789`));
      const [form] = formsOf(page.body);
      await admin.post(form?.action ?? '', form?.fields ?? {});
      return (await admin.get(address)).body;
    };
    await confirmed();

    expect(await confirmed()).toContain(`<a href="/refpositions?acct_id=${acctId}&as_of=${date}">Unchanged</a>`);
    expect(await listsOf(acctId)).toHaveLength(1);
  });

  it('with 5,001 lines is refused with 413 and the form', async () => {
    const lines = Array.from({ length: 5001 }, (_, at) => `${desk.adas},${date},${at + 1},1,1.5`);
    const [many, fit] = [
      await send(admin, 'positions', table(...lines)),
      await send(admin, 'positions', table(...lines.slice(1))),
    ];

    expect([many.statusCode, many.body, fit.statusCode]).toEqual([
      413,
      expect.stringMatching(/5001 rows, and 5000 are allowed/),
      303,
    ]);
  });

  it('with invalid lines names each and cannot be confirmed', async () => {
    const acctId = await desk.account(desk.ada, { currency: 'EUR' });
    const lines = [
      `${acctId},${date},DESK,1,6700`,
      `${desk.adas},${daysAfter(date, 9)},DESK,1,6700`,
      `${desk.adas},${date},NOWHERE,1,1`,
      `${desk.adas},${date},DESK,1,0`,
      `${desk.adas},${date},DESK,x,1`,
      `${desk.adas},${date},DESK,1,6700`,
      `${desk.adas},${date},${desk.instrumentId},2,6700`,
      `999999,${date},DEKS,x,y`,
    ];
    const { address, page } = await preview(admin, 'positions', table(...lines));

    expect(listFaults(page.body)).toEqual([
      expect.stringMatching(/^2: DESK: the instrument trades in USD, but the account currency is EUR/),
      expect.stringMatching(/^3: Date \d+-\d+-\d+ is in the future/),
      expect.stringMatching(/^4: There is no instrument “NOWHERE”/),
      expect.stringMatching(/^5: DESK: the price is not possible for this instrument/),
      expect.stringMatching(/^6: Quantity must be a whole number/),
      '6: Line 5 already has DESK in this list.',
      '7: Line 5 already has DESK in this list.',
      expect.stringMatching(/^8: Line 5 already has \d+ in this list/),
      expect.stringMatching(/^9: Quantity must be a whole number/),
      expect.stringMatching(/^9: Price must be a decimal number/),
      expect.stringMatching(/^9: There is no account 999999/),
      expect.stringMatching(/^9: There is no instrument “DEKS”\. Did you mean DESK\?$/),
    ]);
    expect(page.body).toContain('8 lines have errors.');
    expect(page.body).not.toContain('Nothing was imported yet');
    expect(formsOf(page.body).map(({ action }) => action)).toEqual([`${address}/lines`]);
    const forced = await admin.post(address, {
      form_token: formsOf((await admin.get(HERE)).body)[0]?.fields['form_token'] ?? '',
      basis: 'x',
    });
    expect([forced.statusCode, forced.body.includes('Nothing was imported')]).toEqual([422, true]);
    expect(await listsOf(desk.adas)).toEqual([]);
  });

  it('with invalid lines is fixed in place, and then imported', async () => {
    const acctId = await desk.account(desk.ada);
    const wrong = `Account;Date;Symbol;Quantity;Price\n${acctId};${date};DESK;x;6700,25\n\n${desk.bobs};${date};0`;
    const { address, page } = await preview(admin, 'positions', wrong);
    expect(listFaults(page.body)).toEqual([
      expect.stringMatching(/^2: Quantity must be/),
      expect.stringMatching(/^4: This line has 3 cells/),
    ]);
    const fields = formsOf(page.body)[0]?.fields ?? {};
    expect(fields).toMatchObject({
      ...{ 'line.2.0': String(acctId), 'line.2.2': 'DESK', 'line.2.3': 'x', 'line.2.4': '6700,25' },
      'line.4.text': `${desk.bobs};${date};0`,
    });
    const kept = { 'line.2.left_out': '', 'line.4.left_out': '' };
    const once = await admin.follow(await admin.submit(page, { 'line.2.3': '4', ...kept }));
    expect(listFaults(once.body)).toEqual([expect.stringMatching(/^4: This line has 3 cells/)]);
    const fixed = await admin.follow(await admin.submit(once, { 'line.4.text': `${desk.bobs};${date};;;`, ...kept }));

    expect(fixed.body).toContain('Review the changes and confirm');
    await admin.submit(fixed);
    expect((await desk.position(acctId))?.quantity).toBe(4);
    // The form of the first page, sent again from another window, changes nothing any more.
    const late = await admin.post(`${address}/lines`, { ...fields, 'line.2.3': '9' });
    expect([late.statusCode, late.body.includes('was imported already')]).toEqual([409, true]);
  });

  it('with invalid lines is imported without those that are left out or emptied', async () => {
    const acctId = await desk.account(desk.ada);
    const lines = [
      `${acctId},${date},DESK,4,6700`,
      `${acctId},${date},ESX26,1,`,
      `${acctId},${date},GONE,1,1`,
      `7,${date}`,
    ];
    const { page } = await preview(admin, 'positions', table(...lines));
    const { action, fields } = formsOf(page.body)[0] ?? { action: '', fields: {} };
    const emptied = Object.fromEntries([0, 1, 2, 3, 4].map((at) => [`line.3.${at}`, '']));
    const sent = await admin.post(action, { ...fields, ...emptied, 'line.3.left_out': '', 'line.5.text': '' });
    const fixed = await admin.follow(sent);

    expect(page.body).toContain('Leave this line out');
    expect(fixed.body).toContain('Lines 3, 4 and 5 are left out.');
    expect(listFaults(fixed.body)).toEqual([]);
    expect(fixed.body).toContain('<p class="message info" role="status">Nothing was imported yet.');
    await admin.submit(fixed);
    expect(await listsOf(acctId)).toMatchObject([{ rows: 1 }]);
  });

  it('keeps its column titles', async () => {
    const { page } = await preview(admin, 'money', 'acct_id,as_of,cash,net\n1,2,3,4');
    const { action, fields } = formsOf(page.body)[0] ?? { action: '', fields: {} };
    const refused = await admin.post(action, { ...fields, 'line.1.text': ' ' });

    expect(page.body).not.toContain('Leave this line out');
    expect([refused.statusCode, refused.body.includes('Line 1 has the column titles')]).toEqual([400, true]);
  });

  it('is fixed by its sender only', async () => {
    const { address, page } = await preview(admin, 'money', money(`${desk.adas},${date},x,1`));
    const other = await signedIn(desk.bob);
    const fields = {
      ...formsOf(page.body)[0]?.fields,
      form_token: formsOf((await other.get(HERE)).body)[0]?.fields['form_token'] ?? '',
    };

    expect((await other.post(`${address}/lines`, { ...fields, 'line.2.2': '1' })).statusCode).toBe(404);
    expect(listFaults((await admin.get(address)).body)).toHaveLength(1);
  });

  it('is not imported when the data changed after the preview', async () => {
    const acctId = await desk.account(desk.ada);
    const { page } = await preview(admin, 'money', money(`${acctId},${date},1,2`));
    await desk.money(acctId, [date, 5, 6]);
    const outdated = await admin.submit(page);

    expect([outdated.statusCode, outdated.body.includes('was changed after you reviewed it')]).toEqual([409, true]);
    expect(await moneyOf(acctId)).toMatchObject([{ net_liq: 6, version: 1 }]);
  });

  it('is imported completely or not at all', async () => {
    const acctId = await desk.account(desk.ada);
    const { page } = await preview(
      admin,
      'positions',
      table(`${acctId},${date},DESK,1,6700`, `${desk.bobs},${date},DESK,1,6700`),
    );
    await desk.refer(desk.bobs, date, [{ instrument_id: desk.instrumentId, quantity: 9, price: 6700 }]);

    expect((await admin.submit(page)).statusCode).toBe(409);
    expect(await listsOf(acctId)).toEqual([]);
  });

  it('may contain the sender’s accounts only, and is hidden from other users', async () => {
    const ada = await signedIn(desk.ada);
    const { address, page } = await preview(ada, 'money', money(`${desk.bobs},${date},1,1`));

    expect(page.body).toContain(`There is no account ${desk.bobs} for which you may post statements`);
    for (const other of [admin, await signedIn(desk.bob)]) expect((await other.get(address)).statusCode).toBe(404);
  });

  it('is UTF-8 text from a form of the service, with an error for each missing part', async () => {
    const foreign = multipart({ form_token: 'x', kind: 'money' }, 'a');
    const refused = await testApp.request('POST', HERE, {
      accept: 'text/html',
      headers: { ...cookies(admin), 'content-type': foreign.type },
      payload: foreign.payload,
    });
    const nothing = await send(admin, 'money', ' ');
    const elsewhere = await testApp.request('POST', '/refpositions', {
      as: desk.admin.token,
      headers: { 'content-type': foreign.type },
      payload: foreign.payload,
    });

    expect([
      refused.statusCode,
      nothing.statusCode,
      nothing.body.includes('Choose a file, or paste the table'),
      elsewhere.statusCode,
    ]).toEqual([403, 400, true, 415]);
  });

  it('can be typed row by row, and an existing list can be edited', async () => {
    const acctId = await desk.account(desk.ada);
    const stated = (
      await desk.refer(acctId, date, [{ instrument_id: desk.instrumentId, quantity: 3, price: 6700 }])
    ).json<{ id: number }>();
    const form = await admin.get(`/refpositions/new?copy=${stated.id}&instrument_id=${desk.instrumentId}&quantity=7`);
    expect(form.body).toContain(`<option value="${acctId}" selected>`);
    const sent = await admin.submit(form, { acct_id: String(acctId) });
    const page = await admin.follow(sent);

    expect(sent.statusCode).toBe(303);
    expect(page.body).toContain('replaces the list of that date');
    await admin.submit(page);
    expect((await desk.position(acctId))?.quantity).toBe(7);
  });

  it('can be typed as money values with a decimal comma, which are refused where they may be thousands', async () => {
    const acctId = await desk.account(desk.ada);
    const form = await admin.get(`/accounts/${acctId}/moneyvals`);
    const type = (cash: string, net: string) =>
      admin.press(form, '/accounts/statements/money', { as_of: date, cash_balance: cash, net_liq: net });
    const refused = await type('1.000', '1,000,000.00 USD');
    const page = await admin.follow(await type(' 1000100,50', '1.000.250,5'));

    expect([refused.statusCode, refused.body]).toEqual([
      400,
      expect.stringMatching(
        /may be 1000 or a decimal number: write “1.000” as 1000 or as 1.0[^]*must be an amount of money, not “1,000,000.00 USD”: at most 15 digits/,
      ),
    ]);
    await admin.submit(page);
    expect(await moneyOf(acctId)).toMatchObject([{ cash_balance: 1_000_100.5, net_liq: 1_000_250.5 }]);
  });
});
