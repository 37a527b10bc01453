import { daysAfter, type BackOffice, openBackOffice } from '../support/back-office.js';
import { type BrowserClient, openBrowserClient } from '../support/browser-client.js';
import { type TestApp, openTestApp } from '../support/test-app.js';

describe('the review of typed statements', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let admin: BrowserClient;
  let today: string;
  beforeAll(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    today = await desk.sessionDate();
    admin = openBrowserClient(testApp);
    await admin.signIn(desk.admin);
  });
  afterAll(() => testApp.close());

  const toText = (body: string): string => body.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

  async function reviewMoney(acctId: number, asOf: string, [cash, net]: readonly [string, string]): Promise<string> {
    const form = await admin.get(`/accounts/${acctId}/moneyvals`);
    const sent = await admin.press(form, '/accounts/statements/money', {
      as_of: asOf,
      cash_balance: cash,
      net_liq: net,
    });
    return toText((await admin.follow(sent)).body);
  }

  async function reviewPrice(acctId: number, price: string, asOf = today): Promise<string> {
    const form = await admin.get('/refpositions/new');
    const row = { 'row.0.instrument': 'DESK', 'row.0.quantity': '2', 'row.0.price': price };
    const fields = { acct_id: String(acctId), as_of: asOf, ...row };
    return toText((await admin.follow(await admin.submit(form, fields))).body);
  }

  it('warns of a price more than a tenth off the market, and has the price of the market', async () => {
    const acctId = await desk.account(desk.ada);
    await desk.trade(2, 6710, acctId);

    expect(await reviewPrice(acctId, '671000')).toMatch(/671,?000\.00 far from the market, 6,?710\.00/);
    expect(await reviewPrice(acctId, '7381')).not.toContain('far from the market');
    expect(await reviewPrice(acctId, '7381.25')).toContain('far from the market');
  });

  it('compares money of a new date with what the account is worth now', async () => {
    const acctId = await desk.account(desk.ada);
    await desk.money(acctId, [daysAfter(today, -2), 1_000_000, 1_000_000]);
    const date = daysAfter(today, -1);

    expect(await reviewMoney(acctId, date, ['1000000', '10000000'])).toMatch(
      /1,000,000\.00 now 10,000,000\.00 \+9,000,000\.00 1,000,000\.00 now 1,000,000\.00 new changes by more than half/,
    );
    const less = await reviewMoney(acctId, date, ['1000000', '500000']);
    expect(less).toMatch(/1,000,000\.00 now 500,000\.00 -500,000\.00/);
    expect(less).not.toContain('more than half');
  });

  it('compares money of a date that has values with those, and says what the account is worth afterwards', async () => {
    const acctId = await desk.account(desk.ada);
    const date = daysAfter(today, -1);
    await desk.money(acctId, [date, 1000, 1000]);
    await desk.trade(2, 6710, acctId);
    await desk.trade(-1, 6720, acctId);
    const text = await reviewMoney(acctId, date, ['2000', '1100']);

    expect(text).toMatch(
      /1,000\.00 1,100\.00 \+100\.00 1,000\.00 2,000\.00 corrects version 1 changes by more than half/,
    );
    expect(text).toContain('Worth afterwards: net liquidation value 2,100.00 , cash 2,500.00');
  });

  it('does not warn of the first money of an account', async () => {
    const acctId = await desk.account(desk.ada);

    expect(await reviewMoney(acctId, daysAfter(today, -1), ['1000', '1000'])).not.toContain('more than half');
  });
  it('names the instruments without a closing price, which a list counts from its own price', async () => {
    const acctId = await desk.account(desk.ada);
    const yesterday = daysAfter(today, -1);
    const unpriced = `No closing price up to ${yesterday} is known of DESK: the position is counted from the price of the list.`;

    expect(await reviewPrice(acctId, '6710', yesterday)).toContain(unpriced);
    expect(await reviewPrice(acctId, '6710')).not.toContain('No closing price');
    await desk.trade(1, 6710);
    await desk.roll();
    expect(await reviewPrice(acctId, '6700')).not.toContain('No closing price');
  });

  it.each([
    { later: 0, effect: '1 break opened. On later lists: 1 break opened', all: '2 breaks opened', outcome: '2 opened' },
    {
      later: 3,
      effect: '1 break opened. On later lists: 1 break changed',
      all: '1 break opened, 1 changed',
      outcome: '1 opened 1 changed',
    },
    {
      later: 2,
      effect: '1 break opened. On later lists: 1 break closed',
      all: '1 break opened, 1 closed',
      outcome: '1 opened 1 closed',
    },
  ])('says of an older list what it does to a later list of $later, as the import does', async (example) => {
    const acctId = await desk.account(desk.ada);
    const older = daysAfter(today, -2);
    const position =
      example.later === 0 ? [] : [{ instrument_id: desk.instrumentId, quantity: example.later, price: 6700 }];
    await desk.refer(acctId, daysAfter(today, -1), position);
    const form = await admin.get('/refpositions/new');
    const row = { 'row.0.instrument': 'DESK', 'row.0.quantity': '2', 'row.0.price': '6700' };
    const review = await admin.follow(await admin.submit(form, { acct_id: String(acctId), as_of: older, ...row }));
    const result = await admin.follow(await admin.submit(review));

    expect(toText(review.body)).toContain(`This list: ${example.effect}`);
    expect(toText(review.body)).toContain(`In all ${example.all}.`);
    expect(toText(result.body)).toMatch(new RegExp(`List \\d+ ${example.outcome}`));
  });

  it('says that a list changes no breaks', async () => {
    expect(await reviewPrice(await desk.account(desk.ada), '6700')).toContain('This list: 1 break opened.');
    const acctId = await desk.account(desk.ada);
    await desk.refer(acctId, daysAfter(today, -1), [{ instrument_id: desk.instrumentId, quantity: 2, price: 6700 }]);
    expect(await reviewPrice(acctId, '6710')).toContain('This list: no break opened, changed or closed');
  });
});
