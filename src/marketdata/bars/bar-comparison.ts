/**
 * Holds the stored bars against the trades that they are said to be counted from. The trades are counted here once more, one by one:
 * the statement that made the bars has no say in it.
 */
import { chunksOf, milliseconds, number, rowsOf, type Source, type Texts } from '../../exchange/recovery/reading.js';
import type { Differences } from '../../exchange/verification/differences.js';
import { momentText } from '../../exchange/wire/moment-text.js';
import { type Bar, type Print, type BarInterval, SPANS, startOf, withTrade } from './bar.js';

const INSTRUMENTS =
  'select distinct instrument_id from bars union select distinct instrument_id from trades where settlement_style is null order by 1';
const COUNTED = 'select trade_id from bar_progress where id = 1';
const FIELDS = ['open', 'high', 'low', 'close', 'volume', 'trades'] as const;

/** By where they begin. */
type Counted = Readonly<Record<BarInterval, Map<number, Bar>>>;

/** Gives how many bars were compared. One instrument after the other, so that not all bars are in memory at once. */
export async function compareBars(
  source: Source,
  differences: Differences,
  goesOn: (line: () => string) => void,
): Promise<number> {
  const [counted = 0] = await rowsOf(source, COUNTED, ([id]) => number(id));
  let compared = 0;
  for (const instrumentId of await rowsOf(source, INSTRUMENTS, ([id]) => number(id))) {
    const expected = await countedFrom(source, instrumentId, counted);
    for await (const rows of chunksOf(source, `bars_of_${instrumentId}`, storedBars(instrumentId))) {
      for (const row of rows) compareRow(differences, instrumentId, row, expected);
      compared += rows.length;
      goesOn(() => `${compared} bars are compared`);
    }
    for (const span of SPANS)
      for (const startsAt of expected[span].keys())
        differences.add({
          table: 'bars',
          row: named(instrumentId, span, startsAt),
          column: null,
          journal: 'a row',
          stored: null,
        });
  }
  return compared;
}

async function countedFrom(source: Source, instrumentId: number, last: number): Promise<Counted> {
  const bars: Counted = { '1m': new Map(), '5m': new Map(), '1h': new Map(), '1d': new Map() };
  const trades = `select price, quantity, ${milliseconds('at')}, session_date from trades where instrument_id = ${instrumentId} and id <= ${last} and settlement_style is null order by id`;
  for await (const rows of chunksOf(source, `trades_of_${instrumentId}`, trades)) {
    for (const row of rows) count(bars, printOf(row));
  }
  return bars;
}

function count(bars: Counted, print: Print): void {
  for (const span of SPANS) {
    const [ofSpan, startsAt] = [bars[span], startOf(span, print)];
    ofSpan.set(startsAt, withTrade(ofSpan.get(startsAt), span, print));
  }
}

function printOf([price, quantity, time, sessionDate]: Texts): Print {
  return { price: number(price), quantity: number(quantity), time: number(time), sessionDate: sessionDate ?? '' };
}

const storedBars = (instrumentId: number): string =>
  `select span, ${milliseconds('starts_at')}, open_price, high_price, low_price, close_price, volume, trades from bars where instrument_id = ${instrumentId}`;

/** What is compared is taken out of what is expected, and what is left there in the end is missing. */
function compareRow(
  differences: Differences,
  instrumentId: number,
  [span, start, ...values]: Texts,
  expected: Counted,
): void {
  const [ofSpan, startsAt] = [expected[span as BarInterval], number(start)];
  const bar = ofSpan.get(startsAt);
  ofSpan.delete(startsAt);
  const row = (): string => named(instrumentId, span ?? '', startsAt);
  if (bar === undefined) {
    differences.add({ table: 'bars', row: row(), column: null, journal: null, stored: 'a row' });
    return;
  }
  const at = FIELDS.findIndex((field, n) => String(bar[field]) !== values[n]);
  const field = FIELDS[at];
  if (field !== undefined)
    differences.add({
      table: 'bars',
      row: row(),
      column: field,
      journal: String(bar[field]),
      stored: values[at] ?? null,
    });
}

/** As a person reads it. */
const named = (instrumentId: number, span: string, startsAt: number): string =>
  `instrument_id ${instrumentId}, span ${span}, starts_at ${momentText(startsAt)}`;
