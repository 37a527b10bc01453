import { domainError, type Issue, type ProblemValues } from '../errors/domain-error.js';
import { createExactNumber } from '../money/exact-number.js';
import type { DefinitionViolation } from './reference-definitions.js';

export class UnknownProductGroupError extends domainError(
  'unknown',
  'unknown_product_group',
  'There is no product group with this id.',
) {}

export class UnknownProductError extends domainError(
  'unknown',
  'unknown_product',
  'There is no product with this id.',
) {}

export class UnknownInstrumentError extends domainError('unknown', 'unknown_instrument') {
  /** The unknown id, if several were named. */
  constructor(id?: number) {
    super(id === undefined ? 'There is no instrument with this id.' : `There is no instrument ${id}.`);
  }
}

/** Typed into the form of a page: programs name instruments by their ids. */
export class UnknownSymbolError extends domainError('refused', 'unknown_symbol') {
  override readonly issues: readonly Issue[];

  /** `meant` has symbols that may be meant instead. */
  constructor(symbol: string, meant: readonly string[]) {
    const question = meant.length === 0 ? '' : `. Did you mean ${meant.join(' or ')}?`;
    super(`There is no instrument with the symbol ${symbol}${question === '' ? '.' : question}`);
    // A page replaces the first word by the label of its field, such as Instrument.
    this.issues = [{ pointer: '/symbol', message: `symbol ${symbol} does not exist${question}` }];
  }
}

export class SymbolTakenError extends domainError(
  'conflict',
  'symbol_taken',
  'This symbol is already in use. Choose another one.',
) {}

export class VersionConflictError extends domainError('conflict', 'version_conflict') {
  constructor(expected: number, actual: number) {
    super(
      `It has been changed since version ${expected}; it is now at version ${actual}. Read it again and send the change with that version.`,
    );
  }
}

/** Fields that are valid alone but conflict. */
export class InconsistentTermsError extends domainError('refused', 'inconsistent_terms') {
  override readonly issues: readonly Issue[];

  constructor(violations: readonly DefinitionViolation[]) {
    super(violations.map(({ field, message }) => `${field}: ${message}`).join('; '));
    this.issues = violations.map(({ field, message }) => ({ pointer: `/${field}`, message }));
  }
}

/** Orders and positions that the change would affect. */
export class DefinitionInUseError extends domainError('conflict', 'definition_in_use') {}

/** A price in a field, and the product that it does not fit. */
type RejectedPrice = Readonly<{ price: string; field: string; symbol: string; tickSize: string }>;

export class PriceOffTickError extends domainError('refused', 'price_off_tick') {
  override readonly issues: readonly Issue[];
  override readonly values: ProblemValues;

  constructor({ price, field, symbol, tickSize }: RejectedPrice, nearest: readonly string[]) {
    super(`${price} is not a multiple of the tick size of ${symbol}, ${tickSize}.`);
    this.issues = [{ pointer: `/${field}`, message: `${field} must be a multiple of ${tickSize}` }];
    this.values = { tick: toExactValue(tickSize), nearest: nearest.map(toExactValue) };
  }
}

/** No order can have such a price. */
export class PriceTooLargeError extends domainError('refused', 'price_out_of_band') {
  override readonly issues: readonly Issue[];

  constructor({ price, field, symbol }: RejectedPrice, max: string) {
    super(`${price} is too large: a price of ${symbol} is at most ${max}.`);
    this.issues = [{ pointer: `/${field}`, message: `${field} must be at most ${max}` }];
  }
}

const toExactValue = (decimal: string): number => createExactNumber(decimal) as unknown as number;
