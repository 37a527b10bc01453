import { type ExactNumber, createExactNumber } from '../../money/exact-number.js';
import { formatAveragePrice } from '../../money/average-price.js';
import type { AccountBar } from '../account-rights.js';
import { toPrice, toValue } from '../exchange-numbers.js';
import type { MarketMakerChoice } from '../market-maker-choice.js';
import type { LivePosition } from './live-position.js';

/**
 * An account's position in an instrument, with its current value.
 *
 * @example { "acct_id": 7, "instrument_id": 1, "symbol": "ESZ26", "currency": "USD", "quantity": 2, "average_price": 6710.375, "realised_pnl": 125, "unrealised_pnl": 187.5, "mark_price": 6712.25, "mark_source": "last", "trade_prices": [{ "price": 6710.5, "quantity": 3 }, { "price": 6713, "quantity": -1 }], "reference": null }
 */
export type PositionView = ReturnType<typeof toPositionView>;

/** With what only the page shows: what does not trade now, by instrument, which accounts the reader cannot trade, and whether the market maker is listed. JSON omits properties of an array. */
export type PositionPageViews = PositionView[] & {
  pauses?: ReadonlyMap<number, LivePosition['status']>;
  bars?: ReadonlyMap<number, AccountBar>;
  marketMaker?: MarketMakerChoice | null;
};

export const toPositionPageViews = (
  positions: readonly LivePosition[],
  shown: Pick<PositionPageViews, 'bars' | 'marketMaker'>,
): PositionPageViews =>
  Object.assign(positions.map(toPositionView), {
    ...shown,
    pauses: new Map(
      positions.flatMap(({ instrumentId, status }) => (status === 'Open' ? [] : [[instrumentId, status] as const])),
    ),
  });

export function toPositionView(position: LivePosition) {
  const { scale, quantity, unrealised, mark, reference } = position;
  return {
    acct_id: position.acctId,
    instrument_id: position.instrumentId,
    symbol: position.symbol,
    /** ISO 4217 code of the currency of both P&L fields. */
    currency: position.currency,
    /** Contracts; negative for a short position. */
    quantity,
    /** Average entry price, rounded half to even. Null for a flat position. */
    average_price: calculateAveragePrice(position.cost, quantity, scale + position.extraDecimals),
    /** Realized P&L since the reference position; without one, since the first trade. */
    realised_pnl: toValue(position.realised),
    /** Unrealized P&L at the mark price. Null without a mark price. */
    unrealised_pnl: unrealised === null ? null : toValue(unrealised),
    /** Last trade of the session, else the mid price, else the settlement price, else the price of the reference position. */
    mark_price: mark === null ? null : toPrice(mark.price, scale + mark.extraDecimals),
    mark_source: mark === null ? null : mark.source,
    /** Trades since the reference position. Quantities are negative for sells. */
    trade_prices: position.trades.map((trade) => ({ price: toPrice(trade.price, scale), quantity: trade.quantity })),
    /** The reference position of the back office that the position is counted from. Null when none was reported. */
    reference:
      reference === null
        ? null
        : {
            as_of: reference.asOf,
            quantity: reference.quantity,
            price: toPrice(reference.price, scale + reference.extraDecimals),
          },
  };
}

export const POSITION_COLUMNS = [
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
  'reference.as_of',
  'reference.quantity',
  'reference.price',
  'trade_prices',
];

function calculateAveragePrice(cost: bigint, quantity: number, scale: number): ExactNumber | null {
  const text = formatAveragePrice(cost, quantity, scale);
  return text === null ? null : createExactNumber(text);
}
