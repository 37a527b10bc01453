import { momentText } from '../exchange/wire/moment-text.js';
import { MONEY_SCALE } from '../money/amount.js';
import { formatAveragePrice } from '../money/average-price.js';
import { formatDecimal } from '../money/decimal.js';
import { createExactNumber } from '../http/exact-number.js';
import type { PositionHappening } from './happening.js';

/**
 * What an account holds of an instrument after a command. What it is worth changes with the market and is not told here.
 *
 * @example { "acct_id": 7, "instrument_id": 1, "symbol": "ESZ26", "currency": "USD", "quantity": 2, "average_price": 6710.375, "realised_pnl": 125, "changed_at": "2026-01-30T15:04:06.120Z" }
 */
export type PositionEventView = ReturnType<typeof positionEventView>;

export function positionEventView({
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
    /** What profit and loss are counted in. */
    currency,
    /** Negative where it was sold. */
    quantity,
    /** What is held was bought or sold at, rounded half to even; null of nothing. */
    average_price: average === null ? null : createExactNumber(average),
    /** Since the reference; without one, since the first trade. */
    realised_pnl: createExactNumber(formatDecimal(valuePerUnit * realised, MONEY_SCALE + extraDecimals)),
    /** @format date-time */
    changed_at: momentText(time),
  };
}
