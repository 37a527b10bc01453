/**
 * Compares the stored bars with the trades. The trades are aggregated here one by one, independently of the statement
 * that made the bars.
 */
import {
  readChunks,
  millisecondsSql,
  parseNumber,
  readRows,
  type QuerySource,
  type RowTexts,
} from '../../exchange/recovery/reading.js';
import type { DifferenceList } from '../../exchange/verification/differences.js';
import { formatMoment } from '../../exchange/wire/moment-text.js';
import { type Bar, type TradePrint, type StoredInterval, STORED_INTERVALS, getBarStart, addTradeToBar } from './bar.js';

const INSTRUMENTS =
  'select distinct instrument_id from bars union select distinct instrument_id from trades where settlement_style is null order by 1';
const PROGRESS = 'select trade_id from bar_progress where id = 1';
const FIELDS = ['open', 'high', 'low', 'close', 'volume', 'trades'] as const;

/** By where they begin. */
type BarsByInterval = Readonly<Record<StoredInterval, Map<number, Bar>>>;

/** Returns the number of compared bars. One instrument after another, so that not all bars are in memory at once. */
export async function compareBars(
  source: QuerySource,
  differences: DifferenceList,
  reportProgress: (line: () => string) => void,
): Promise<number> {
  const [lastTradeId = 0] = await readRows(source, PROGRESS, ([id]) => parseNumber(id));
  let compared = 0;
  for (const instrumentId of await readRows(source, INSTRUMENTS, ([id]) => parseNumber(id))) {
    const expected = await aggregateTrades(source, instrumentId, lastTradeId);
    for await (const rows of readChunks(source, `bars_of_${instrumentId}`, buildStoredBarsQuery(instrumentId))) {
      for (const formatRow of rows) compareRow(differences, instrumentId, formatRow, expected);
      compared += rows.length;
      reportProgress(() => `${compared} bars are compared`);
    }
    for (const span of STORED_INTERVALS)
      for (const startsAt of expected[span].keys())
        differences.add({
          table: 'bars',
          row: formatBarKey(instrumentId, span, startsAt),
          column: null,
          journal: 'a row',
          stored: null,
        });
  }
  return compared;
}

async function aggregateTrades(source: QuerySource, instrumentId: number, last: number): Promise<BarsByInterval> {
  const bars: BarsByInterval = { '1m': new Map(), '5m': new Map(), '1h': new Map(), '1d': new Map() };
  const trades = `select price, quantity, ${millisecondsSql('at')}, session_date from trades where instrument_id = ${instrumentId} and id <= ${last} and settlement_style is null order by id`;
  for await (const rows of readChunks(source, `trades_of_${instrumentId}`, trades)) {
    for (const formatRow of rows) addTrade(bars, toTradePrint(formatRow));
  }
  return bars;
}

function addTrade(bars: BarsByInterval, print: TradePrint): void {
  for (const span of STORED_INTERVALS) {
    const [barsOfInterval, startsAt] = [bars[span], getBarStart(span, print)];
    barsOfInterval.set(startsAt, addTradeToBar(barsOfInterval.get(startsAt), span, print));
  }
}

function toTradePrint([price, quantity, time, sessionDate]: RowTexts): TradePrint {
  return {
    price: parseNumber(price),
    quantity: parseNumber(quantity),
    time: parseNumber(time),
    sessionDate: sessionDate ?? '',
  };
}

const buildStoredBarsQuery = (instrumentId: number): string =>
  `select span, ${millisecondsSql('starts_at')}, open_price, high_price, low_price, close_price, volume, trades from bars where instrument_id = ${instrumentId}`;

/** Compared bars are removed from the expected ones; the rest is missing. */
function compareRow(
  differences: DifferenceList,
  instrumentId: number,
  [span, start, ...values]: RowTexts,
  expected: BarsByInterval,
): void {
  const [barsOfInterval, startsAt] = [expected[span as StoredInterval], parseNumber(start)];
  const bar = barsOfInterval.get(startsAt);
  barsOfInterval.delete(startsAt);
  const formatRow = (): string => formatBarKey(instrumentId, span ?? '', startsAt);
  if (bar === undefined) {
    differences.add({ table: 'bars', row: formatRow(), column: null, journal: null, stored: 'a row' });
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
