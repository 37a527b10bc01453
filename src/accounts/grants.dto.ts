import { IsIn } from 'class-validator';
import { IsId, IsQueryId } from '../http/id.decorator.js';
import { Optional } from '../http/optional.decorator.js';
import { IsSought } from './sought.decorator.js';

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

/** Who is to be given access. */
export class GrantQuestion {
  /** The number of a user. */
  @Optional()
  @IsQueryId()
  user_id?: number;

  /** A part of the email or the name of the user who is looked for. */
  @IsSought()
  q?: string;
}
