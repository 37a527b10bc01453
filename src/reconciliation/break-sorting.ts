/** The fields by which breaks are sorted. */
export const BREAK_SORT_FIELDS = ['as_of', 'opened_at', 'due_on', 'difference'] as const;
export type BreakSortField = (typeof BREAK_SORT_FIELDS)[number];
