import { type BackOffice, daysAfter, openBackOffice } from '../support/back-office.js';
import { type BrowserApp, openBrowserApp } from '../support/browser-app.js';
import { listUnalignedColumns } from '../support/figure-columns.js';

describe('an uploaded table with errors in Chromium', () => {
  let app: BrowserApp;
  let desk: BackOffice;
  let date: string;
  let euros: number;
  let dollars: number;
  beforeAll(async () => {
    app = await openBrowserApp();
    desk = await openBackOffice(app.testApp);
    date = daysAfter(await desk.sessionDate(), -1);
    euros = await desk.account(desk.ada, { currency: 'EUR' });
    dollars = await desk.account(desk.ada);
  }, 60_000);
  afterAll(() => app.close());

  const upload = async (kind: 'money' | 'positions', lines: readonly string[]) => {
    const window = await app.enter(desk.admin, `/accounts/statements/upload?kind=${kind}`, { width: 1280 });
    await window.page.fill('#text', lines.join('\n'));
    await window.page.click('text=Preview changes');
    await window.page.waitForSelector('h1:has-text("Fix the")');
    return window;
  };

  /** The errors of each field that is marked, by its label, as a screen reader has them. */
  const readMarkedFields = async (kind: 'money' | 'positions', lines: readonly string[]) => {
    const { page, complaints, close } = await upload(kind, lines);
    const fields = await page.locator('.faulty input[aria-invalid="true"]').evaluateAll((found) =>
      (found as HTMLInputElement[]).map((field) => [
        field.closest('fieldset')?.querySelector('legend')?.textContent,
        field.labels?.[0]?.textContent,
        (field.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      ]),
    );
    expect(complaints).toEqual([]);
    await close();
    return fields;
  };

  const titles = ['acct_id', 'as_of', 'instrument', 'quantity', 'price'];
  const currency = 'DESK: the instrument trades in USD, but the account currency is EUR.';

  it.each([
    [',', '6700.1'],
    [';', '6700,1'],
  ])(
    'says the errors of quantity, currency and price at once, each at its field, in a table of %j',
    async (by, price) => {
      const lines = [titles, [euros, date, 'DESK', 'x', price], [dollars, date, 'DESK', 1, price.replace('.1', '.25')]];

      expect(
        await readMarkedFields(
          'positions',
          lines.map((cells) => cells.join(by)),
        ),
      ).toEqual([
        ['Line 2', 'Instrument', currency],
        ['Line 2', 'Quantity', expect.stringMatching(/^Quantity must be a whole number .*, not “x”\.$/)],
      ]);
      expect(
        await readMarkedFields(
          'positions',
          [titles, [euros, date, 'DESK', 1, '0'], [euros, date, 'DESK', '', '']].map((cells) => cells.join(by)),
        ),
      ).toEqual([
        ['Line 2', 'Instrument', currency],
        ['Line 2', 'Price', 'DESK: the price is not possible for this instrument.'],
        ['Line 3', 'Instrument', `${currency} Line 2 already has DESK in this list.`],
        ['Line 3', 'Quantity', 'Quantity is missing.'],
        ['Line 3', 'Price', 'Price is missing.'],
      ]);
    },
  );

  it('says the errors of account, date and amounts of money at once, each at its field', async () => {
    const lines = [
      ['acct_id', 'as_of', 'cash_balance', 'net_liq'],
      ...[
        [dollars, date, '1,5', 'x'],
        [dollars, date, '1,5', '2'],
        [999_999, date, '1', '2'],
        [999_999, date, '1', '2'],
      ],
      [dollars, daysAfter(date, 9), '', '2'],
    ];
    const future = `Date ${daysAfter(date, 9)} is in the future`;

    expect(
      await readMarkedFields(
        'money',
        lines.map((cells) => cells.join(';')),
      ),
    ).toEqual([
      ['Line 2', 'Net liquidation value', expect.stringContaining('must be an amount of money')],
      ['Line 3', 'Date', `Account ${dollars} and date ${date} are already in line 2.`],
      ['Line 4', 'Account', 'There is no account 999999 for which you may post statements.'],
      ['Line 5', 'Account', 'There is no account 999999 for which you may post statements.'],
      ['Line 5', 'Date', `Account 999999 and date ${date} are already in line 4.`],
      ['Line 6', 'Date', expect.stringContaining(future)],
      ['Line 6', 'Cash balance', 'Cash balance is missing.'],
    ]);
  });

  it('shows the figures of the lines without errors below the right edge of their heads', async () => {
    const { page, close } = await upload('positions', [
      'acct_id;as_of;instrument;quantity;price',
      ...[`${dollars};${date};DESK;x;6700`, `${euros};${date};;;`, `${desk.bobs};${date};DESK;12;6.700,25`],
    ]);
    const table = page.getByLabel('Lines without errors').locator('table');
    const alignments = await table
      .locator('th')
      .evaluateAll((heads) => (heads as HTMLElement[]).map((head) => getComputedStyle(head).textAlign));

    expect(alignments).toEqual(['end', 'start', 'start', 'start', 'end', 'end']);
    expect(await page.evaluate(listUnalignedColumns)).toEqual([]);
    expect(await table.locator('tbody tr').last().locator('td').allInnerTexts()).toEqual([
      ...['4', String(desk.bobs), date, 'DESK', '12', '6.700,25'],
    ]);
    await close();
  });
});
