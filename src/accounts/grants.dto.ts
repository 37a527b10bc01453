import { IsIn } from 'class-validator';
import { IsId, IsQueryId, Optional } from '../http/fields.decorator.js';
import { IsSought } from './sought.decorator.js';

/** The access that a grant permits. */
export class GrantAccessDto {
  /**
   * `Read` permits viewing; `Trade` also permits placing orders.
   * @example "Trade"
   */
  @IsIn(['Read', 'Trade'])
  access!: 'Read' | 'Trade';
}

/** A grant for a user. */
export class NewGrant extends GrantAccessDto {
  /**
   * The number of the user.
   * @example 43
   */
  @IsId()
  user_id!: number;
}

/** The user to grant access to. */
export class GrantQuestion {
  /** The number of a user. */
  @Optional()
  @IsQueryId()
  user_id?: number;

  /** Part of a user's email or name. */
  @IsSought()
  q?: string;
}
