import { IsIn } from 'class-validator';

/** What somebody may do with another's account. */
export class GivenAccess {
  /**
   * `Read` looks at it; `Trade` gives orders as well.
   * @example "Trade"
   */
  @IsIn(['Read', 'Trade'])
  access!: 'Read' | 'Trade';
}
