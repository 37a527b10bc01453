import type { Watchlist } from './watchlist.entity.js';

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
