/**
 * Compares the stored bars with the trades. The trades are aggregated here one by one, independently of the statement
 * that made the bars.
 */
import {
  readChunks,
  millisecondsSql,
  readRows,
  type QuerySource,
  type RowTexts,
} from '../../exchange/recovery/reading.js';
import type { DifferenceList, FurtherComparison } from '../../exchange/verification/verification-result.js';
import { formatMoment } from '../../exchange/to-wire.js';
import { type Bar, type TradePrint, type StoredInterval, STORED_INTERVALS, getBarStart, addTradeToBar } from './bar.js';

const INSTRUMENTS =
  'select distinct instrument_id from bars union select distinct instrument_id from trades where settlement_style is null order by 1';
/** Every instrument that was traded has a row there. */
const KNOWN_INSTRUMENTS =
  'select distinct instrument_id from bars union select instrument_id from instrument_states order by 1';
const PROGRESS = 'select trade_id from bar_progress where id = 1';
const FIELDS = ['open', 'high', 'low', 'close', 'volume', 'trades'] as const;

/** By where they begin. */
type BarsByInterval = Readonly<Record<StoredInterval, Map<number, Bar>>>;

/** Where the comparison of an instrument begins: the bars of its last compared trade may have grown since. */
type BarsStart = Readonly<{ afterTrade: number; startsAt: Readonly<Record<StoredInterval, number>> }>;

const ALL_BARS: BarsStart = {
  afterTrade: 0,
  startsAt: { '1m': -Infinity, '5m': -Infinity, '1h': -Infinity, '1d': -Infinity },
};

export const barComparison: FurtherComparison = { name: 'bars', readPlace: readBarPlace, compare: compareBars };

/** The last trade that is in the bars. */
async function readBarPlace(source: QuerySource): Promise<number> {
  const [lastTradeId = 0] = await readRows(source, PROGRESS, ([id]) => Number(id));
  return lastTradeId;
}

/**
 * Returns the number of compared bars. One instrument after another, so that not all bars are in memory at once. The bars of trades
 * up to `since` are not compared, except those that a later trade may belong to.
 */
export async function compareBars(
  source: QuerySource,
  differences: DifferenceList,
  reportProgress: (line: () => string) => void,
  since = 0,
): Promise<number> {
  const lastTradeId = await readBarPlace(source);
  const instruments = since === 0 ? INSTRUMENTS : KNOWN_INSTRUMENTS;
  let compared = 0;
  for (const instrumentId of await readRows(source, instruments, ([id]) => Number(id))) {
    const start = since === 0 ? ALL_BARS : await findBarsStart(source, instrumentId, since);
    const expected = await aggregateTrades(source, instrumentId, start, lastTradeId);
    for await (const rows of readChunks(source, `bars_of_${instrumentId}`, buildStoredBarsQuery(instrumentId, start))) {
      for (const formatRow of rows) compareRow(differences, instrumentId, formatRow, expected);
      compared += rows.length;
      reportProgress(() => `${compared} bars are compared`);
    }
    for (const span of STORED_INTERVALS)
      for (const startsAt of expected[span].keys())
        differences.addMissing('bars', formatBarKey(instrumentId, span, startsAt), 'stored');
  }
  return compared;
}

/** Trades come in the order of their times; so do the sessions of an instrument. */
async function findBarsStart(source: QuerySource, instrumentId: number, since: number): Promise<BarsStart> {
  const trades = `from trades where instrument_id = ${instrumentId} and id <= ${since} and settlement_style is null`;
  const last = `select price, quantity, ${millisecondsSql('at')}, session_date ${trades} order by id desc limit 1`;
  const [print] = await readRows(source, last, toTradePrint);
  if (print === undefined) return ALL_BARS;
  const startsAt = {
    ...{ '1m': getBarStart('1m', print), '5m': getBarStart('5m', print) },
    ...{ '1h': getBarStart('1h', print), '1d': getBarStart('1d', print) },
  };
  const isBefore = `at < to_timestamp(${startsAt['1h']} / 1000.0) and session_date < '${print.sessionDate}'`;
  const earlier = `select id ${trades} and ${isBefore} order by id desc limit 1`;
  const [afterTrade = 0] = await readRows(source, earlier, ([id]) => Number(id));
  return { afterTrade, startsAt };
}

async function aggregateTrades(
  source: QuerySource,
  instrumentId: number,
  { afterTrade, startsAt }: BarsStart,
  last: number,
): Promise<BarsByInterval> {
  const bars: BarsByInterval = { '1m': new Map(), '5m': new Map(), '1h': new Map(), '1d': new Map() };
  const trades = `select price, quantity, ${millisecondsSql('at')}, session_date from trades where instrument_id = ${instrumentId} and id > ${afterTrade} and id <= ${last} and settlement_style is null order by id`;
  for await (const rows of readChunks(source, `trades_of_${instrumentId}`, trades)) {
    for (const formatRow of rows) addTrade(bars, toTradePrint(formatRow));
  }
  for (const span of STORED_INTERVALS)
    for (const start of bars[span].keys()) if (start < startsAt[span]) bars[span].delete(start);
  return bars;
}

function addTrade(bars: BarsByInterval, print: TradePrint): void {
  for (const span of STORED_INTERVALS) {
    const [barsOfInterval, startsAt] = [bars[span], getBarStart(span, print)];
    barsOfInterval.set(startsAt, addTradeToBar(barsOfInterval.get(startsAt), span, print));
  }
}

function toTradePrint([price, quantity, time, sessionDate]: RowTexts): TradePrint {
  return { price: Number(price), quantity: Number(quantity), time: Number(time), sessionDate: sessionDate ?? '' };
}

function buildStoredBarsQuery(instrumentId: number, start: BarsStart): string {
  const begins = STORED_INTERVALS.map(
    (span) => `(span = '${span}' and starts_at >= to_timestamp(${start.startsAt[span]} / 1000.0))`,
  );
  const condition = start === ALL_BARS ? '' : ` and (${begins.join(' or ')})`;
  return `select span, ${millisecondsSql('starts_at')}, open_price, high_price, low_price, close_price, volume, trades from bars where instrument_id = ${instrumentId}${condition}`;
}

/** Compared bars are removed from the expected ones; the rest is missing. */
function compareRow(
  differences: DifferenceList,
  instrumentId: number,
  [span, start, ...values]: RowTexts,
  expected: BarsByInterval,
): void {
  const [barsOfInterval, startsAt] = [expected[span as StoredInterval], Number(start)];
  const bar = barsOfInterval.get(startsAt);
  barsOfInterval.delete(startsAt);
  const formatRow = (): string => formatBarKey(instrumentId, span ?? '', startsAt);
  if (bar === undefined) {
    differences.addMissing('bars', formatRow(), 'journal');
    return;
  }
  const at = FIELDS.findIndex((field, n) => String(bar[field]) !== values[n]);
  const field = FIELDS[at];
  if (field !== undefined)
    differences.add({
      table: 'bars',
      row: formatRow(),
      column: field,
      journal: String(bar[field]),
      stored: values[at] ?? null,
    });
}

/** As a person reads it. */
const formatBarKey = (instrumentId: number, span: string, startsAt: number): string =>
  `instrument_id ${instrumentId}, span ${span}, starts_at ${formatMoment(startsAt)}`;
