import { ArrayMaxSize, ArrayUnique, IsArray, IsIn, IsInt, IsString, Length, Matches, Max, Min } from 'class-validator';
import { IsFilterId, IsId, Optional, Trim } from '../http/fields.decorator.js';
import { PagingQuery } from '../http/paging.dto.js';
import { IsReadableText } from '../http/readable.decorator.js';
import { WATCHLIST_COLUMNS } from './watchlist-columns.js';
import { NAME_MAX, WATCHLIST_INSTRUMENTS_MAX } from './watchlist-limits.js';

const VERSION_MAX = 2_147_483_647;

/** The body for a new watchlist. */
export class NewWatchlist {
  /**
   * The name, which no other of your watchlists has.
   * @example "Metals"
   */
  @IsReadableText(NAME_MAX)
  name!: string;

  /**
   * The instruments in the order of the list; at most 50. Without it, none.
   * @example [7, 1]
   */
  @Optional()
  @IsArray()
  @ArrayMaxSize(WATCHLIST_INSTRUMENTS_MAX)
  @ArrayUnique()
  @IsId({ each: true })
  instrument_ids?: number[];
}

/** The body that replaces the name and the instruments of a watchlist. */
export class ReplacedWatchlist {
  /**
   * The name, which no other of your watchlists has.
   * @example "Metals"
   */
  @IsReadableText(NAME_MAX)
  name!: string;

  /**
   * The instruments in the order of the list; at most 50.
   * @example [1, 7]
   */
  @IsArray()
  @ArrayMaxSize(WATCHLIST_INSTRUMENTS_MAX)
  @ArrayUnique()
  @IsId({ each: true })
  instrument_ids!: number[];

  /** The version that the change is made for. If there is a newer version, the response is 409 and nothing changes. */
  @Optional()
  @IsInt()
  @Min(1)
  @Max(VERSION_MAX)
  expected_version?: number;
}

/** Which part of the lists a page shows. */
export class WatchlistsQuery extends PagingQuery {
  /** Watchlists with this instrument. */
  @IsFilterId()
  instrument_id?: number;
}

/** The form for a new watchlist: with an instrument, from the page of that. */
export class NewWatchlistForm {
  /**
   * The name, which no other of your watchlists has.
   * @example "Metals"
   */
  @IsReadableText(NAME_MAX)
  name!: string;

  @Optional()
  @IsId()
  instrument_id?: number;
}

/** The form that renames a watchlist. */
export class WatchlistNameForm {
  /**
   * The name, which no other of your watchlists has.
   * @example "Metals"
   */
  @IsReadableText(NAME_MAX)
  name!: string;
}

/** The form that adds an instrument at the end of a watchlist. */
export class WatchlistSymbolForm {
  /**
   * The symbol of the instrument; of several, the one that was listed last.
   * @example "ESZ26"
   */
  @Trim()
  @IsString()
  @Length(1, 32)
  symbol!: string;
}

/** The form with the buttons of the rows. */
export class WatchlistRowForm {
  /**
   * The number of the instrument, and what happens to its row: `add`, `up`, `down` or `remove`.
   * @example "7 up"
   */
  @Matches(/^[1-9]\d{0,15} (?:add|up|down|remove)$/, {
    message: 'row must be the number of an instrument with add, up, down or remove',
  })
  row!: string;
}

/** The form that moves a column of all watchlists. */
export class WatchlistColumnForm {
  /**
   * The column, and where it moves: `left` or `right`.
   * @example "volume left"
   */
  @IsIn(WATCHLIST_COLUMNS.flatMap((column) => [`${column} left`, `${column} right`]))
  column!: string;

  /** The watchlist that the page shows afterwards. */
  @Optional()
  @IsId()
  watchlist_id?: number;
}
