import { Transform } from 'class-transformer';
import { IsInt, Max, Min, ValidateBy } from 'class-validator';
import { Optional } from './optional.decorator.js';
import { parseCursor, PAGE_SIZE, PAGE_SIZE_MAX, parsePairCursor } from './paging.js';

/** A whole number in a query: text that becomes a number. */
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

/** How long a page is, for lists that say themselves where it begins. */
export class PageSizeQuery {
  /** How many entries the answer may have, at most 1000. */
  @ParseNumber()
  @IsInt()
  @Min(1)
  @Max(PAGE_SIZE_MAX)
  per_page: number = PAGE_SIZE;
}

/** Which page of a list is asked for. */
export class PagingQuery extends PageSizeQuery {
  /**
   * Where the page begins: copied from the `Link` header of the page before.
   * @example "YWZ0ZXIgMTAw"
   */
  @Optional()
  @IsCursor(parseCursor)
  cursor?: string;
}

/** Which page of a list is asked for whose rows have two numbers. */
export class PairPagingQuery extends PageSizeQuery {
  /**
   * Where the page begins: copied from the `Link` header of the page before.
   * @example "YWZ0ZXIgNyA0Mg"
   */
  @Optional()
  @IsCursor(parsePairCursor)
  cursor?: string;
}
