import { LIST_QUERY_MAX } from './breaks.dto.js';

/** The filters and the order of the list that a page shows, or that its break was opened from; nothing if they are too long for a form. */
export function toListQuery(path: string): string {
  const { searchParams } = new URL(path, 'http://here');
  const query = toQuery([...searchParams]);
  return query.length > LIST_QUERY_MAX ? '' : query;
}

/** The list as it was filtered. */
export const toListUrl = (list: string): string => `/reconciliation/breaks${toQuery([...new URLSearchParams(list)])}`;

/** The break, on the way through that list. */
export const toBreakUrl = (id: number | string, list: string): string =>
  `/reconciliation/breaks/${id}${toQuery([...new URLSearchParams(list)])}`;

function toQuery(entries: readonly (readonly [string, string])[]): string {
  const filled = new URLSearchParams(entries.filter(([, value]) => value !== '').map(([name, value]) => [name, value]));
  return filled.size > 0 ? `?${filled}` : '';
}
