/** The figures of a row, in the order that a new user sees. */
export const WATCHLIST_COLUMNS = [
  'last',
  'change',
  'percent',
  'bid',
  'offer',
  'volume',
  'position',
  'high',
  'low',
] as const;

export type WatchlistColumn = (typeof WATCHLIST_COLUMNS)[number];

/** The stored order, with columns that were added to the service since at their end. */
export function completeColumns(stored: readonly string[]): WatchlistColumn[] {
  const known = stored.filter((column): column is WatchlistColumn =>
    (WATCHLIST_COLUMNS as readonly string[]).includes(column),
  );
  return [...new Set([...known, ...WATCHLIST_COLUMNS])];
}

/** One step; at the end of the row nothing moves. */
export function moveItem<Item>(items: readonly Item[], item: Item, by: -1 | 1): Item[] {
  const moved = [...items];
  const from = moved.indexOf(item);
  const to = from + by;
  if (from < 0 || to < 0 || to >= moved.length) return moved;
  moved.splice(to, 0, ...moved.splice(from, 1));
  return moved;
}
