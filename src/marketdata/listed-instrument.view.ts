import { toWirePrice } from '../exchange/to-wire.js';
import { createExactNumber } from '../money/exact-number.js';
import type { InstrumentDetails } from '../instruments/instruments.service.js';
import { countDecimals } from '../money/decimal.js';
import { type TradingState, findStateEnd } from './trading-state.js';

/** An instrument on the market page, besides its market data. */
export type ListedInstrumentView = ReturnType<typeof toListedInstrumentView>;

export function toListedInstrumentView(
  { instrument, product, group }: InstrumentDetails,
  tradingState: TradingState,
  { now, tradesAtAllHours }: Readonly<{ now: number; tradesAtAllHours: boolean }>,
) {
  return {
    id: instrument.id,
    symbol: instrument.symbol,
    name: product.name,
    product_id: product.id,
    product_group_id: group.id,
    group_name: group.name,
    exchange: group.exchange,
    currency: group.currency,
    expiration: instrument.expiration,
    tick_size: createExactNumber(product.tickSize),
    tick_value: createExactNumber(product.tickValue),
    /** The decimals of its tick. */
    decimals: countDecimals(product.tickSize),
    previous_close: toWirePrice(tradingState.previousClose, tradingState.scale),
    status: tradingState.status,
    /** Since when an administrator has halted or closed it. */
    set_at:
      tradingState.status !== 'Open' && instrument.givenStatus === tradingState.status
        ? (instrument.statusSince?.toISOString() ?? null)
        : null,
    session_date: tradingState.sessionDate,
    is_open: tradingState.sessionIsOpen,
    /** When that changes; in a sandbox that trades at all hours, the next session begins then. */
    until: new Date(findStateEnd(tradingState, group.createCalendar(product), now)).toISOString(),
    trades_at_all_hours: tradesAtAllHours,
  };
}
