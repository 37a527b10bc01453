import { IsIn } from 'class-validator';
import { IsCalendarDate, IsFilterId, IsId, Optional, Repeatable } from '../http/fields.decorator.js';
import { IsDecimalNumber, IsSymbol, UpdateReferenceDataDto, ListReferenceDataQuery } from './reference.dto.js';
import {
  SETTABLE_INSTRUMENT_STATUSES,
  type SettableInstrumentStatus,
  INSTRUMENT_STATUSES,
  type InstrumentStatus,
} from './reference-definitions.js';

/** Filters of the instrument list. Filters are combined with AND. */
export class ListInstrumentsQuery extends ListReferenceDataQuery {
  /** Instruments of this product group. */
  @IsFilterId()
  product_group_id?: number;

  /** Those of one product. */
  @IsFilterId()
  product_id?: number;

  /**
   * Instruments with this status, or with one of several.
   * @example ["Open"]
   */
  @Repeatable()
  @Optional()
  @IsIn(INSTRUMENT_STATUSES, { each: true })
  status?: InstrumentStatus[];
}

/** An instrument that is to be. */
export class CreateInstrumentDto {
  /** @example 1 */
  @IsId()
  product_id!: number;

  /** @example "ESZ26" */
  @IsSymbol()
  symbol!: string;

  /**
   * The date of its last session. Without it, the instrument does not expire.
   * @example "2026-12-18"
   */
  @Optional()
  @IsCalendarDate()
  expiration?: string;

  /** Without it, `Open`. */
  @Optional()
  @IsIn(SETTABLE_INSTRUMENT_STATUSES)
  status?: SettableInstrumentStatus;

  /**
   * The settlement price, a multiple of the product's tick.
   * @example 6712.25
   */
  @Optional()
  @IsDecimalNumber()
  settlement_price?: number | string;
}

/** Changes to an instrument. Omitted fields stay as they are. */
export class UpdateInstrumentDto extends UpdateReferenceDataDto {
  /** @example "2026-12-18" */
  @Optional()
  @IsCalendarDate()
  expiration?: string;

  @Optional()
  @IsIn(SETTABLE_INSTRUMENT_STATUSES)
  status?: SettableInstrumentStatus;

  /** @example 6712.25 */
  @Optional()
  @IsDecimalNumber()
  settlement_price?: number | string;
}
