import { IsIn, Matches, MaxLength } from 'class-validator';

/** The form for the colors, at the foot of every page. */
export class SetThemeDto {
  /** The colors of all pages; `system` follows the browser's setting. */
  @IsIn(['light', 'dark', 'system'])
  theme!: 'light' | 'dark' | 'system';

  /**
   * The page to return to, a path of this service.
   * @example /docs
   */
  @MaxLength(2000)
  @Matches(/^\/(?![/\\])[\x21-\x7e]*$/, { message: 'back must be a path of this service' })
  back = '/';
}
