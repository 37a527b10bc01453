import { Equals, IsIn } from 'class-validator';
import type { Side } from '../../engine/side.js';
import { IsId } from '../../http/id.decorator.js';
import { Optional } from '../../http/optional.decorator.js';
import { SIDES } from './order-action-parser.js';
import { IsLabel } from './order-action-rules.decorator.js';

/**
 * Cancels all orders that match the given filters and that the caller may trade. At least one filter is required.
 * @example { "action_type": "MassCancellation", "acct_id": 7 }
 */
export class MassCancellation {
  @Equals('MassCancellation')
  action_type!: 'MassCancellation';

  @Optional()
  @IsId()
  acct_id?: number;

  @Optional()
  @IsId()
  instrument_id?: number;

  /** In place of `instrument_id`. */
  @Optional()
  @IsLabel()
  symbol?: string;

  @Optional()
  @IsId()
  product_group_id?: number;

  @Optional()
  @IsIn(SIDES)
  side?: Side;
}
