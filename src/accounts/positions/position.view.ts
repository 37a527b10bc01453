import { type ExactNumber, createExactNumber } from '../../http/exact-number.js';
import { formatAveragePrice } from '../../money/average-price.js';
import { price, value } from '../exchange-numbers.js';
import type { LivePosition } from './live-position.js';

/**
 * What an account holds of an instrument, and what it is worth at this moment.
 *
 * @example { "acct_id": 7, "instrument_id": 1, "symbol": "ESZ26", "currency": "USD", "quantity": 2, "average_price": 6710.375, "realised_pnl": 125, "unrealised_pnl": 187.5, "mark_price": 6712.25, "mark_source": "last", "trade_prices": [{ "price": 6710.5, "quantity": 3 }, { "price": 6713, "quantity": -1 }], "reference": null }
 */
export type PositionView = ReturnType<typeof positionView>;

export function positionView({
  acctId,
  instrumentId,
  symbol,
  currency,
  scale,
  quantity,
  cost,
  extraDecimals,
  realised,
  unrealised,
  mark,
  trades,
  reference,
}: LivePosition) {
  return {
    acct_id: acctId,
    instrument_id: instrumentId,
    symbol,
    /** What profit and loss are counted in. */
    currency,
    /** Negative where it was sold. */
    quantity,
    /** What is held was bought or sold at, rounded half to even; null of nothing. */
    average_price: averageOf(cost, quantity, scale + extraDecimals),
    /** Since the reference; without one, since the first trade. */
    realised_pnl: value(realised),
    /** At the mark; null where there is none. */
    unrealised_pnl: unrealised === null ? null : value(unrealised),
    /** The last trade of the session, else the middle of the book, else the settlement price, else the price of the reference. */
    mark_price: mark === null ? null : price(mark.price, scale + mark.extraDecimals),
    mark_source: mark === null ? null : mark.source,
    /** The trades since the reference, each with the sign of what it did to the quantity. */
    trade_prices: trades.map((trade) => ({ price: price(trade.price, scale), quantity: trade.quantity })),
    /** The statement of the back office that the position is counted from. */
    reference:
      reference === null
        ? null
        : {
            as_of: reference.asOf,
            quantity: reference.quantity,
            price: price(reference.price, scale + reference.extraDecimals),
          },
  };
}

export const POSITION_COLUMNS = [
  ...[
    'acct_id',
    'acct_name',
    'owner_name',
    'instrument_id',
    'symbol',
    'currency',
    'quantity',
    'average_price',
    'realised_pnl',
    'unrealised_pnl',
    'mark_price',
    'mark_source',
  ],
  ...['reference.as_of', 'reference.quantity', 'reference.price', 'trade_prices'],
];

function averageOf(cost: bigint, quantity: number, scale: number): ExactNumber | null {
  const text = formatAveragePrice(cost, quantity, scale);
  return text === null ? null : createExactNumber(text);
}
