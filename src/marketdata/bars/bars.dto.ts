import { IsIn } from 'class-validator';
import { IsQueryId } from '../../http/id.decorator.js';
import { Optional } from '../../http/optional.decorator.js';
import { Paging } from '../../http/paging.dto.js';
import { IsMomentOrDate, IsYesOrNo } from '../market-questions.decorator.js';
import { type BarInterval, SPANS } from './bar.js';

/** Which bars are asked for. */
export class BarQuestion extends Paging {
  /**
   * Those of this instrument.
   * @example 1
   */
  @IsQueryId()
  instrument_id!: number;

  /**
   * How long a bar is. `1m`, `5m` and `1h` are stretches of UTC, `1d` is a session.
   * @example "5m"
   */
  @IsIn(SPANS)
  interval!: BarInterval;

  /**
   * Bars that begin then or later: a moment with its zone, or a date, whose beginning it is.
   * @example "2026-01-30"
   */
  @Optional()
  @IsMomentOrDate()
  from?: string;

  /**
   * Bars that begin then or earlier: a moment with its zone, or a date, whose end it is.
   * @example "2026-01-30"
   */
  @Optional()
  @IsMomentOrDate()
  to?: string;

  /**
   * With `true`, the newest bar comes first, and `Link` leads to older ones.
   * @example "true"
   */
  @Optional()
  @IsYesOrNo()
  newest?: 'true' | 'false';
}
