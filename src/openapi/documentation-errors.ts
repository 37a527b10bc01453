import { DomainError } from '../errors/domain-error.js';

export class UnknownOperationError extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_operation';

  constructor(operationId: string) {
    super(`No endpoint of this service is called ${operationId}.`);
  }
}

export class UnknownGuideError extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_guide';

  constructor(name: string) {
    super(`No page of the documentation is called ${name}.`);
  }
}

export class UnknownErrorCodeError extends DomainError {
  readonly kind = 'unknown';
  readonly code = 'unknown_error_code';

  constructor(code: string) {
    super(`No failure of this service has the code ${code}.`);
  }
}
