import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsIn, IsInt, Max, Min } from 'class-validator';
import { formatSuggestion } from '../errors/field-names.js';
import { CachedQuery, IsFilterId, Optional, ParseWholeNumber, Repeatable } from '../http/fields.decorator.js';
import { BOARD_SIDES, type BoardSide } from '../engine/board.js';
import { DEPTH_MAX, INSTRUMENTS_MAX } from './market-item.js';

/** Repeated values are answered once, at their first position. */
const Distinct = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? [...new Set<unknown>(value)] : value));

/** The first invalid side, shortened. */
function describeUnknownSide(sides: unknown): string {
  const unknown = [sides].flat().find((side) => !BOARD_SIDES.includes(side as BoardSide));
  return `${JSON.stringify(String(unknown).slice(0, 40))} is none of them${formatSuggestion(unknown, BOARD_SIDES)}`;
}

/** What is asked of the market. */
@CachedQuery()
export class MarketDataQuery {
  /**
   * Instruments in the order of the response; at most 200. A program names at least one.
   * @required
   * @example [1]
   */
  @Distinct()
  @IsFilterId({ each: true })
  @ArrayMaxSize(INSTRUMENTS_MAX)
  instrument_ids?: number[];

  /**
   * Sides in the order of the response, per instrument. By default, all six.
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
   * Adds `BuyDepth` and `SellDepth` with this many price levels at most. At most 20,000 per side for all instruments.
   * @example 5
   */
  @ParseWholeNumber()
  @Optional()
  @IsInt()
  @Min(1)
  @Max(DEPTH_MAX)
  include_depth?: number;
}
