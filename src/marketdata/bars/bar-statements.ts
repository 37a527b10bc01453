/**
 * The statements that aggregate trades into bars and read them. A trade is either in the table or after the last
 * aggregated trade: both are read at one moment, so a bar is complete as soon as its trade is written.
 */
import { type BarInterval, STORED_INTERVALS, type StoredInterval } from './bar.js';

/** The length of each interval; a session has none. */
const WIDTHS: Readonly<Record<StoredInterval, string | null>> = {
  '1m': '1 minute',
  '5m': '5 minutes',
  '1h': '1 hour',
  '1d': null,
};

const buildBarStart = (span: StoredInterval): string =>
  WIDTHS[span] === null
    ? `session_date::timestamp at time zone 'UTC'`
    : `date_bin('${WIDTHS[span]}', at, timestamptz '1970-01-01 00:00:00+00')`;

const barStartByInterval = `case span ${STORED_INTERVALS.map((span) => `when '${span}' then ${buildBarStart(span)}`).join(' ')} end`;

const SUMS = `
  (array_agg(price order by id))[1] open_price, max(price) high_price, min(price) low_price, (array_agg(price order by id desc))[1] close_price,
  sum(quantity)::bigint volume, count(*) trades`;

/**
 * Aggregates the next trades in order of id and returns their number. One statement, so bars and progress are written
 * together; another process that does the same waits for the progress row and continues from there.
 */
export const AGGREGATE_TRADES = `
  with progress as materialized (select trade_id from bar_progress where id = 1 for update),
  portion as materialized (select id, instrument_id, price, quantity, at, session_date, settlement_style from trades where id > (select trade_id from progress) order by id limit ?),
  counted as (
    select instrument_id, span, ${barStartByInterval} starts_at, ${SUMS}
    from portion cross join (values ${STORED_INTERVALS.map((span) => `('${span}')`).join(', ')}) spans (span)
    where settlement_style is null
    group by 1, 2, 3
  ),
  written as (
    insert into bars (instrument_id, span, starts_at, open_price, high_price, low_price, close_price, volume, trades)
    select instrument_id, span, starts_at, open_price, high_price, low_price, close_price, volume, trades from counted
    on conflict (instrument_id, span, starts_at) do update set
      high_price = greatest(bars.high_price, excluded.high_price), low_price = least(bars.low_price, excluded.low_price),
      close_price = excluded.close_price, volume = bars.volume + excluded.volume, trades = bars.trades + excluded.trades
  ),
  moved as (update bar_progress set trade_id = (select max(id) from portion) where id = 1 and exists (select from portion))
  select count(*)::int counted from portion`;

/** How bars are made of stored ones when they are read: the span of those, how many make one at most, and where one begins. */
type BarSource = Readonly<{ span: StoredInterval; count: number; start: string }>;

const toSource = (span: StoredInterval, count: number, start: string): BarSource => ({ span, count, start });

const SOURCES: Readonly<Record<BarInterval, BarSource>> = {
  '1m': toSource('1m', 1, 'starts_at'),
  '5m': toSource('5m', 1, 'starts_at'),
  '15m': toSource('5m', 3, `date_bin('15 minutes', starts_at, timestamptz '1970-01-01 00:00:00+00')`),
  '1h': toSource('1h', 1, 'starts_at'),
  '4h': toSource('1h', 4, `date_bin('4 hours', starts_at, timestamptz '1970-01-01 00:00:00+00')`),
  '1d': toSource('1d', 1, 'starts_at'),
  '1w': toSource('1d', 7, `date_bin('7 days', starts_at, timestamptz '1970-01-05 00:00:00+00')`),
};

/** The number of bars, their time range and order; `after` is the bar before the first. */
export type BarRange = Readonly<{
  span: BarInterval;
  from: number | null;
  to: number | null;
  after: number | null;
  isNewestFirst: boolean;
  size: number;
}>;

type SqlQuery = Readonly<{ sql: string; values: readonly unknown[] }>;

export function buildBarsQuery(
  instrumentId: number,
  { span, from, to, after, isNewestFirst, size }: BarRange,
): SqlQuery {
  const { span: stored, count, start } = SOURCES[span];
  const order = isNewestFirst ? 'desc' : 'asc';
  const bounds: (readonly [condition: string, at: number | null])[] = [
    [`${start} >= ?`, from],
    [`${start} <= ?`, to],
    [isNewestFirst ? `${start} < ?` : `${start} > ?`, after],
  ];
  const activeBounds = bounds.flatMap(([condition, at]) =>
    at === null ? [] : [{ condition, value: new Date(at).toISOString() }],
  );
  const conditions = activeBounds.map(({ condition }) => ` and ${condition}`).join('');
  const sql = `
    with uncounted as (
      select ${buildBarStart(stored)} starts_at, ${SUMS} from trades
      where instrument_id = ? and settlement_style is null and id > (select trade_id from bar_progress where id = 1) group by 1
    ), found as (
      (select starts_at, open_price, high_price, low_price, close_price, volume, trades, 1 part from bars where instrument_id = ? and span = '${stored}'${conditions} order by starts_at ${order} limit ?)
      union all
      (select starts_at, open_price, high_price, low_price, close_price, volume, trades, 2 part from uncounted where true${conditions} order by starts_at ${order} limit ?)
    )
    select ${start} "startsAt", (array_agg(open_price order by starts_at, part))[1] open, max(high_price) high, min(low_price) low,
      (array_agg(close_price order by starts_at desc, part desc))[1] close, sum(volume) volume, sum(trades) trades
    from found group by 1 order by 1 ${order} limit ?`;
  const limits = activeBounds.map(({ value }) => value);
  const rows = size * count;
  return { sql, values: [instrumentId, instrumentId, ...limits, rows, ...limits, rows, size] };
}
