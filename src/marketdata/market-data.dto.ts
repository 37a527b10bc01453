import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsIn, IsInt, Max, Min } from 'class-validator';
import { formatSuggestion } from '../http/name-suggestions.js';
import { IsQueryId } from '../http/id.decorator.js';
import { Optional } from '../http/optional.decorator.js';
import { CachedQuery } from '../http/cached-query.decorator.js';
import { Repeatable } from '../http/repeatable.decorator.js';
import { BOARD_SIDES, type BoardSide } from '../engine/board.js';
import { DEPTH_MAX, INSTRUMENTS_MAX } from './market-limits.js';

/** What is asked for twice is answered once, in its first place. */
const Distinct = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? [...new Set<unknown>(value)] : value));

/** The first side that is none, as far as it is worth repeating. */
function describeUnknownSide(sides: unknown): string {
  const unknown = [sides].flat().find((side) => !BOARD_SIDES.includes(side as BoardSide));
  return `${JSON.stringify(String(unknown).slice(0, 40))} is none of them${formatSuggestion(unknown, BOARD_SIDES)}`;
}

/** What is asked of the market. */
@CachedQuery()
export class MarketDataQuery {
  /**
   * The instruments, in the order in which they are to be answered; at most 200. A program names at least one.
   * @example [1]
   */
  @Distinct()
  @Optional()
  @IsQueryId({ each: true })
  @ArrayMaxSize(INSTRUMENTS_MAX)
  instrument_ids?: number[];

  /**
   * The sides, in the order in which they are to be answered for each instrument. Without any, all six.
   * @example ["Buy", "Last"]
   */
  @Repeatable()
  @Distinct()
  @Optional()
  @IsIn(BOARD_SIDES, {
    each: true,
    message: ({ value }) => `sides must be among ${BOARD_SIDES.join(', ')}; ${describeUnknownSide(value)}`,
  })
  sides?: BoardSide[];

  /**
   * Adds `BuyDepth` and `SellDepth` behind the sides of each instrument, with so many prices at most. For all instruments together
   * no more than 20,000 a side.
   * @example 5
   */
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
  )
  @Optional()
  @IsInt()
  @Min(1)
  @Max(DEPTH_MAX)
  include_depth?: number;
}
