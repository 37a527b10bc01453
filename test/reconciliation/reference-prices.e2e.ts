import { daysAfter, type BackOffice, openBackOffice } from '../support/back-office.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { verifyJournal } from '../support/verification.js';

type ReferenceCase = Readonly<{
  id: number;
  rows: number;
  position: readonly object[];
  breaks: Readonly<Record<'opened' | 'changed' | 'closed', readonly Record<string, unknown>[]>>;
}>;

/** The text of a field of the first position: exact, where a double might not be. */
const textIn = (body: string, field: string): string => new RegExp(`"${field}":(-?[0-9.]+)`).exec(body)?.[1] ?? 'none';

/** A decimal text in units of 10^-13. */
function exact(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(13, '0'));
}

describe('POST /refpositions', () => {
  let testApp: TestApp;
  let desk: BackOffice;
  let today: string;
  beforeEach(async () => {
    testApp = await openTestApp();
    desk = await openBackOffice(testApp);
    today = await desk.sessionDate();
  });
  afterEach(() => testApp.close());

  const line = (quantity: number, price: number | string, instrumentId = desk.instrumentId) => ({
    instrument_id: instrumentId,
    quantity,
    price,
  });
  const positionText = async (): Promise<string> =>
    (await testApp.request('GET', `/positions?acct_id=${desk.adas}`, { as: desk.admin.token })).body;
  /** Realized and unrealized together, and what the mark makes of the reference and the trades, both in units of 10^-13. */
  const identity = async (cost: string): Promise<readonly [bigint, bigint]> => {
    const text = await positionText();
    const [quantity, mark] = [BigInt(textIn(text, 'quantity')), exact(textIn(text, 'mark_price'))];
    return [
      exact(textIn(text, 'realised_pnl')) + exact(textIn(text, 'unrealised_pnl')),
      BigInt(desk.valuePerPoint) * (quantity * mark - exact(cost)),
    ];
  };

  it('accepts prices with nine decimals, off the tick, and counts exactly', async () => {
    const taken = await desk.refer(desk.adas, daysAfter(today, -1), [line(3, 6712.123456789)]);
    expect([taken.statusCode, taken.json<ReferenceCase>().position]).toEqual([
      201,
      [{ ...line(3, 6712.123456789), symbol: 'DESK' }],
    ]);
    expect(await desk.position(desk.adas)).toMatchObject({
      average_price: 6712.123456789,
      mark_price: 6712.123456789,
      mark_source: 'reference',
      realised_pnl: 0,
      unrealised_pnl: 0,
      reference: { quantity: 3, price: 6712.123456789 },
    });

    await desk.trade(2, 6713);
    expect(await desk.position(desk.adas)).toMatchObject({
      quantity: 5,
      unrealised_pnl: 131.48148165,
      mark_price: 6713,
    });
    expect(await identity('33562.370370367')).toEqual([1314814816500000n, 1314814816500000n]);

    // 3/5 of 33562.370370367 goes with the three: 20137.4222222202.
    await desk.trade(-3, 6720.25);
    const [reported, computed] = await identity('13401.620370367');
    expect([reported, reported]).toEqual([computed, 19439814816500000n]);
    expect(
      (await desk.read<{ realised_pnl: number; unrealised_pnl: number }>(`/accounts/${desk.adas}`)).realised_pnl,
    ).toBe((await desk.position(desk.adas))?.realised_pnl);
    await desk.roll();
    await desk.trade(-4, 6719.5);
    expect((await verifyJournal(testApp.database.url)).differences).toEqual([]);
  });

  it('accepts the average_price of GET /positions', async () => {
    await desk.trade(1, 6700.25);
    await desk.trade(2, 6702);
    const { average_price: average } = (await desk.position(desk.adas)) ?? {};
    expect(average).toBe(6701.416667);

    expect((await desk.refer(desk.adas, today, [line(3, average ?? 0)])).statusCode).toBe(201);
    expect(await desk.position(desk.adas)).toMatchObject({
      quantity: 3,
      average_price: average,
      realised_pnl: 0,
      unrealised_pnl: 87.49995,
    });
  });

  it('keeps every digit across a restart, and when a finer list follows', async () => {
    await desk.trade(3, 6700);
    await desk.trade(-1, 6705.25);
    await desk.roll();
    await desk.refer(desk.adas, today, [line(2, 6700.5)]);
    await desk.trade(1, 6701);
    await desk.refer(desk.adas, today, [line(2, '6700.333333333')]);
    const before = await positionText();
    await testApp.stop();

    const again = await openTestApp({ beside: testApp });
    const position = (await again.request('GET', `/positions?acct_id=${desk.adas}`, { as: desk.admin.token })).body;
    await again.close();
    expect([position, textIn(position, 'average_price')]).toEqual([before, '6700.555555555']);
    expect(await verifyJournal(testApp.database.url)).toMatchObject({ isEqual: true, differences: [] });
  });

  it('returns 200 with the first list for the same list in another order of rows', async () => {
    const other = await desk.data.instrument(desk.productId, { symbol: 'DESK2', settlement_price: undefined });
    const [one, two] = [line(2, '6701.250'), line(-1, 6650, other)];
    const first = await desk.refer(desk.adas, today, [one, two]);
    const again = await desk.refer(desk.adas, today, [
      { ...two, price: '6650.0' },
      { ...one, price: 6701.25 },
    ]);
    const changed = await desk.refer(desk.adas, today, [one]);
    const back = await desk.refer(desk.adas, today, [two, one]);

    expect(
      [first, again, changed, back].map(({ statusCode, headers }) => [statusCode, headers['idempotent-replayed']]),
    ).toEqual([
      [201, undefined],
      [200, 'true'],
      [201, undefined],
      [201, undefined],
    ]);
    expect(again.json()).toEqual(first.json());
    expect((await desk.read<{ id: number }[]>('/refpositions')).map(({ id }) => id)).toEqual(
      [first, changed, back].map((answer) => answer.json<ReferenceCase>().id),
    );
    expect((await desk.read<object[]>('/audit?action=account.positions_stated')).length).toBe(3);
    expect((await verifyJournal(testApp.database.url)).differences).toEqual([]);
  });

  it('makes one list of twenty parallel copies', async () => {
    const copies = await Promise.all(
      Array.from({ length: 20 }, () => desk.refer(desk.adas, today, [line(2, 6701.25)])),
    );

    expect(copies.map(({ statusCode }) => statusCode).sort()).toEqual([...Array<number>(19).fill(200), 201]);
    expect(new Set(copies.map((copy) => copy.json<ReferenceCase>().id)).size).toBe(1);
  });

  it('closes a break when the same list agrees by now, without a new version', async () => {
    const opened = await desk.refer(desk.adas, today, [line(2, 6701)]);
    await desk.trade(2, 6701);
    const again = await desk.refer(desk.adas, today, [line(2, 6701)]);

    expect([
      opened.json<ReferenceCase>().breaks.opened.length,
      again.statusCode,
      again.json<ReferenceCase>().id,
    ]).toEqual([1, 200, opened.json<ReferenceCase>().id]);
    expect(again.json<ReferenceCase>().breaks.closed).toMatchObject([{ difference: 0, status: 'Closed' }]);
  });

  it('accepts 5,000 rows and refuses 5,001 with 413', async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, at) => line(-1_000_000_000, '123456.123456789', at + 1_000_000));
    const [fit, many] = [
      await desk.refer(desk.adas, today, rows(5000)),
      await desk.refer(desk.adas, today, rows(5001)),
    ];

    expect([fit.statusCode, many.statusCode, many.json()]).toEqual([
      422,
      413,
      expect.objectContaining({
        code: 'too_many_rows',
        detail: expect.stringMatching(/5,?001 rows, and 5,?000 are allowed/),
      }),
    ]);
  });
});
