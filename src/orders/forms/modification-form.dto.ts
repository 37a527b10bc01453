import { IsIn } from 'class-validator';
import { IsQueryId } from '../../http/id.decorator.js';
import { Optional } from '../../http/optional.decorator.js';
import { IsFormText } from './order-ticket.dto.js';

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
  @Optional()
  @IsQueryId()
  expected_version?: number;

  /** Whether the form was sent without a session, so that nothing was changed. */
  @Optional()
  @IsIn(['yes'])
  unsent?: 'yes';
}
