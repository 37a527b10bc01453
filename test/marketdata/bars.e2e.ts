import { chanceOf } from '../engine/random-lines.js';
import {
  barDifferences,
  foldAndDie,
  foldBars,
  naiveBars,
  openNaiveBars,
  type Span,
  tradesOver,
} from '../support/bars.js';
import { type BackOffice, openBackOffice } from '../support/back-office.js';
import { type TestApp, openTestApp } from '../support/test-app.js';
import { query } from '../support/postgres-service.js';
import { people } from '../support/people.js';
import { seed } from '../support/seed.js';
import { waitUntil } from '../support/within.js';

const SPANS: readonly Span[] = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'];

type Bar = Readonly<{
  start: string;
  session_date: string | null;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  trades: number;
}>;
type Problem = Readonly<{ code: string; errors: readonly Readonly<{ pointer: string; message: string }>[] }>;

/** All pages of a list. */
async function readAllPages(testApp: TestApp, as: string, first: string): Promise<{ rows: Bar[]; count: number }> {
  const rows: Bar[] = [];
  let count = 0;
  for (let path: string | undefined = first; path !== undefined; count++) {
    const response = await testApp.request('GET', path, { as });
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${response.body}`);
    rows.push(...response.json<Bar[]>());
    path = /<([^>]*)>/.exec(String(response.headers['link'] ?? ''))?.[1];
  }
  return { rows, count };
}

describe(`bars of random trades, seed ${seed}`, () => {
  let testApp: TestApp;
  let token: string;
  let instruments: number[];

  beforeAll(async () => {
    testApp = await openTestApp();
    const market = await openBackOffice(testApp);
    const other = await market.data.instrument(market.productId, { symbol: 'DESK2', settlement_price: undefined });
    instruments = [market.instrumentId, other];
    token = (await people.ada(testApp)).token;
  });
  afterAll(() => testApp.close());

  const expectBarsMatchTrades = async (where: object): Promise<void> => {
    for (const id of instruments) {
      const naive = await openNaiveBars(testApp.database.url, id);
      for (const span of SPANS) {
        const { rows } = await readAllPages(testApp, token, `/bars?instrument_id=${id}&interval=${span}&per_page=1000`);
        expect({ ...where, id, span, rows }).toEqual({ ...where, id, span, rows: naive(span) });
      }
    }
  };

  it('contain all trades, counted in any portions, by several processes, with interruptions', async () => {
    const { url } = testApp.database;
    const random = chanceOf(seed);
    const trades = tradesOver(seed, instruments, '2026-01-05T09:00:00Z');
    for (let round = 0; round < 12; round++) {
      await trades.write(url, 1 + random(120));
      await expectBarsMatchTrades({ round, folded: 'not yet' });
      if (random(2) === 0) await foldAndDie(url, 1 + random(50));
      const portion = 1 + random(40);
      if (random(3) === 0)
        await Promise.all([foldBars(testApp, portion), foldBars(testApp, portion), trades.write(url, 20)]);
      else if (random(3) > 0) await foldBars(testApp, portion);
      await expectBarsMatchTrades({ round, folded: portion });
      expect(await barDifferences(url)).toEqual([]);
    }
    await foldBars(testApp);
    expect(
      await query(url, 'select (select trade_id from bar_progress) - (select max(id) from trades) as left'),
    ).toEqual([{ left: '0' }]);
    await expectBarsMatchTrades({ folded: 'everything' });
  });

  it.each<Span>(['5m', '15m'])('of %s are read page by page, in both directions, between two times', async (span) => {
    const path = `/bars?instrument_id=${instruments[0]}&interval=${span}`;
    const all = await naiveBars(testApp.database.url, instruments[0] ?? 0, span);
    expect(all.length).toBeGreaterThan(20);
    const size = Math.ceil(all.length / 3);

    expect(await readAllPages(testApp, token, `${path}&per_page=${size}`)).toEqual({ rows: all, count: 3 });
    expect(await readAllPages(testApp, token, `${path}&per_page=${size}&newest=true`)).toEqual({
      rows: all.toReversed(),
      count: 3,
    });
    const [from, to] = [all[5]?.start ?? '', all[9]?.start ?? ''];
    expect((await readAllPages(testApp, token, `${path}&from=${from}&to=${to}&per_page=2`)).rows).toEqual(
      all.slice(5, 10),
    );
    expect(
      (await readAllPages(testApp, token, `${path}&from=${encodeURIComponent(from.replace('Z', '+00:00'))}&to=${to}`))
        .rows,
    ).toEqual(all.slice(5, 10));
    expect((await readAllPages(testApp, token, `${path}&from=2030-01-01`)).rows).toEqual([]);
  });

  it('of sessions are found by date, the last one included', async () => {
    const path = `/bars?instrument_id=${instruments[0]}&interval=1d`;
    const all = await naiveBars(testApp.database.url, instruments[0] ?? 0, '1d');
    const [from, to] = [all[1]?.session_date ?? '', all[3]?.session_date ?? ''];

    expect((await readAllPages(testApp, token, `${path}&from=${from}&to=${to}`)).rows).toEqual(all.slice(1, 4));
  });

  it('are returned as CSV', async () => {
    const response = await testApp.request('GET', `/bars?instrument_id=${instruments[0]}&interval=1d&per_page=2`, {
      as: token,
      accept: 'text/csv',
    });
    const [title, first] = response.body.split('\r\n');

    expect(title).toBe('instrument_id,symbol,interval,start,session_date,open,high,low,close,volume,trades');
    const [bar] = await naiveBars(testApp.database.url, instruments[0] ?? 0, '1d');
    const [instrument, symbol, ...values] = first?.split(',') ?? [];
    expect([instrument, ...values].join(',')).toBe(Object.values(bar ?? {}).join(','));
    expect(symbol).toMatch(/^[A-Z0-9]+$/);
  });

  it.each([
    ['close_price = close_price + 1', 'close'],
    ['volume = volume - 1', 'volume'],
    [`starts_at = starts_at - interval '10 years'`, null],
  ])('are held against the trades: %s is seen', async (damage, column) => {
    const { url } = testApp.database;
    const key = `(instrument_id, span, starts_at)`;
    await query(url, 'create table saved as table bars');
    await query(
      url,
      `update bars set ${damage} where ${key} = (select instrument_id, span, starts_at from bars where span = '5m' order by starts_at limit 1)`,
    );

    expect((await barDifferences(url)).map((difference) => difference.column)).toEqual(
      column === null ? [null, null] : [column],
    );

    await query(url, 'delete from bars; insert into bars table saved; drop table saved');
    expect(await barDifferences(url)).toEqual([]);
  });

  it.each([
    ['', ['instrument_id', 'interval']],
    ['?instrument_id=1', ['interval']],
    ['?interval=1m', ['instrument_id']],
    ['?instrument_id=1&interval=2m', ['interval']],
    ['?instrument_id=1&interval=1m&interval=5m', ['interval']],
    ['?instrument_id=1&interval=1m&from=yesterday', ['from']],
    ['?instrument_id=1&interval=1m&to=2026-02-30', ['to']],
    ['?instrument_id=1&interval=1m&newest=1', ['newest']],
    ['?instrument_id=1&interval=1m&since=3', ['since']],
  ])('are not asked for with %s', async (parameters, pointers) => {
    const response = await testApp.request('GET', `/bars${parameters}`, { as: token });

    expect(response.statusCode).toBe(400);
    expect(response.json<Problem>().errors.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('are 404 for an unknown instrument', async () => {
    const response = await testApp.request('GET', '/bars?instrument_id=777777&interval=1m', { as: token });

    expect([response.statusCode, response.json<Problem>().code]).toEqual([404, 'unknown_instrument']);
    expect(
      (await testApp.request('GET', `/bars?instrument_id=777777&interval=1m`, { as: token, accept: 'text/html' }))
        .statusCode,
    ).toBe(404);
  });
});

describe('GET /bars', () => {
  let testApp: TestApp;
  let market: BackOffice;

  beforeAll(async () => {
    testApp = await openTestApp();
    market = await openBackOffice(testApp);
  });
  afterAll(() => testApp.close());

  const bar = async (span: Span, at: TestApp = testApp): Promise<Bar | undefined> =>
    (
      await at.request('GET', `/bars?instrument_id=${market.instrumentId}&interval=${span}&newest=true&per_page=1`, {
        as: market.ada.token,
      })
    ).json<Bar[]>()[0];

  it('includes a trade at once, and groups sessions by their own hours', async () => {
    const today = await market.sessionDate();
    await market.trade(3, 6700);
    expect(await bar('1d')).toMatchObject({
      session_date: today,
      open: 6700,
      high: 6700,
      low: 6700,
      close: 6700,
      volume: 3,
      trades: 1,
    });
    await foldBars(testApp);
    await market.trade(-2, 6650.25);
    expect(await bar('1d')).toMatchObject({
      open: 6700,
      high: 6700,
      low: 6650.25,
      close: 6650.25,
      volume: 5,
      trades: 2,
    });
    const next = await market.roll();
    await market.trade(1, 6900);

    const bars = (
      await testApp.request('GET', `/bars?instrument_id=${market.instrumentId}&interval=1d`, { as: market.ada.token })
    ).json<Bar[]>();

    expect(bars).toMatchObject([
      { session_date: today, close: 6650.25, volume: 5 },
      { session_date: next, open: 6900, volume: 1 },
    ]);
    expect((await bar('1h'))?.session_date).toBeNull();
  });

  it('counts the trades of another process some seconds later', async () => {
    const { url } = testApp.database;
    const countUnaggregated = async (): Promise<number> =>
      Number(
        (
          await query(
            url,
            'select (select count(*) from trades where id > (select trade_id from bar_progress)) as left',
          )
        )[0]?.['left'],
      );
    await market.trade(1, 6800);
    expect(await countUnaggregated()).toBeGreaterThan(0);
    await testApp.app.close();
    const second = await openTestApp({ beside: testApp });
    try {
      expect(await countUnaggregated()).toBeGreaterThan(0);
      expect(await bar('1d', second)).toMatchObject({ close: 6800, trades: 2 });
      // A user who looks at the market opens the exchange, and with it the counting begins.
      await second.request('GET', `/marketdata?instrument_ids=${market.instrumentId}`, { as: market.ada.token });
      await waitUntil(async () => (await countUnaggregated()) === 0);
      expect(await bar('1d', second)).toMatchObject({ close: 6800, trades: 2 });
      expect(await barDifferences(url)).toEqual([]);
    } finally {
      await second.close();
    }
  });
});
