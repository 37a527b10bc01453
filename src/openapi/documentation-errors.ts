import { DomainError } from '../errors/domain-error.js';

export class UnknownOperationError extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_operation';

  constructor(operationId: string) {
    super(`There is no endpoint with the name ${operationId}.`);
  }
}

export class UnknownGuideError extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_guide';

  constructor(name: string) {
    super(`There is no documentation page with the name ${name}.`);
  }
}

export class UnknownErrorCodeError extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_error_code';

  constructor(code: string) {
    super(`There is no error with the code ${code}.`);
  }
}
