import { IsInt, IsString, Length, Matches, Max, Min } from 'class-validator';
import { Optional, Trim } from '../http/fields.decorator.js';
import { PagingQuery } from '../http/paging.dto.js';
import { IsReadable } from '../http/readable.decorator.js';

/** A symbol as exchanges write it: `ES`, `BRK/B`, `ESZ6 C6700`. */
export const IsSymbol = (): PropertyDecorator => (target, property) => {
  for (const rule of [
    IsString(),
    Matches(/^(?=.{1,32}$)[A-Z0-9/^][A-Z0-9./_-]*(?: [A-Z0-9./^_-]+)*$/, {
      message: '$property must be 1 to 32 of A-Z, 0-9, and inside . / _ - and single blanks',
    }),
  ])
    rule(target, property);
};

/** A name for people. */
export const IsName = (): PropertyDecorator => (target, property) => {
  for (const rule of [Trim(), IsString(), Length(1, 100), IsReadable()]) rule(target, property);
};

/** Filters that every list of reference data has. Filters are combined with AND. */
export class ListReferenceDataQuery extends PagingQuery {
  /**
   * The exact symbol.
   * @example "ES"
   */
  @Optional()
  @IsSymbol()
  symbol?: string;

  /**
   * Part of the symbol or name (case-insensitive).
   * @example "s&p"
   */
  @Trim()
  @Optional()
  @IsString()
  @Length(1, 100)
  search?: string;
}

/** What every change may say. */
export class UpdateReferenceDataDto {
  /** The version that the change is made for. If there is a newer version, the response is 409 and nothing changes. */
  @Optional()
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  expected_version?: number;
}
