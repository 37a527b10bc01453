import { DomainError, type Issue } from '../errors/domain-error.js';
import type { DefinitionViolation } from './reference-definitions.js';

export class UnknownProductGroupError extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_product_group';

  constructor() {
    super('There is no product group with this id.');
  }
}

export class UnknownProductError extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_product';

  constructor() {
    super('There is no product with this id.');
  }
}

export class UnknownInstrumentError extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_instrument';

  /** The unknown id, if several were named. */
  constructor(id?: number) {
    super(id === undefined ? 'There is no instrument with this id.' : `There is no instrument ${id}.`);
  }
}

export class SymbolTakenError extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'symbol_taken';

  constructor() {
    super('This symbol is already in use. Choose another one.');
  }
}

export class VersionConflictError extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'version_conflict';

  constructor(expected: number, actual: number) {
    super(
      `It has been changed since version ${expected}; it is now at version ${actual}. Read it again and send the change with that version.`,
    );
  }
}

/** Fields that are valid alone but conflict. */
export class InconsistentTermsError extends DomainError {
  readonly kind = 'refused';
  readonly code = 'inconsistent_terms';
  override readonly issues: readonly Issue[];

  constructor(violations: readonly DefinitionViolation[]) {
    super(violations.map(({ field, message }) => `${field}: ${message}`).join('; '));
    this.issues = violations.map(({ field, message }) => ({ pointer: `/${field}`, message }));
  }
}

/** Orders and positions that the change would affect. */
export class DefinitionInUseError extends DomainError {
  readonly kind = 'conflict';
  readonly code = 'definition_in_use';
}

export class PriceOffTickError extends DomainError {
  readonly kind = 'refused';
  readonly code = 'price_off_tick';

  constructor(symbol: string, price: string, tick: string) {
    super(`${price} is not a multiple of the tick size of ${symbol}, ${tick}.`);
  }
}
