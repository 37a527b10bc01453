import { IsIn } from 'class-validator';
import type { Side } from '../../engine/side.js';
import { IsQueryId } from '../../http/id.decorator.js';
import { Optional } from '../../http/optional.decorator.js';
import { SIDES } from '../actions/order-action-parser.js';

/** The orders to be canceled. */
export class MassCancellationFormQuery {
  /** Those of this account. */
  @Optional()
  @IsQueryId()
  acct_id?: number;

  /** Those of this instrument. */
  @Optional()
  @IsQueryId()
  instrument_id?: number;

  /** Those of this side. */
  @Optional()
  @IsIn(SIDES)
  side?: Side;
}
