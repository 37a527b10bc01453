import { IsIn, MaxLength } from 'class-validator';
import { Optional, Repeatable } from '../../http/fields.decorator.js';
import { IsLocalPath } from '../../http/local-path.js';
import {
  COLUMN_ORDERS,
  type ColumnOrder,
  DESK_PANELS,
  type DeskPanel,
  PANEL_SIZES,
  type PanelSize,
} from './desk-panels.js';

/** Where the user comes from, and returns to. */
export class DeskPanelsQuery {
  /**
   * The page to return to, a path of this service.
   * @example /desk
   */
  @MaxLength(2000)
  @IsLocalPath()
  back = '/desk';
}

/** The arrangement of an instrument's page. */
export class DeskPanelsForm extends DeskPanelsQuery {
  /** The columns from left to right. */
  @IsIn(COLUMN_ORDERS)
  order!: ColumnOrder;

  /** The panels that are shown. Without it, none of them. */
  @Repeatable()
  @Optional()
  @IsIn(DESK_PANELS, { each: true })
  show?: DeskPanel[];

  /** The width of the book with the last trades. */
  @IsIn(PANEL_SIZES.book)
  book: PanelSize = 'medium';

  /** The width of the ticket. */
  @IsIn(PANEL_SIZES.ticket)
  ticket: 'medium' | 'large' = 'medium';

  /** The height of position and working orders below the chart. */
  @IsIn(PANEL_SIZES.holdings)
  holdings: PanelSize = 'medium';
}
