import { IsIn, IsInt, Max, Min } from 'class-validator';
import { Optional, ParseWholeNumber } from '../http/fields.decorator.js';
import { type BarInterval, BAR_INTERVALS } from '../marketdata/bars/bar.js';
import { OrderTicketQuery } from '../orders/forms/order-forms.dto.js';

/** Options of an instrument's page, and the initial values of its ticket. */
export class DeskMarketQuestion extends OrderTicketQuery {
  /** The interval of the chart's bars; by default the one that was chosen last in this browser. */
  @Optional()
  @IsIn(BAR_INTERVALS)
  interval?: BarInterval;
}

/** As many as a chart has. */
const CHART_BARS = 300;

/** Which bars of a chart are asked for. */
export class DeskHistoryQuestion {
  /** The interval of a bar. */
  @IsIn(BAR_INTERVALS)
  interval!: BarInterval;

  /** How many of the newest bars. */
  @ParseWholeNumber()
  @IsInt()
  @Min(1)
  @Max(CHART_BARS)
  count: number = CHART_BARS;
}
