import { IsIn, IsString, Length } from 'class-validator';
import type { Side } from '../engine/side.js';
import { IsQueryId } from '../http/id.decorator.js';
import { Optional } from '../http/optional.decorator.js';
import { Trim } from '../http/trim.decorator.js';
import { SIDES } from './order-action-parser.js';
import { IsLabel } from './order-action-rules.decorator.js';
import { SUBMISSION_TYPES, type SubmissionType } from './order-ticket-types.js';

/** What stands in a field is judged when it is sent; until then it only has to be something that can be typed. */
export const IsFormText = (): PropertyDecorator => (target, name) => {
  for (const rule of [Optional(), IsString(), Length(1, 64)]) rule(target, name);
};

/** What a ticket is opened with. Whatever is left out is typed or chosen there. */
export class OrderTicketQuery {
  /** The account that trades. */
  @Optional()
  @IsQueryId()
  acct_id?: number;

  /** The instrument that is traded. */
  @Optional()
  @IsQueryId()
  instrument_id?: number;

  /**
   * A part of the symbol or the name of what is to be traded; with the symbol of an instrument, that instrument.
   * @example "ES"
   */
  @Trim()
  @Optional()
  @IsString()
  @Length(1, 100)
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
   * Every price that the type of order has.
   * @example "6712.25"
   */
  @IsFormText()
  price?: string;

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
   * How many are to be traded.
   * @example "10"
   */
  @IsFormText()
  quantity?: string;

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

  /**
   * Whether the order may only wait.
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

  /** What the order is called, so that a ticket that is sent twice makes one order. */
  @Optional()
  @IsLabel()
  client_order_id?: string;

  /** Whether it was sent when nobody was signed in any more, so that nothing was ordered: the ticket says so. */
  @Optional()
  @IsIn(['yes'])
  unsent?: 'yes';
}
