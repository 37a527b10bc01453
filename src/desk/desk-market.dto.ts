import { IsIn } from 'class-validator';
import { Optional } from '../http/optional.decorator.js';
import { type BarInterval, SPANS } from '../marketdata/bars/bar.js';
import { OrderTicketQuestion } from '../orders/ticket.dto.js';

/** How an instrument's market is looked at, and what its ticket is opened with. */
export class DeskMarketQuestion extends OrderTicketQuestion {
  /** How long a bar of the chart is. */
  @Optional()
  @IsIn(SPANS)
  interval?: BarInterval;
}
