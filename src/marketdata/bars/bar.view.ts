import type { NameColumn } from '../../http/csv.js';
import { formatMoment, toWirePrice } from '../../exchange/to-wire.js';
import type { ListedBar } from './bar.js';

/**
 * A price bar: the trades of an instrument in an interval or session.
 * @example { "instrument_id": 1, "interval": "5m", "start": "2026-01-30T15:00:00.000Z", "session_date": null, "open": 6710.5, "high": 6714, "low": 6709.75, "close": 6712.25, "volume": 318, "trades": 57 }
 */
export type BarView = ReturnType<typeof toBarView>;

export function toBarView({ instrumentId, span, startsAt, open, high, low, close, volume, trades, scale }: ListedBar) {
  const start = formatMoment(startsAt);
  return {
    instrument_id: instrumentId,
    interval: span,
    /**
     * The start of the interval. For a session, the start of its date in UTC, which is not a trading time; for a week, that of
     * its Monday.
     * @format date-time
     */
    start,
    /**
     * The session date; null for other intervals.
     * @format date
     */
    session_date: span === '1d' ? start.slice(0, 10) : null,
    /** The price of the first trade. */
    open: toWirePrice(open, scale),
    high: toWirePrice(high, scale),
    low: toWirePrice(low, scale),
    /** The price of the latest trade. */
    close: toWirePrice(close, scale),
    /** @integer */
    volume,
    /**
     * How many trades.
     * @integer
     */
    trades,
  };
}

export const BAR_COLUMNS = [
  'instrument_id',
  'symbol',
  'interval',
  'start',
  'session_date',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'trades',
] as const satisfies readonly (keyof BarView | NameColumn)[];
