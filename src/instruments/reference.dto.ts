import { IsInt, IsString, Matches, Max, Min } from 'class-validator';
import { IsFilterId, IsSearchText, Optional, ValueRule, combine } from '../http/fields.decorator.js';
import { PagingQuery } from '../http/paging.dto.js';
import { IsReadableText } from '../http/readable.decorator.js';
import { Transform } from 'class-transformer';
import { normalizeDecimal, DIGITS_MAX, DECIMALS_MAX } from '../money/decimal.js';

export const DECIMAL_RULE = `must be a decimal number of at most ${DIGITS_MAX} digits, ${DECIMALS_MAX} of them behind the point, without an exponent`;

/** A decimal as a JSON number or as text; converted to normalized text. */
export const IsDecimalNumber = (): PropertyDecorator =>
  combine(
    Transform(({ value }: { value: unknown }) => normalizeDecimal(value) ?? value),
    ValueRule('isDecimalNumber', (value) =>
      typeof value === 'string' && normalizeDecimal(value) === value ? null : `$property ${DECIMAL_RULE}`,
    ),
  );

/** The group of the new product. */
export class NewProductFormQuery {
  @IsFilterId()
  group_id?: number;
}

/** The product of the new instrument. */
export class NewInstrumentFormQuery {
  @IsFilterId()
  product_id?: number;
}

/** A symbol as exchanges write it: `ES`, `BRK/B`, `ESZ6 C6700`. */
export const IsSymbol = (): PropertyDecorator =>
  combine(
    IsString(),
    Matches(/^(?=.{1,32}$)[A-Z0-9/^][A-Z0-9./_-]*(?: [A-Z0-9./^_-]+)*$/, {
      message: '$property must be 1 to 32 of A-Z, 0-9, and inside . / _ - and single blanks',
    }),
  );

/** A name for people. */
export const IsName = (): PropertyDecorator => IsReadableText(100);

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
  @IsSearchText()
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
