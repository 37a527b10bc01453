import { ArrayMaxSize, ArrayMinSize, ArrayUnique, Equals, IsIn } from 'class-validator';
import { IsCalendarDate, IsFilterId, IsId, IsSort, Optional, Repeatable } from '../http/fields.decorator.js';
import type { Sort } from '../database/sorting.js';
import { IsReadableText } from '../http/readable.decorator.js';
import { IsDecimalNumber, IsSymbol, UpdateReferenceDataDto, ListReferenceDataQuery } from './reference.dto.js';
import {
  SETTABLE_INSTRUMENT_STATUSES,
  type SettableInstrumentStatus,
  INSTRUMENT_SORT_FIELDS,
  type InstrumentSortField,
  INSTRUMENT_STATUSES,
  type InstrumentStatus,
  STATUS_REASON_MAX,
} from './reference-definitions.js';

/** Filters and order of the instrument list. Filters are combined with AND. */
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

  /**
   * Sorted by this field: from its least value or, with `-` before it, from its greatest. Instruments that do not expire come last.
   * @example "expiration"
   */
  @IsSort(INSTRUMENT_SORT_FIELDS)
  sort?: Sort<InstrumentSortField>;
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
   * Why it has this status, in one line of at most 200 characters. Everybody who trades it sees the reason; it ends with
   * the status.
   * @example "The exchange reported a wrong reference price."
   */
  @Optional()
  @IsReadableText(STATUS_REASON_MAX)
  status_reason?: string;

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

  /**
   * Why it has this status, in one line of at most 200 characters. Everybody who trades it sees the reason; it ends with
   * the status.
   * @example "The exchange reported a wrong reference price."
   */
  @Optional()
  @IsReadableText(STATUS_REASON_MAX)
  status_reason?: string;

  /** @example 6712.25 */
  @Optional()
  @IsDecimalNumber()
  settlement_price?: number | string;
}

/**
 * Halts many instruments at once, or resumes them: one of `instrument_ids`, `product_group_id` and `whole_venue` says which.
 * @example { "status": "Halted", "status_reason": "The exchange reported a wrong reference price.", "instrument_ids": [1] }
 */
export class InstrumentStatusUpdates {
  /** `Halted` halts those that are open; `Open` resumes those that are halted. */
  @IsIn(['Open', 'Halted'])
  status!: 'Open' | 'Halted';

  /**
   * Why, in one line of at most 200 characters. Everybody who trades there sees it. A halt needs one.
   * @example "The exchange reported a wrong reference price."
   */
  @Optional()
  @IsReadableText(STATUS_REASON_MAX)
  status_reason?: string;

  /**
   * These instruments, at most 1,000. Those that have the status already get the `status_reason`, if one is given, and `Open` opens those that are closed.
   * @example [1]
   */
  @Optional()
  @IsId({ each: true })
  @ArrayMinSize(1)
  @ArrayMaxSize(1000)
  @ArrayUnique()
  instrument_ids?: number[];

  /**
   * The versions that `instrument_ids` had, in their order. If one of them has changed since, nothing is done.
   * @example [3]
   */
  @Optional()
  @IsId({ each: true })
  @ArrayMaxSize(1000)
  expected_versions?: number[];

  /** Those of this product group. */
  @Optional()
  @IsId()
  product_group_id?: number;

  /** All instruments. */
  @Optional()
  @Equals(true)
  whole_venue?: true;
}
