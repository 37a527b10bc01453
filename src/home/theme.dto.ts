import { IsIn, MaxLength } from 'class-validator';
import { Optional } from '../http/fields.decorator.js';
import { IsLocalPath } from '../http/local-path.js';

/** The form for colors and density, at the foot of every page. */
export class SetThemeDto {
  /** The colors of all pages; `system` follows the browser's setting. */
  @Optional()
  @IsIn(['light', 'dark', 'system'])
  theme?: 'light' | 'dark' | 'system';

  /** The height of rows and controls on all pages. */
  @Optional()
  @IsIn(['comfortable', 'compact'])
  density?: 'comfortable' | 'compact';

  /**
   * The page to return to, a path of this service.
   * @example /docs
   */
  @MaxLength(2000)
  @IsLocalPath()
  back = '/';
}
