import { parseSort, type Sort, sortRows, type SortOrder, type SortValue } from '../database/sorting.js';
import { toDigits } from '../pages/number-format.js';
import type { ListedInstrumentView } from './listed-instrument.view.js';
import type { MarketItemView } from './market-item.view.js';

/** The fields by which the board is sorted: `change` is in percent of the previous close. */
export const BOARD_SORT_FIELDS = ['symbol', 'change', 'volume'] as const;
type BoardSortField = (typeof BOARD_SORT_FIELDS)[number];
export type BoardSort = SortOrder<BoardSortField>;

/** Null for other text. */
export function parseBoardSort(text: unknown): BoardSort | null {
  const isKnown = BOARD_SORT_FIELDS.some((field) => text === field || text === `-${field}`);
  return isKnown ? parseSort(text as Sort<BoardSortField>) : null;
}

/** All instruments of the board, whatever their group; those without a value come last. */
export function sortBoard(
  listed: readonly ListedInstrumentView[],
  items: readonly MarketItemView[],
  sort: BoardSort,
): ListedInstrumentView[] {
  const values = new Map(
    items.flatMap((item) => ('levels' in item ? [] : [[`${item.instrument_id} ${item.side}`, item] as const])),
  );
  const sortValues: Readonly<Record<BoardSortField, (one: ListedInstrumentView) => SortValue>> = {
    symbol: ({ symbol }) => symbol,
    change: ({ id, previous_close: close }) => computeChange(values.get(`${id} Last`)?.price ?? null, close),
    volume: ({ id }) => values.get(`${id} Volume`)?.quantity ?? null,
  };
  return sortRows(listed, sortValues[sort.field], sort);
}

/** Null where the board shows no percentage. */
function computeChange(last: unknown, close: unknown): number | null {
  const [price, base] = [toDigits(last), toDigits(close)];
  if (price === null || base === null || Number(base) <= 0) return null;
  return (Number(price) - Number(base)) / Number(base);
}
