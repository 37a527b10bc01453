import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateNested,
  type ValidationArguments,
} from 'class-validator';
import type { SelfTradePolicy, SelfTradeScope } from '../engine/book.js';
import { IsCalendarDate } from '../http/calendar-date.decorator.js';
import { Optional } from '../http/optional.decorator.js';
import { Trim } from '../http/trim.decorator.js';
import { isCalendarDate } from '../http/wire-values.js';
import { IsDecimalNumber } from './decimal.decorator.js';
import { IsName, IsSymbol, UpdateReferenceDataDto } from './reference.dto.js';
import { SELF_TRADE_POLICIES, SELF_TRADE_SCOPES } from './reference-definitions.js';
import {
  DAY_MINUTES,
  checkOverrideOrder,
  checkSessionWeek,
  OVERRIDES_MAX,
  SESSIONS_MAX,
  WEEK_MINUTES,
} from './session-hours.js';
import { isTimeZone } from './time-zone.js';

/** A date that is not like its weekday. */
export class SessionOverrideDto {
  /** @example "2026-11-27" */
  @IsCalendarDate()
  date!: string;

  /** @example "Day after Thanksgiving" */
  @IsName()
  name!: string;

  /**
   * When the sessions of this date end at the latest, in minutes since its midnight. Without it, the date has no session.
   * @example 735
   */
  @Optional()
  @IsInt()
  @Min(1)
  @Max(DAY_MINUTES)
  end_time?: number;
}

/** When the products of a group trade. */
export class SessionCalendarDto {
  /**
   * When sessions start: local minutes since Sunday 00:00, so 1020 is Sunday 17:00.
   * @example [1020, 2460, 3900, 5340, 6780]
   */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(SESSIONS_MAX)
  @IsInt({ each: true })
  @Min(0, { each: true })
  @Max(WEEK_MINUTES - 1, { each: true })
  session_start_times!: number[];

  /**
   * When each of them ends. The date on which it ends is its session date. The last one may run over Saturday midnight.
   * @example [2400, 3840, 5280, 6720, 8160]
   */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(SESSIONS_MAX)
  @IsInt({ each: true })
  @ValidateBy({
    name: 'isWeek',
    validator: {
      validate: (ends, args) => checkSessionWeek(getStartTimes(args), ends) === null,
      defaultMessage: (args) => checkSessionWeek(getStartTimes(args), args?.value) ?? '',
    },
  })
  session_end_times!: number[];

  /** Holidays and early closes, in the order of their dates. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(OVERRIDES_MAX)
  @ValidateNested({ each: true })
  @Type(() => SessionOverrideDto)
  @ValidateBy({
    name: 'isInOrder',
    validator: {
      validate: (overrides) => checkOverrideDates(overrides) === null,
      defaultMessage: (args) => checkOverrideDates(args?.value) ?? '',
    },
  })
  overrides?: SessionOverrideDto[];
}

const getStartTimes = (args: ValidationArguments | undefined): unknown =>
  (args?.object as Partial<SessionCalendarDto> | undefined)?.session_start_times;

/** Of dates that are no dates the nested rules speak. */
function checkOverrideDates(overrides: unknown): string | null {
  const dates: unknown[] = Array.isArray(overrides)
    ? (overrides as Partial<SessionOverrideDto>[]).map(({ date }) => date)
    : [];
  return dates.every(isCalendarDate) ? checkOverrideOrder(dates) : null;
}

/** A group of products that is to be. */
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
   * Three letters of ISO 4217.
   * @example "USD"
   */
  @Matches(/^[A-Z]{3}$/, { message: 'currency must be three capital letters' })
  currency!: string;

  /**
   * The place whose clocks count, as the IANA database names it.
   * @example "America/Chicago"
   */
  @ValidateBy({
    name: 'isTimeZone',
    validator: {
      validate: isTimeZone,
      defaultMessage: () => '$property must be a place of the IANA time zone database, such as America/Chicago',
    },
  })
  timezone!: string;

  @IsObject()
  @ValidateNested()
  @Type(() => SessionCalendarDto)
  session_calendar!: SessionCalendarDto;

  /**
   * What opening a position costs per contract, in the currency of the group.
   * @example 18500
   */
  @IsDecimalNumber()
  initial_margin!: number | string;

  /**
   * What holding it costs.
   * @example 16800
   */
  @IsDecimalNumber()
  maintenance_margin!: number | string;

  /**
   * How far from the reference price an aggressive limit may be, in percent of it and no finer than 0.01; 0 is any distance, and what holds without it.
   * @example 5
   */
  @Optional()
  @IsDecimalNumber()
  price_band?: number | string;

  /** What happens when an order would meet one of its own, in the sense of `self_trade_scope`. Without it, the newer one is canceled. */
  @Optional()
  @IsIn(SELF_TRADE_POLICIES)
  self_trade_policy?: SelfTradePolicy;

  /** Whose orders never trade with each other: those of one account, or those of all accounts of one owner, which is what holds without it. */
  @Optional()
  @IsIn(SELF_TRADE_SCOPES)
  self_trade_scope?: SelfTradeScope;
}

/** What is to be different of a group. What is left out stays as it is; a calendar is replaced as a whole. */
export class UpdateProductGroupDto extends UpdateReferenceDataDto {
  /** @example "CME index futures" */
  @Optional()
  @IsName()
  name?: string;

  @Optional()
  @IsObject()
  @ValidateNested()
  @Type(() => SessionCalendarDto)
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
