import { IsBoolean, IsIn, IsString, Length, MaxLength } from 'class-validator';
import { combine, IsFilterId, IsId, Optional, Repeatable, Trim } from '../http/fields.decorator.js';
import { PagingQuery } from '../http/paging.dto.js';
import { IsReadable } from '../http/readable.decorator.js';
import { IsDecimalNumber } from '../instruments/reference.dto.js';
import {
  ALERT_DIRECTIONS,
  ALERT_KINDS,
  ALERT_SIDES,
  ALERT_STATES,
  type AlertDirection,
  type AlertKind,
  type AlertSide,
  type AlertState,
  NOTE_MAX,
} from './alert-terms.js';

const IsNote = (): PropertyDecorator => combine(IsReadable(), MaxLength(NOTE_MAX), IsString(), Trim(), Optional());

class AlertConditions {
  /**
   * What the alert waits for: a `Price` of an instrument, or a `Fill` on your accounts.
   * @example "Price"
   */
  @IsIn(ALERT_KINDS)
  kind!: AlertKind;

  /**
   * Of a fill alert: the account. Without it, every account that you own or were granted.
   * @example 7
   */
  @Optional()
  @IsId()
  acct_id?: number;

  /**
   * Of a price alert: the price of the last trade, the best bid (`Buy`) or the best offer (`Sell`). Without it, `Last`.
   * @example "Last"
   */
  @Optional()
  @IsIn(ALERT_SIDES)
  side?: AlertSide;

  /**
   * Of a price alert: whether it waits for a price at or above, or at or below its own.
   * @example "Above"
   */
  @Optional()
  @IsIn(ALERT_DIRECTIONS)
  direction?: AlertDirection;

  /**
   * What to remember when it triggers.
   * @example "Take profit"
   */
  @IsNote()
  note?: string;

  /** Whether it waits again after it has triggered: for the price to come back and reach it again, or for the next fill. */
  @Optional()
  @IsBoolean()
  repeat?: boolean;
}

/**
 * The body for a new alert.
 * @example { "kind": "Price", "instrument_id": 1, "side": "Last", "direction": "Above", "price": 6750.25, "note": "Take profit" }
 */
export class NewAlert extends AlertConditions {
  /**
   * The instrument. A price alert needs one; a fill alert without one waits for a fill in any.
   * @example 1
   */
  @Optional()
  @IsId()
  instrument_id?: number;

  /**
   * Of a price alert: a multiple of the tick of the product.
   * @example 6750.25
   */
  @Optional()
  @IsDecimalNumber()
  price?: number | string;
}

/** The form for a new alert: people know instruments by their symbols. */
export class NewAlertForm extends AlertConditions {
  /**
   * The symbol of the instrument. A price alert needs one.
   * @example "ESZ26"
   */
  @Optional()
  @Trim()
  @IsString()
  @Length(1, 32)
  symbol?: string;

  /**
   * Of a price alert: a multiple of the tick of the product. The service reads it, to report an unknown symbol with it.
   * @example "6750.25"
   */
  @Optional()
  @Trim()
  @IsString()
  @MaxLength(64)
  price?: string;
}

/** Arms an alert again, or cancels it. */
export class AlertStateChange {
  /** `Active` arms it: it triggers at once if the price is there. */
  @IsIn(['Active', 'Cancelled'])
  state!: 'Active' | 'Cancelled';
}

/** Filters of alerts. Filters are combined with AND. */
export class AlertsQuery extends PagingQuery {
  /**
   * Alerts with this state, or with one of several.
   * @example ["Active"]
   */
  @Repeatable()
  @Optional()
  @IsIn(ALERT_STATES, { each: true })
  state?: AlertState[];

  /** Alerts on this instrument. */
  @IsFilterId()
  instrument_id?: number;
}
