import { Transform } from 'class-transformer';
import { IsInt, Max, Min, ValidateBy } from 'class-validator';
import { Optional } from './optional.decorator.js';
import { parseCursor, PAGE_SIZE, PAGE_SIZE_MAX, parsePairCursor } from './paging.js';

/** A whole number in a query, converted from text. */
const ParseNumber = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value,
  );

const message = 'cursor must be one that a Link header gave';

const IsCursor = (parse: (cursor: string) => unknown): PropertyDecorator =>
  ValidateBy({
    name: 'isCursor',
    validator: {
      validate: (value) => typeof value === 'string' && parse(value) !== null,
      defaultMessage: () => message,
    },
  });

/** The page size of lists with a position of their own. */
export class PageSizeQuery {
  /** The most entries in the response, at most 1000. */
  @ParseNumber()
  @IsInt()
  @Min(1)
  @Max(PAGE_SIZE_MAX)
  per_page: number = PAGE_SIZE;
}

/** The page of a list. */
export class PagingQuery extends PageSizeQuery {
  /**
   * The position of the page, from the `Link` header of the previous page.
   * @example "YWZ0ZXIgMTAw"
   */
  @Optional()
  @IsCursor(parseCursor)
  cursor?: string;
}

/** The page of a list whose rows have two sort numbers. */
export class PairPagingQuery extends PageSizeQuery {
  /**
   * The position of the page, from the `Link` header of the previous page.
   * @example "YWZ0ZXIgNyA0Mg"
   */
  @Optional()
  @IsCursor(parsePairCursor)
  cursor?: string;
}
