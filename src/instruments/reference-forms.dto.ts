import { IsQueryId } from '../http/id.decorator.js';
import { Optional } from '../http/optional.decorator.js';

/** The group of the new product. */
export class NewProductFormQuery {
  @Optional()
  @IsQueryId()
  group_id?: number;
}

/** The product of the new instrument. */
export class NewInstrumentFormQuery {
  @Optional()
  @IsQueryId()
  product_id?: number;
}
