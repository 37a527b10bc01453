import { BarAggregationService } from '../../src/marketdata/bars/bar-aggregation.service.js';
import { buildBarsQuery, AGGREGATE_TRADES } from '../../src/marketdata/bars/bar-statements.js';
import { compareBars } from '../../src/marketdata/bars/bar-comparison.js';
import { createUntimedConnectionConfig, withConnection } from '../../src/database/connection.js';
import { readInSnapshot } from '../../src/exchange/recovery/reading.js';
import { DifferenceList } from '../../src/exchange/verification/verification-result.js';
import { chanceOf } from '../engine/random-lines.js';
import type { TestApp } from './test-app.js';
import { query } from './postgres-service.js';

export type Span = '1m' | '5m' | '15m' | '1h' | '4h' | '1d' | '1w';

const minutes: Readonly<Record<Exclude<Span, '1d' | '1w'>, number>> = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '1h': 60,
  '4h': 240,
};

/** A week begins on Monday. */
function toWeek(session: string): string {
  const date = new Date(`${session}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString();
}

type Trade = Readonly<{ price: number; quantity: number; at: number; session: string }>;

/** Every bar of an instrument, worked out anew from all its trades: slow, and plain to see. */
export async function naiveBars(url: string, instrumentId: number, span: Span) {
  return (await openNaiveBars(url, instrumentId))(span);
}

/** The same for several spans of the trades that there are now. */
export async function openNaiveBars(url: string, instrumentId: number) {
  const trades = (await query(
    url,
    `select price::int, quantity, extract(epoch from at)::float8 at, session_date::text session from trades where instrument_id = ${instrumentId} and settlement_style is null order by id`,
  )) as unknown as Trade[];
  const [terms] = await query(
    url,
    `select (p.terms ->> 'scale')::int scale from instruments i join product_states p on p.product_id = i.product_id where i.id = ${instrumentId}`,
  );
  const scale = 10 ** Number(terms?.['scale'] ?? 0);
  return (span: Span) =>
    [...groupBySpan(trades, span)]
      .map(([start, grouped]) => {
        const prices = grouped.map(({ price }) => price / scale);
        return {
          ...{
            instrument_id: instrumentId,
            interval: span,
            start,
            session_date: span === '1d' ? start.slice(0, 10) : null,
          },
          ...{ open: prices[0], high: Math.max(...prices), low: Math.min(...prices), close: prices.at(-1) },
          ...{ volume: grouped.reduce((sum, { quantity }) => sum + quantity, 0), trades: grouped.length },
        };
      })
      .sort((one, other) => (one.start < other.start ? -1 : 1));
}

const groupBySpan = (trades: readonly Trade[], span: Span): Map<string, Trade[]> =>
  Map.groupBy(trades, ({ at, session }) => {
    if (span === '1d') return `${session}T00:00:00.000Z`;
    if (span === '1w') return toWeek(session);
    return new Date(Math.floor(at / (minutes[span] * 60)) * minutes[span] * 60_000).toISOString();
  });

/** Trades of several instruments over some days, as the exchange would have written them: later numbers are no earlier. */
export function tradesOver(seed: number, instruments: readonly number[], from: string) {
  const chance = chanceOf(seed);
  let [id, at] = [0, Date.parse(from)];
  return {
    /** So many more, written at once. A session ends at ten in the evening. */
    async write(url: string, count: number): Promise<void> {
      const rows = Array.from({ length: count }, () => {
        // Mostly the same second, sometimes the next minute, now and then the next day.
        at += chance(50) === 0 ? chance(40_000_000) : chance(4) === 0 ? chance(90_000) : chance(3);
        const session = new Date(at + 2 * 3_600_000).toISOString().slice(0, 10);
        return `(${++id}, 1, ${instruments[chance(instruments.length)]}, ${670_000 + chance(200) * 25}, ${1 + chance(9)}, 'Buy', 1, 2, 1, 2, '${session}', '${new Date(at).toISOString()}')`;
      });
      await query(
        url,
        `insert into trades (id, seq, instrument_id, price, quantity, aggressor_side, buy_order_id, sell_order_id, buy_acct_id, sell_acct_id, session_date, at) values ${rows.join(', ')}`,
      );
    },
  };
}

/** Counts the trades of a test app into bars now, instead of some seconds later. */
export const foldBars = (testApp: TestApp, portion?: number): Promise<number> =>
  testApp.app.get(BarAggregationService, { strict: false }).run(portion);

/** Counts a portion and ends before it is committed, as a process that is killed does. */
export async function foldAndDie(url: string, portion: number): Promise<void> {
  await query(url, `begin; ${AGGREGATE_TRADES.replace('?', String(portion))}; rollback`);
}

type Plan = Readonly<{
  'Node Type': string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: readonly Plan[];
}>;

/** What a node and those below it have touched; what is written aside is in no sum but its own. */
const touched = (plan: Plan): number =>
  plan['Shared Hit Blocks'] +
  plan['Shared Read Blocks'] +
  writtenAside(plan).reduce((sum, aside) => sum + aside['Shared Hit Blocks'] + aside['Shared Read Blocks'], 0);

const writtenAside = ({ Plans = [] }: Plan): readonly Plan[] =>
  Plans.flatMap((below) => (below['Node Type'] === 'ModifyTable' ? [below] : writtenAside(below)));

/** How many pages of tables and indexes a statement touches: what it costs, on any machine and however busy it is. */
async function pagesOf(
  url: string,
  { sql, values }: Readonly<{ sql: string; values: readonly unknown[] }>,
): Promise<number> {
  const left = [...values];
  const statement = sql.replaceAll('?', () => {
    const value = left.shift();
    return typeof value === 'string' ? `'${value}'` : String(value);
  });
  const [answer] = (await query(url, `explain (analyze, buffers, format json) ${statement}`)) as {
    'QUERY PLAN': [{ Plan: Plan }];
  }[];
  return answer === undefined ? NaN : touched(answer['QUERY PLAN'][0].Plan);
}

/** What reading the newest bars of an instrument costs, and then what counting the trades that are left. */
export async function costsOfToday(
  url: string,
  instrumentId: number,
): Promise<Readonly<Record<'counting' | 'reading' | 'ofASession', number>>> {
  const newest = { from: null, to: null, after: null, isNewestFirst: true, size: 100 };
  return {
    reading: await pagesOf(url, buildBarsQuery(instrumentId, { span: '1m', ...newest })),
    ofASession: await pagesOf(url, buildBarsQuery(instrumentId, { span: '1d', ...newest, size: 1 })),
    counting: await pagesOf(url, { sql: AGGREGATE_TRADES, values: [1_000] }),
  };
}

/** What `kontor verify` says of the bars. */
export async function barDifferences(url: string) {
  const differences = new DifferenceList();
  await withConnection(createUntimedConnectionConfig(url, 'test'), (client) =>
    readInSnapshot(client, () => compareBars(client, differences, () => undefined)),
  );
  return differences.reported.map(({ column, row }) => ({ row, column }));
}
