import { domainError, type Issue } from '../errors/domain-error.js';
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

  constructor(symbol: string) {
    super(`There is no instrument with the symbol ${symbol}.`);
    this.issues = [{ pointer: '/symbol', message: `symbol must be that of an instrument; ${symbol} is none` }];
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

export class PriceOffTickError extends domainError('refused', 'price_off_tick') {
  constructor(symbol: string, price: string, tick: string) {
    super(`${price} is not a multiple of the tick size of ${symbol}, ${tick}.`);
  }
}
