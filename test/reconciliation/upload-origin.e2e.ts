import { type BackOffice, daysAfter, openBackOffice } from '../support/back-office.js';
import { type BrowserClient, openBrowserClient } from '../support/browser-client.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

const ROWS = '/accounts/statements/rows';

describe('a table for a break', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let browser: BrowserClient;
  let date: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    date = daysAfter(await desk.sessionDate(), -1);
    browser = openBrowserClient(testApp);
    await browser.signIn(desk.admin);
  });
  afterAll(() => testApp.close());

  const openBreak = async (): Promise<number> => {
    const position = [{ instrument_id: desk.instrumentId, quantity: 3, price: 6700 }];
    const posted = await desk.refer(await desk.account(desk.ada), date, position);
    return posted.json<{ breaks: { opened: { id: number }[] } }>().breaks.opened[0]?.id ?? 0;
  };

  it('leads back to the break, from the review, the form, and the import', async () => {
    const id = await openBreak();
    const way = `<p class="back"><a href="/reconciliation/breaks/${id}">Back to break ${id}</a></p>`;
    const page = await browser.get(`/reconciliation/breaks/${id}`);
    const sent = await browser.press(page, ROWS);
    const review = await browser.get(String(sent.headers.location));
    const imported = await browser.submit(review);
    const result = await browser.get(String(imported.headers.location));
    const [upload, edit] = await Promise.all(
      [/href="([^"]*)">Upload a table/, /href="([^"]*)">Edit the list/].map((link) =>
        browser.get((link.exec(page.body)?.[1] ?? '').replaceAll('&amp;', '&')),
      ),
    );

    expect(String(sent.headers.location)).toMatch(new RegExp(`/uploads/\\d+\\?break_id=${id}$`));
    expect(imported.headers.location).toBe(sent.headers.location);
    for (const one of [review, result, upload, edit]) expect(one?.body).toContain(way);
    for (const one of [upload, edit])
      expect(one?.body).toContain(`<input type="hidden" name="break_id" value="${id}">`);
    expect(await desk.read(`/reconciliation/breaks/${id}`)).toMatchObject({ status: 'Closed', resolution: 'Agreed' });
  });

  it('shows the lines without errors beside those that have some', async () => {
    const acctId = await desk.account(desk.ada);
    const rows = [
      { instrument: 'DESK', quantity: '1', price: '6700' },
      { instrument: 'DESK', quantity: '2', price: '6701' },
    ];
    const fields = rows.flatMap((row, at) => Object.entries(row).map(([name, text]) => [`row.${at}.${name}`, text]));
    const form = await browser.get('/refpositions/new');
    const sent = await browser.press(form, ROWS, {
      ...{ acct_id: String(acctId), as_of: date },
      ...(Object.fromEntries(fields) as Record<string, string>),
    });
    const { body } = await browser.get(String(sent.headers.location));

    expect(body).toContain('<legend>Line 3</legend>');
    expect(body).toContain('<details open><summary>One line has no errors</summary>');
    expect(body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')).toMatch(
      new RegExp(`Line Account Date Instrument Quantity Price 2 ${acctId} ${date} DESK 1 6700`),
    );
  });
});
