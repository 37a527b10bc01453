import { Type } from 'class-transformer';
import { IsArray, IsInt, Matches, Max, Min, ValidateBy, ValidateNested } from 'class-validator';
import { IsCalendarDate } from '../../http/calendar-date.decorator.js';
import { IsId, IsQueryId } from '../../http/id.decorator.js';
import { Optional } from '../../http/optional.decorator.js';
import { PagingQuery } from '../../http/paging.dto.js';
import { IsBreakNote } from './breaks.dto.js';
import { HasFewRows } from './row-limit.js';
import { parseDecimal } from '../../money/decimal.js';

const QUANTITY_MAX = 1_000_000_000;

const isDecimal = (value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'string') && parseDecimal(value) !== null;

/** What an account holds of an instrument. */
export class NewStatedPosition {
  /** @example 1 */
  @IsId()
  instrument_id!: number;

  /**
   * Negative where it was sold.
   * @example -3
   */
  @IsInt()
  @Min(-QUANTITY_MAX)
  @Max(QUANTITY_MAX)
  quantity!: number;

  /**
   * At which price it is valued at that close; trades of later sessions are added at their own.
   * @example 6712.25
   */
  @ValidateBy({
    name: 'isDecimal',
    validator: {
      validate: isDecimal,
      defaultMessage: () =>
        '$property must be a decimal number of at most 15 digits, 9 of them behind the point, without an exponent',
    },
  })
  price!: number | string;
}

/** The complete positions of an account at the close of a date: what is left out is flat. */
export class NewReferencePositions {
  /** @example 7 */
  @IsId()
  acct_id!: number;

  /**
   * The date of the close: not later than today, where the account is.
   * @example "2026-01-30"
   */
  @IsCalendarDate()
  as_of!: string;

  /** Each instrument once, at most 5000; `[]` is an account without positions. */
  @HasFewRows()
  @IsArray()
  @ValidateBy({
    name: 'namesEachOnce',
    validator: {
      validate: (rows) => twiceIn(rows) === null,
      defaultMessage: (asked) => `$property must name each instrument once; ${twiceIn(asked?.value) ?? ''}`,
    },
  })
  @ValidateNested({ each: true })
  @Type(() => NewStatedPosition)
  position!: NewStatedPosition[];

  /**
   * Why it is stated: kept with each break that it closes or changes.
   * @example "Trade 4711 was reported a day late."
   */
  @Optional()
  @IsBreakNote()
  note?: string;
}

/** Which lists of reference positions are asked for. */
export class ReferencePositionQuestion extends PagingQuery {
  /** Those of one account. */
  @Optional()
  @IsQueryId()
  acct_id?: number;

  /**
   * Those of one date.
   * @example "2026-01-30"
   */
  @Optional()
  @IsCalendarDate()
  as_of?: string;
}

/** What a list that somebody is about to type begins with. */
export class ReferenceDraftQuestion {
  /** The account that it is about. */
  @Optional()
  @IsQueryId()
  acct_id?: number;

  /** The date of the close. */
  @Optional()
  @IsCalendarDate()
  as_of?: string;

  /** A list that it is made from: its account, its date and its lines. */
  @Optional()
  @IsQueryId()
  copy?: number;

  /** The instrument that is to have another quantity. */
  @Optional()
  @IsQueryId()
  instrument_id?: number;

  /**
   * Which quantity; 0 leaves the instrument out.
   * @example "-3"
   */
  @Optional()
  @Matches(/^-?(?:0|[1-9]\d{0,9})$/, { message: '$property must be a whole number' })
  quantity?: string;

  /** How many rows the form has, at least. */
  @Optional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(200)
  rows?: number;
}

/** Which rows name the same instrument, in words; null if none do. */
function twiceIn(rows: unknown): string | null {
  const first = new Map<unknown, number>();
  for (const [at, row] of (Array.isArray(rows) ? (rows as unknown[]) : []).entries()) {
    const id = (row as { instrument_id?: unknown } | null | undefined)?.instrument_id;
    const before = first.get(id);
    if (before !== undefined && id !== undefined) return `rows ${before} and ${at} both name ${JSON.stringify(id)}`;
    first.set(id, at);
  }
  return null;
}
