import { IsQueryId } from '../http/id.decorator.js';
import { Optional } from '../http/optional.decorator.js';

/** In which group something is to be. */
export class OfGroup {
  @Optional()
  @IsQueryId()
  group_id?: number;
}

/** Under which product something is to be. */
export class OfProduct {
  @Optional()
  @IsQueryId()
  product_id?: number;
}
