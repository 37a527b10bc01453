import { Type } from 'class-transformer';
import { IsArray, IsIn, IsInt, Matches, Max, Min, ValidateNested } from 'class-validator';
import { QUANTITY_MAX } from '../../engine/risk.js';
import {
  IsCalendarDate,
  IsFilterId,
  IsId,
  IsSearchText,
  Optional,
  ParseWholeNumber,
  ValueRule,
} from '../../http/fields.decorator.js';
import { PagingQuery } from '../../http/paging.dto.js';
import { IsBreakNote } from '../breaks/breaks.dto.js';
import { HasFewRows } from '../row-limit.js';
import { parseDecimal } from '../../money/decimal.js';

const isDecimal = (value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'string') && parseDecimal(value) !== null;

const DECIMAL_MESSAGE =
  '$property must be a decimal number of at most 15 digits, of those 9 decimals, without an exponent';

/** The position of an account in an instrument. */
export class NewStatedPosition {
  /** @example 1 */
  @IsId()
  instrument_id!: number;

  /**
   * Contracts; negative for a short position.
   * @example -3
   */
  @IsInt()
  @Min(-QUANTITY_MAX)
  @Max(QUANTITY_MAX)
  quantity!: number;

  /**
   * The valuation price at that close, or an average: `average_price` and P&L of the position begin from it, and trades of later sessions
   * are added at their own prices. What the account is worth changes by what the list adds, and not where money values of this date or a
   * later one know the list already; the price of what was held before moves profit between open and cash.
   * @example 6712.25
   */
  @ValueRule('isDecimal', (value) => (isDecimal(value) ? null : DECIMAL_MESSAGE))
  price!: number | string;
}

/** All positions of an account at the close of a date. An omitted instrument is flat. */
export class NewReferencePositions {
  /** @example 7 */
  @IsId()
  acct_id!: number;

  /**
   * The date of the close: not later than today in the account's time zone.
   * @example "2026-01-30"
   */
  @IsCalendarDate()
  as_of!: string;

  /** Each instrument at most once, at most 5000 rows; `[]` is an account without positions. */
  @HasFewRows()
  @IsArray()
  @ValueRule('namesEachOnce', (rows) => {
    const duplicate = findDuplicate(rows);
    return duplicate === null ? null : `$property must name each instrument once; ${duplicate}`;
  })
  @ValidateNested({ each: true })
  @Type(() => NewStatedPosition)
  position!: NewStatedPosition[];

  /**
   * The reason for the list, in one line. Added as a note to each break that the list closes or changes.
   * @example "Trade 4711 was reported a day late."
   */
  @Optional()
  @IsBreakNote()
  note?: string;
}

/** Filters of the reference position lists. */
export class ReferencePositionQuestion extends PagingQuery {
  /** Lists of this account. */
  @IsFilterId()
  acct_id?: number;

  /**
   * Lists of this date.
   * @example "2026-01-30"
   */
  @Optional()
  @IsCalendarDate()
  as_of?: string;

  /**
   * Part of the account name, or the account number; for administrators also part of the owner's email or name.
   * @example "ada"
   */
  @IsSearchText()
  account?: string;

  /** `asc` lists in the order of posting, `desc` lists the latest first. Without it `asc`; a browser gets the latest first. */
  @Optional()
  @IsIn(['asc', 'desc'])
  order?: 'asc' | 'desc';
}

/** A quantity in a form. */
export const WHOLE_NUMBER = /^-?(?:0|[1-9]\d{0,9})$/;

/** Prefills the form for a list of reference positions. */
export class ReferenceDraftQuestion {
  /** The account of the list. */
  @IsFilterId()
  acct_id?: number;

  /** The date of the close. */
  @Optional()
  @IsCalendarDate()
  as_of?: string;

  /** An earlier list whose account, date and rows are copied. */
  @IsFilterId()
  copy?: number;

  /** The instrument whose quantity changes. */
  @IsFilterId()
  instrument_id?: number;

  /**
   * The new quantity; 0 removes the instrument.
   * @example "-3"
   */
  @Optional()
  @Matches(WHOLE_NUMBER, { message: '$property must be a whole number' })
  quantity?: string;

  /** The least number of rows of the form. */
  @Optional()
  @ParseWholeNumber()
  @IsInt()
  @Min(1)
  @Max(200)
  rows?: number;

  /** The break that the list is for; the pages lead back to it. */
  @IsFilterId()
  break_id?: number;
}

/** Describes the first two rows with the same instrument; null if there are none. */
function findDuplicate(rows: unknown): string | null {
  const first = new Map<unknown, number>();
  for (const [at, row] of (Array.isArray(rows) ? (rows as unknown[]) : []).entries()) {
    const id = (row as { instrument_id?: unknown } | null | undefined)?.instrument_id;
    const before = first.get(id);
    if (before !== undefined && id !== undefined) return `rows ${before} and ${at} both name ${JSON.stringify(id)}`;
    first.set(id, at);
  }
  return null;
}
