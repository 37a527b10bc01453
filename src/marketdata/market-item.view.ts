import { formatMoment, toWirePrice } from '../exchange/to-wire.js';
import type { MarketDepthItem, MarketItem, MarketValueItem } from './market-item.js';

/**
 * One side of an instrument's market data.
 * @example { "instrument_id": 1, "side": "Buy", "price": 6712.25, "quantity": 12, "time": "2026-01-30T15:04:06.120Z", "seq": 4711 }
 */
export type MarketValueView = ReturnType<typeof toMarketValueView>;

/**
 * The price levels of one side of the book.
 * @example { "instrument_id": 1, "side": "BuyDepth", "levels": [{ "price": 6712.25, "quantity": 12, "orders": 3 }, { "price": 6712, "quantity": 40, "orders": 7 }], "time": "2026-01-30T15:04:06.120Z", "seq": 4711 }
 */
export type MarketDepthView = ReturnType<typeof toMarketDepthView>;

export type MarketItemView = MarketValueView | MarketDepthView;

export const toMarketItemView = (item: MarketItem): MarketItemView =>
  'levels' in item ? toMarketDepthView(item) : toMarketValueView(item);

export const MARKET_COLUMNS = ['instrument_id', 'symbol', 'side', 'price', 'quantity', 'levels', 'time', 'seq'];

function toMarketValueView({ instrumentId, side, scale, price, quantity, time, seq }: MarketValueItem) {
  return {
    instrument_id: instrumentId,
    side,
    /** Null of a volume. */
    price: toWirePrice(price, scale),
    /**
     * The size at the best price, of the last trade, or the session's volume; null for high and low.
     * @integer
     */
    quantity,
    /**
     * The time of the last change. After a restart of the service, best prices have that of the last change of the board.
     * @format date-time
     */
    time: formatMoment(time),
    /** The number of the change of this instrument's board that it came from; what is newer has a higher one. */
    seq,
  };
}

function toMarketDepthView({ instrumentId, side, scale, levels, time, seq }: MarketDepthItem) {
  return {
    instrument_id: instrumentId,
    side,
    /** From the best price on: the size and number of orders. */
    levels: levels.map(({ price, quantity, orders }) => ({ price: toWirePrice(price, scale), quantity, orders })),
    /**
     * The time of the last change on this side of the book. After a restart of the service, that of the last change of the board.
     * @format date-time
     */
    time: formatMoment(time),
    /** The number of that change. */
    seq,
  };
}
