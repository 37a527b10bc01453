import { IsIn, MaxLength, Matches } from 'class-validator';
import { Optional, Repeatable } from '../http/fields.decorator.js';
import { IsLocalPath } from '../http/local-path.js';
import { COLUMN_NAME, COLUMN_NAMES } from '../pages/column-choice.js';

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

/** The columns of a table that this browser shows. */
export class ChooseColumnsDto {
  /**
   * The name of the table.
   * @example positions
   */
  @Matches(COLUMN_NAME, { message: 'table must be the name of a table' })
  table!: string;

  /**
   * The names of the columns to choose from, separated by blanks.
   * @example "mark trades"
   */
  @MaxLength(1000)
  @Matches(COLUMN_NAMES, { message: 'offered must be names of columns' })
  offered!: string;

  /** The columns that are shown. Without it, none of those offered. */
  @Repeatable()
  @Optional()
  @Matches(COLUMN_NAME, { each: true, message: 'show must be the name of a column' })
  show?: string[];

  /** Shows all columns, whatever `show` says. */
  @Optional()
  @IsIn(['true'])
  all?: 'true';

  /**
   * The page to return to, a path of this service.
   * @example /positions
   */
  @MaxLength(2000)
  @IsLocalPath()
  back = '/';
}
