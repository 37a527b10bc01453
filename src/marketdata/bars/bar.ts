/** Bars: the trades of an interval or session. */

/** The intervals whose bars are stored. `1d` is a session by its date, whatever the times of its trades. */
export type StoredInterval = '1m' | '5m' | '1h' | '1d';

export const STORED_INTERVALS: readonly StoredInterval[] = ['1m', '5m', '1h', '1d'];

/** Minutes and hours are intervals of UTC; `1w` has the sessions from Monday to Sunday. */
export type BarInterval = StoredInterval | '15m' | '4h' | '1w';

export const BAR_INTERVALS: readonly BarInterval[] = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'];

/**
 * Prices are units of the product. `startsAt` is the start of the interval; for a session, the start of its date in
 * UTC.
 */
export type Bar = Readonly<{
  startsAt: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  trades: number;
}>;

/** A bar with its instrument and price scale: units of 10^-`scale`. */
export type ListedBar = Bar & Readonly<{ instrumentId: number; span: BarInterval; scale: number }>;

/** The fields of a trade that a bar needs. */
export type TradePrint = Readonly<{ price: number; quantity: number; time: number; sessionDate: string }>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const widths: Readonly<Record<Exclude<BarInterval, '1d' | '1w'>, number>> = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '1h': HOUR,
  '4h': 4 * HOUR,
};
/** 1970 began on a Thursday. */
const FIRST_MONDAY = 4 * DAY;

export function getBarStart(
  span: BarInterval,
  { time, sessionDate }: Pick<TradePrint, 'time' | 'sessionDate'>,
): number {
  if (span === '1d') return toDateStart(sessionDate);
  if (span !== '1w') return time - (time % widths[span]);
  const date = toDateStart(sessionDate);
  return date - ((date - FIRST_MONDAY) % (7 * DAY));
}

let lastDate = '';
let lastStart = NaN;

/** Consecutive trades mostly have the same session. */
function toDateStart(date: string): number {
  if (date !== lastDate) [lastDate, lastStart] = [date, Date.parse(`${date}T00:00:00Z`)];
  return lastStart;
}

/** The bar with one more trade. Trades come in order of id. */
export function addTradeToBar(bar: Bar | undefined, span: BarInterval, print: TradePrint): Bar {
  const { price, quantity } = print;
  if (bar === undefined)
    return {
      startsAt: getBarStart(span, print),
      open: price,
      high: price,
      low: price,
      close: price,
      volume: quantity,
      trades: 1,
    };
  const { startsAt, open, high, low, volume, trades } = bar;
  return {
    startsAt,
    open,
    high: Math.max(high, price),
    low: Math.min(low, price),
    close: price,
    volume: volume + quantity,
    trades: trades + 1,
  };
}
