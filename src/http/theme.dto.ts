import { IsIn, Matches, MaxLength } from 'class-validator';

/** What the form at the foot of every page sends. */
export class SetThemeDto {
  /** The colors of all pages from now on; `system` leaves them to the reader's system again. */
  @IsIn(['light', 'dark', 'system'])
  theme!: 'light' | 'dark' | 'system';

  /**
   * The page to return to: an address of this service, never one of another.
   *
   * @example /docs
   */
  @MaxLength(2000)
  @Matches(/^\/(?![/\\])[\x21-\x7e]*$/, { message: 'back must be a path of this service' })
  back = '/';
}
