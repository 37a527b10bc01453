import { IsQueryId } from '../http/id.decorator.js';
import { Optional } from '../http/optional.decorator.js';

/** In which group something is to be. */
export class NewProductFormQuery {
  @Optional()
  @IsQueryId()
  group_id?: number;
}

/** Under which product something is to be. */
export class NewInstrumentFormQuery {
  @Optional()
  @IsQueryId()
  product_id?: number;
}
