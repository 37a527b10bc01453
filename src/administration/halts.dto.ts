import { Equals, IsIn } from 'class-validator';
import { IsFilterId, Optional, Repeatable } from '../http/fields.decorator.js';

/** The instruments that would be halted or resumed. */
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

  /** All instruments. */
  @Optional()
  @Equals('true')
  whole_venue?: 'true';
}
