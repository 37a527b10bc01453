import type { Watchlist } from './watchlist.entity.js';
import { toWirePrice } from '../exchange/to-wire.js';
import { toMarketItemView } from '../marketdata/market-item.view.js';
import { countDecimals } from '../money/decimal.js';
import type { WatchlistBoard, WatchlistRow } from './watchlist-board.service.js';

/**
 * A list of instruments.
 * @example { "id": 3, "name": "Metals", "instrument_ids": [7, 1], "version": 1, "created_at": "2026-01-30T15:04:05.000Z" }
 */
export type WatchlistView = ReturnType<typeof toWatchlistView>;

export function toWatchlistView({ id, name, instrumentIds, version, createdAt }: Watchlist) {
  return {
    id,
    name,
    /** In the order of the list. */
    instrument_ids: instrumentIds,
    /** It grows with every change. */
    version,
    /** @format date-time */
    created_at: createdAt.toISOString(),
  };
}

/** The page of a watchlist. */
export type WatchlistBoardView = ReturnType<typeof toWatchlistBoardView>;

/** A row of it. */
export type WatchlistRowView = ReturnType<typeof toRowView>;

export function toWatchlistBoardView({ lists, shown, rows, columns }: WatchlistBoard) {
  return {
    lists: lists.map(toWatchlistView),
    shown: shown === null ? null : toWatchlistView(shown),
    rows: rows.map(toRowView),
    columns,
  };
}

function toRowView({ listed: { instrument, product }, market, position }: WatchlistRow) {
  return {
    id: instrument.id,
    symbol: instrument.symbol,
    name: product.name,
    decimals: countDecimals(product.tickSize),
    status: market?.state.status ?? 'Closed',
    previous_close: market === null ? null : toWirePrice(market.state.previousClose, market.state.scale),
    /** One item per side with data, as in `GET /marketdata`. */
    market: market === null ? [] : market.items.map(toMarketItemView),
    position,
  };
}
