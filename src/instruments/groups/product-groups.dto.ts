import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsString,
  Length,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import type { SelfTradePolicy, SelfTradeScope } from '../../engine/book.js';
import {
  combine,
  IsCalendarDate,
  IsCurrency,
  IsNested,
  Optional,
  Trim,
  ValueRule,
} from '../../http/fields.decorator.js';
import { isCalendarDate } from '../../http/wire-values.js';
import { IsDecimalNumber, IsName, IsSymbol, UpdateReferenceDataDto } from '../reference.dto.js';
import { SELF_TRADE_POLICIES, SELF_TRADE_SCOPES } from '../reference-definitions.js';
import {
  DAY_MINUTES,
  checkOverrideOrder,
  checkSessionWeek,
  OVERRIDES_MAX,
  SESSIONS_MAX,
  WEEK_MINUTES,
} from '../calendar/session-hours.js';
import { isTimeZone } from '../calendar/time-zone.js';

/** A holiday or early close. */
export class SessionOverrideDto {
  /** @example "2026-11-27" */
  @IsCalendarDate()
  date!: string;

  /** @example "Day after Thanksgiving" */
  @IsName()
  name!: string;

  /**
   * The latest end of the date's sessions, in minutes since midnight. Without it, the date has no session.
   * @example 735
   */
  @Optional()
  @IsInt()
  @Min(1)
  @Max(DAY_MINUTES)
  end_time?: number;
}

const IsMinuteList = (): PropertyDecorator =>
  combine(IsInt({ each: true }), ArrayMaxSize(SESSIONS_MAX), ArrayMinSize(1), IsArray());

/** The trading hours of the products. */
export class SessionCalendarDto {
  /**
   * Session starts in local minutes since Sunday 00:00; 1020 is Sunday 17:00.
   * @example [1020, 2460, 3900, 5340, 6780]
   */
  @IsMinuteList()
  @Min(0, { each: true })
  @Max(WEEK_MINUTES - 1, { each: true })
  session_start_times!: number[];

  /**
   * Session ends. The date of the end is the session date. The last one may be after Saturday midnight.
   * @example [2400, 3840, 5280, 6720, 8160]
   */
  @IsMinuteList()
  @ValueRule('isWeek', (ends, body: Partial<SessionCalendarDto>) => checkSessionWeek(body.session_start_times, ends))
  session_end_times!: number[];

  /** Holidays and early closes, in order of date. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(OVERRIDES_MAX)
  @ValidateNested({ each: true })
  @Type(() => SessionOverrideDto)
  @ValueRule('isInOrder', checkOverrideDates)
  overrides?: SessionOverrideDto[];
}

/** Invalid dates are reported by the nested rules. */
function checkOverrideDates(overrides: unknown): string | null {
  const dates: unknown[] = Array.isArray(overrides)
    ? (overrides as Partial<SessionOverrideDto>[]).map(({ date }) => date)
    : [];
  return dates.every(isCalendarDate) ? checkOverrideOrder(dates) : null;
}

/** A new product group. */
export class CreateProductGroupDto {
  /** @example "CME-INDEX" */
  @IsSymbol()
  symbol!: string;

  /** @example "CME index futures" */
  @IsName()
  name!: string;

  /** @example "CME" */
  @Trim()
  @IsString()
  @Length(1, 20)
  exchange!: string;

  /**
   * ISO 4217 currency code.
   * @example "USD"
   */
  @IsCurrency()
  currency!: string;

  /**
   * IANA time zone of the hours.
   * @example "America/Chicago"
   */
  @ValueRule('isTimeZone', (value) =>
    isTimeZone(value) ? null : '$property must be a place of the IANA time zone database, such as America/Chicago',
  )
  timezone!: string;

  @IsNested(() => SessionCalendarDto)
  session_calendar!: SessionCalendarDto;

  /**
   * The margin for opening a position per contract, in the currency of the group.
   * @example 18500
   */
  @IsDecimalNumber()
  initial_margin!: number | string;

  /**
   * The margin for holding a position per contract.
   * @example 16800
   */
  @IsDecimalNumber()
  maintenance_margin!: number | string;

  /**
   * The maximum distance of a limit from the reference price, in percent, in steps of 0.01; 0 is no band, the default.
   * @example 5
   */
  @Optional()
  @IsDecimalNumber()
  price_band?: number | string;

  /**
   * What happens when an order would trade with an own order, in the sense of `self_trade_scope`. By default, the newer
   * order is canceled.
   */
  @Optional()
  @IsIn(SELF_TRADE_POLICIES)
  self_trade_policy?: SelfTradePolicy;

  /**
   * The orders that never trade with each other: those of one account, or those of all accounts of one owner (the
   * default).
   */
  @Optional()
  @IsIn(SELF_TRADE_SCOPES)
  self_trade_scope?: SelfTradeScope;
}

/** Changes to a group. Omitted fields stay as they are; a calendar is replaced as a whole. */
export class UpdateProductGroupDto extends UpdateReferenceDataDto {
  /** @example "CME index futures" */
  @Optional()
  @IsName()
  name?: string;

  @Optional()
  @IsNested(() => SessionCalendarDto)
  session_calendar?: SessionCalendarDto;

  /** @example 19000 */
  @Optional()
  @IsDecimalNumber()
  initial_margin?: number | string;

  /** @example 17250 */
  @Optional()
  @IsDecimalNumber()
  maintenance_margin?: number | string;

  /** @example 7 */
  @Optional()
  @IsDecimalNumber()
  price_band?: number | string;

  @Optional()
  @IsIn(SELF_TRADE_POLICIES)
  self_trade_policy?: SelfTradePolicy;

  @Optional()
  @IsIn(SELF_TRADE_SCOPES)
  self_trade_scope?: SelfTradeScope;
}
