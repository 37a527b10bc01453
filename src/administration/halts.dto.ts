import { IsIn } from 'class-validator';
import { IsFilterId, Repeatable } from '../http/fields.decorator.js';

/** The instruments that would be halted or resumed; without a group and without ids, those of the whole venue. */
export class HaltScopeQuery {
  /** `Halted` halts those that are open, `Open` resumes those that are halted. */
  @IsIn(['Open', 'Halted'])
  status!: 'Open' | 'Halted';

  /** Instruments of this product group. */
  @IsFilterId()
  product_group_id?: number;

  /** These instruments. */
  @Repeatable()
  @IsFilterId({ each: true })
  instrument_ids?: number[];
}
