import { IsInt, Max, Min } from 'class-validator';
import { ValueRule, Optional, IsTimestampOrDay, ParseWholeNumber } from './fields.decorator.js';
import { parseCursor, PAGE_SIZE, PAGE_SIZE_MAX, parsePairCursor } from './paging.js';
import { InvalidRequestError } from './invalid-request-error.js';
import { toRangeStart, toRangeEnd } from './wire-values.js';

export const IsCursor = (parse: (cursor: string) => unknown): PropertyDecorator =>
  ValueRule('isCursor', (value) =>
    typeof value === 'string' && parse(value) !== null ? null : 'cursor must be one that a Link header gave',
  );

/** The page size of lists with a position of their own. */
export class PageSizeQuery {
  /** The most entries in the response, at most 1000. */
  @ParseWholeNumber()
  @IsInt()
  @Min(1)
  @Max(PAGE_SIZE_MAX)
  per_page: number = PAGE_SIZE;
}

/** The page of a list. */
export class PagingQuery extends PageSizeQuery {
  /**
   * The position of the page, from the `Link` header of the previous page.
   * @example "YWZ0ZXIgMTAw"
   */
  @Optional()
  @IsCursor(parseCursor)
  cursor?: string;
}

/** The page of a list whose rows have two sort numbers. */
export class PairPagingQuery extends PageSizeQuery {
  /**
   * The position of the page, from the `Link` header of the previous page.
   * @example "YWZ0ZXIgNyA0Mg"
   */
  @Optional()
  @IsCursor(parsePairCursor)
  cursor?: string;
}

/** Lists whose rows have a time. */
export class TimeRangeQuery extends PagingQuery {
  /**
   * From this time on (inclusive). A date means its start in UTC.
   * @example "2026-01-30T15:04:05.000Z"
   */
  @Optional()
  @IsTimestampOrDay()
  from?: string;

  /**
   * Before this time (exclusive). A date means its end in UTC: the whole day is included.
   * @example "2026-01-31"
   */
  @Optional()
  @IsTimestampOrDay()
  to?: string;
}

/** The range in milliseconds since 1970: its first instant, and the first instant after it. */
export type TimeBounds = Readonly<{ from: number | undefined; to: number | undefined }>;

export function toTimeBounds(range: Pick<TimeRangeQuery, 'from' | 'to'>): TimeBounds {
  const from = range.from === undefined ? undefined : toRangeStart(range.from).getTime();
  const to = range.to === undefined ? undefined : toRangeEnd(range.to).getTime();
  if (from !== undefined && to !== undefined && from > to)
    throw new InvalidRequestError([{ pointer: 'to', message: 'to must not be before from' }]);
  return { from, to };
}
