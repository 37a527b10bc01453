import { InvalidRequestError } from './invalid-request-error.js';
import { IsTimestampOrDay } from './timestamp.decorator.js';
import { Optional } from './optional.decorator.js';
import { PagingQuery } from './paging.dto.js';
import { toRangeStart, toRangeEnd } from './wire-values.js';

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
