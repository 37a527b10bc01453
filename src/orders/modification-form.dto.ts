import { IsIn } from 'class-validator';
import { IsQueryId } from '../http/id.decorator.js';
import { Optional } from '../http/optional.decorator.js';
import { IsFormText } from './order-ticket.dto.js';

/** What the form to change an order is opened with, where its reader had filled it in before. Whatever is left out stands as it is. */
export class ModificationFormQuery {
  /**
   * How many it is to be for, with what is done.
   * @example "10"
   */
  @IsFormText()
  quantity?: string;

  /**
   * What the order trades at, or better.
   * @example "6712.25"
   */
  @IsFormText()
  limit_price?: string;

  /**
   * Where the market has to trade before the order begins.
   * @example "6650"
   */
  @IsFormText()
  stop_price?: string;

  /**
   * How long the order works.
   * @example "Day"
   */
  @IsFormText()
  time_in_force?: string;

  /**
   * The last session of an order that is good till a date.
   * @example "2026-01-30"
   */
  @IsFormText()
  expire_date?: string;

  /** The version of the order for which it was filled in. */
  @Optional()
  @IsQueryId()
  expected_version?: number;

  /** Whether it was sent when nobody was signed in any more, so that nothing was changed: the form says so. */
  @Optional()
  @IsIn(['yes'])
  unsent?: 'yes';
}
