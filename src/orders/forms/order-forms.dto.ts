import { IsIn, IsString, Length } from 'class-validator';
import type { Side } from '../../engine/side.js';
import { IsFilterId, IsSearchText, Optional, combine } from '../../http/fields.decorator.js';
import { SIDES } from '../actions/order-submissions.dto.js';
import { IsLabel } from '../actions/order-action-rules.decorator.js';
import { SUBMISSION_TYPES, type SubmissionType } from './order-ticket-types.js';

/** Fields are validated when the order is sent; the ticket accepts any text. */
const IsFormText = (): PropertyDecorator => combine(Optional(), IsString(), Length(1, 64));

/** Initial values of the order ticket. */
export class OrderTicketQuery {
  /** The account that trades. */
  @IsFilterId()
  acct_id?: number;

  /** The instrument that is traded. */
  @IsFilterId()
  instrument_id?: number;

  /**
   * Part of the symbol or name to search for; the symbol of an instrument selects it.
   * @example "ES"
   */
  @IsSearchText()
  search?: string;

  /** Whether to buy or to sell. */
  @Optional()
  @IsIn(SIDES)
  side?: Side;

  /** The type of the order. */
  @Optional()
  @IsIn(SUBMISSION_TYPES)
  action_type?: SubmissionType;

  /**
   * Every price of the order type.
   * @example "6712.25"
   */
  @IsFormText()
  price?: string;

  /**
   * The limit price.
   * @example "6712.25"
   */
  @IsFormText()
  limit_price?: string;

  /**
   * The stop price.
   * @example "6650"
   */
  @IsFormText()
  stop_price?: string;

  /**
   * The quantity.
   * @example "10"
   */
  @IsFormText()
  quantity?: string;

  /**
   * The time in force.
   * @example "Day"
   */
  @IsFormText()
  time_in_force?: string;

  /**
   * The last session of a good-till-date order.
   * @example "2026-01-30"
   */
  @IsFormText()
  expire_date?: string;

  /**
   * Whether the order is post only.
   * @example "yes"
   */
  @IsFormText()
  post_only?: string;

  /**
   * A remark.
   * @example "hedge"
   */
  @IsFormText()
  tag?: string;

  /** The client order id, so that a ticket that is sent twice places one order. */
  @Optional()
  @IsLabel()
  client_order_id?: string;

  /** Whether the ticket was sent without a session, so that no order was placed. */
  @Optional()
  @IsIn(['yes'])
  unsent?: 'yes';
}

/** Initial values of the form for modifying an order. Omitted fields show the current terms. */
export class ModificationFormQuery {
  /**
   * The new total quantity, including fills.
   * @example "10"
   */
  @IsFormText()
  quantity?: string;

  /**
   * The new limit price.
   * @example "6712.25"
   */
  @IsFormText()
  limit_price?: string;

  /**
   * The new stop price.
   * @example "6650"
   */
  @IsFormText()
  stop_price?: string;

  /**
   * The new time in force.
   * @example "Day"
   */
  @IsFormText()
  time_in_force?: string;

  /**
   * The last session of a good-till-date order.
   * @example "2026-01-30"
   */
  @IsFormText()
  expire_date?: string;

  /** The version of the order that the form was opened for. */
  @IsFilterId()
  expected_version?: number;

  /** Whether the form was sent without a session, so that nothing was changed. */
  @Optional()
  @IsIn(['yes'])
  unsent?: 'yes';
}

/** The orders to be canceled. */
export class MassCancellationFormQuery {
  /** Those of this account. */
  @IsFilterId()
  acct_id?: number;

  /** Those of this instrument. */
  @IsFilterId()
  instrument_id?: number;

  /** Those of this side. */
  @Optional()
  @IsIn(SIDES)
  side?: Side;
}
