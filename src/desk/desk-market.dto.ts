import { IsIn } from 'class-validator';
import { Optional } from '../http/optional.decorator.js';
import { type BarInterval, BAR_INTERVALS } from '../marketdata/bars/bar.js';
import { OrderTicketQuery } from '../orders/order-ticket.dto.js';

/** How an instrument's market is looked at, and what its ticket is opened with. */
export class DeskMarketQuestion extends OrderTicketQuery {
  /** How long a bar of the chart is. */
  @Optional()
  @IsIn(BAR_INTERVALS)
  interval?: BarInterval;
}
