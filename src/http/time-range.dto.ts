import { InvalidRequest } from './invalid-request.js';
import { IsMomentOrDay } from './moment.decorator.js';
import { Optional } from './optional.decorator.js';
import { Paging } from './paging.dto.js';
import { beginningOf, endOf } from './wire-values.js';

/** Lists whose rows have a time. */
export class TimeRange extends Paging {
  /**
   * Those at this moment or later. A date means its beginning in UTC.
   * @example "2026-01-30T15:04:05.000Z"
   */
  @Optional()
  @IsMomentOrDay()
  from?: string;

  /**
   * Those before this moment. A date means its end in UTC: the whole day is included.
   * @example "2026-01-31"
   */
  @Optional()
  @IsMomentOrDay()
  to?: string;
}

/** The range in milliseconds since 1970: the first moment of it, and the first behind it. */
export type TimeSpan = Readonly<{ from: number | undefined; to: number | undefined }>;

export function timeSpanOf(range: Pick<TimeRange, 'from' | 'to'>): TimeSpan {
  const from = range.from === undefined ? undefined : beginningOf(range.from).getTime();
  const to = range.to === undefined ? undefined : endOf(range.to).getTime();
  if (from !== undefined && to !== undefined && from > to)
    throw new InvalidRequest([{ pointer: 'to', message: 'to must not be before from' }]);
  return { from, to };
}
