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

export const timeSpanOf = ({ from, to }: Pick<TimeRange, 'from' | 'to'>): TimeSpan => ({
  from: from === undefined ? undefined : beginningOf(from).getTime(),
  to: to === undefined ? undefined : endOf(to).getTime(),
});
