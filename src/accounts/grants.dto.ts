import { IsIn } from 'class-validator';
import { IsId } from '../http/id.decorator.js';

/** What somebody may do with another's account. */
export class GivenAccess {
  /**
   * `Read` looks at it; `Trade` gives orders as well.
   * @example "Trade"
   */
  @IsIn(['Read', 'Trade'])
  access!: 'Read' | 'Trade';
}

/** The same, with the user. */
export class NewGrant extends GivenAccess {
  /**
   * The number of the user.
   * @example 43
   */
  @IsId()
  user_id!: number;
}
