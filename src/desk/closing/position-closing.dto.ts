import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsIn, Matches, MaxLength } from 'class-validator';
import { IsFilterId, Optional } from '../../http/fields.decorator.js';
import { IsLocalPath } from '../../http/local-path.js';

/** As many as a list of order actions has, with a cancellation for each. */
export const POSITIONS_MAX = 50;

/** Which positions to close. */
export class PositionClosingQuery {
  /** Positions of this account. */
  @IsFilterId()
  acct_id?: number;

  /** Positions in this instrument. */
  @IsFilterId()
  instrument_id?: number;

  /**
   * The list of positions or the overview to return to.
   * @example /positions
   */
  @MaxLength(2000)
  @IsLocalPath()
  back = '/desk';
}

/** Positions to close at market, as they were on the page. */
export class PositionClosingForm {
  /**
   * Account, instrument and quantity of each position.
   * @example ["7:1:-2"]
   */
  @IsArray()
  @ArrayMinSize(1, { message: 'select a position' })
  @ArrayMaxSize(POSITIONS_MAX)
  @ArrayUnique()
  @Matches(/^[1-9]\d{0,14}:[1-9]\d{0,14}:-?[1-9]\d{0,9}$/, { each: true })
  position!: string[];

  /**
   * The beginning of the client order ids: the same form sent twice places each order once.
   * @example "web-0123456789ab"
   */
  @Matches(/^web-[0-9a-f]{12}$/)
  reference!: string;

  /** With `yes`, working orders in these instruments are canceled first. */
  @Optional()
  @IsIn(['yes'])
  cancel_orders?: 'yes';
}

/** A position as a form has it. */
export type FormPosition = Readonly<{ acctId: number; instrumentId: number; quantity: number }>;

export function parsePosition(text: string): FormPosition {
  const [acctId = NaN, instrumentId = NaN, quantity = NaN] = text.split(':').map(Number);
  return { acctId, instrumentId, quantity };
}
