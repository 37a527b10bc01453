import { Transform } from 'class-transformer';
import { IsInt, Max, Min, ValidateBy } from 'class-validator';
import { Optional } from './optional.decorator.js';
import { idBehind, PAGE_SIZE, PAGE_SIZE_MAX } from './paging.js';

/** A whole number in a query: text that becomes a number. */
const Counted = (): PropertyDecorator => Transform(({ value }: { value: unknown }) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value));

/** Which page of a list is asked for. */
export class Paging {
  /** How many entries the answer may have, at most 1000. */
  @Counted()
  @IsInt()
  @Min(1)
  @Max(PAGE_SIZE_MAX)
  per_page: number = PAGE_SIZE;

  /**
   * Where the page begins: copied from the `Link` header of the page before.
   * @example "YWZ0ZXIgMTAw"
   */
  @Optional()
  @ValidateBy({ name: 'isCursor', validator: { validate: (value) => typeof value === 'string' && idBehind(value) !== null, defaultMessage: () => 'cursor must be one that a Link header gave' } })
  cursor?: string;
}
