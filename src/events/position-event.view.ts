import { formatMoment } from '../exchange/wire/moment-text.js';
import { MONEY_SCALE } from '../money/amount.js';
import { formatAveragePrice } from '../money/average-price.js';
import { formatDecimal } from '../money/decimal.js';
import { createExactNumber } from '../money/exact-number.js';
import type { PositionHappening } from './happening.js';

/**
 * A position after a command. Its value changes with the market and is not part of the event.
 *
 * @example { "acct_id": 7, "instrument_id": 1, "symbol": "ESZ26", "currency": "USD", "quantity": 2, "average_price": 6710.375, "realised_pnl": 125, "changed_at": "2026-01-30T15:04:06.120Z" }
 */
export type PositionEventView = ReturnType<typeof toPositionEventView>;

export function toPositionEventView({
  acctId,
  instrumentId,
  symbol,
  currency,
  scale,
  valuePerUnit,
  quantity,
  cost,
  realised,
  extraDecimals,
  time,
}: PositionHappening) {
  const average = formatAveragePrice(cost, quantity, scale + extraDecimals);
  return {
    acct_id: acctId,
    instrument_id: instrumentId,
    symbol,
    /** ISO 4217 code of the currency of the P&L. */
    currency,
    /** Contracts; negative for a short position. */
    quantity,
    /** Average entry price, rounded half to even. Null for a flat position. */
    average_price: average === null ? null : createExactNumber(average),
    /** Realized P&L since the reference position; without one, since the first trade. */
    realised_pnl: createExactNumber(formatDecimal(valuePerUnit * realised, MONEY_SCALE + extraDecimals)),
    /** @format date-time */
    changed_at: formatMoment(time),
  };
}
