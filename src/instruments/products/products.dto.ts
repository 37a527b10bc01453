import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import type { SettlementStyle } from '../../engine/command.js';
import { QUANTITY_MAX } from '../../engine/risk.js';
import { IsFilterId, IsId, Optional, ValueRule, combine } from '../../http/fields.decorator.js';
import { IsDecimalNumber, IsName, IsSymbol, UpdateReferenceDataDto, ListReferenceDataQuery } from '../reference.dto.js';
import { INSTRUMENT_TYPES, type InstrumentType, SETTLEMENT_STYLES } from '../reference-definitions.js';
import { checkSessionWeek, SESSIONS_MAX } from '../calendar/session-hours.js';

/** Filters of the product list. Filters are combined with AND. */
export class ListProductsQuery extends ListReferenceDataQuery {
  /** Those of one group. */
  @IsFilterId()
  group_id?: number;

  /** Those of one type. */
  @Optional()
  @IsIn(INSTRUMENT_TYPES)
  instrument_type?: InstrumentType;
}

const IsOptionalMinuteList = (): PropertyDecorator =>
  combine(Optional(), IsArray(), ArrayMaxSize(SESSIONS_MAX), IsInt({ each: true }));

type SessionTimes = Readonly<{ session_start_times?: unknown; session_end_times?: unknown }>;

/** Both lists or neither; two empty lists mean the hours of the group. */
function checkSessionTimes({ session_start_times: starts, session_end_times: ends }: SessionTimes): string | null {
  if (starts === undefined || ends === undefined) return 'session_start_times and session_end_times are given together';
  const areEmpty = [starts, ends].every((times) => Array.isArray(times) && times.length === 0);
  return areEmpty ? null : checkSessionWeek(starts, ends);
}

const IsSessionWeek = (): PropertyDecorator => ValueRule('isWeek', (_, body: SessionTimes) => checkSessionTimes(body));

/** A product that is to be. */
export class CreateProductDto {
  /** @example 1 */
  @IsId()
  group_id!: number;

  /** @example "ES" */
  @IsSymbol()
  symbol!: string;

  /** @example "E-mini S&P 500" */
  @IsName()
  name!: string;

  @IsIn(INSTRUMENT_TYPES)
  instrument_type!: InstrumentType;

  /**
   * Factor for displaying prices as the market quotes them. 1 by default.
   * @example 1
   */
  @Optional()
  @IsDecimalNumber()
  display_factor?: number | string;

  /**
   * The price tick.
   * @example 0.25
   */
  @IsDecimalNumber()
  tick_size!: number | string;

  /**
   * The value of one tick per contract: exactly tick size times multiplier.
   * @example 12.5
   */
  @IsDecimalNumber()
  tick_value!: number | string;

  /**
   * The value of a price of 1 per contract.
   * @example 50
   */
  @IsDecimalNumber()
  multiplier!: number | string;

  @IsIn(SETTLEMENT_STYLES)
  settlement_style!: SettlementStyle;

  /**
   * The maximum quantity of one order.
   * @example 2500
   */
  @IsInt()
  @Min(1)
  @Max(QUANTITY_MAX)
  max_order_quantity!: number;

  /** Whether zero and negative prices are allowed. False by default. */
  @Optional()
  @IsBoolean()
  allow_negative_prices?: boolean;

  /**
   * Hours of the product, in the format of a group's calendar. Without them, or with two empty lists, the group's hours
   * apply.
   * @example [1020, 2460, 3900, 5340, 6780]
   */
  @IsOptionalMinuteList()
  @IsSessionWeek()
  session_start_times?: number[];

  /** @example [2400, 3840, 5280, 6720, 8160] */
  @IsOptionalMinuteList()
  @IsSessionWeek()
  session_end_times?: number[];
}

/** Changes to a product. Omitted fields stay as they are. */
export class UpdateProductDto extends UpdateReferenceDataDto {
  /** @example "E-mini S&P 500" */
  @Optional()
  @IsName()
  name?: string;

  /** @example 1 */
  @Optional()
  @IsDecimalNumber()
  display_factor?: number | string;

  /** @example 0.25 */
  @Optional()
  @IsDecimalNumber()
  tick_size?: number | string;

  /** @example 12.5 */
  @Optional()
  @IsDecimalNumber()
  tick_value?: number | string;

  /** @example 50 */
  @Optional()
  @IsDecimalNumber()
  multiplier?: number | string;

  @Optional()
  @IsIn(SETTLEMENT_STYLES)
  settlement_style?: SettlementStyle;

  /** @example 3000 */
  @Optional()
  @IsInt()
  @Min(1)
  @Max(QUANTITY_MAX)
  max_order_quantity?: number;

  @Optional()
  @IsBoolean()
  allow_negative_prices?: boolean;

  /** @example [1020, 2460, 3900, 5340, 6780] */
  @IsOptionalMinuteList()
  @IsSessionWeek()
  session_start_times?: number[];

  /** @example [2400, 3840, 5280, 6720, 8160] */
  @IsOptionalMinuteList()
  @IsSessionWeek()
  session_end_times?: number[];
}
