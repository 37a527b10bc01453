import type { ValidationError } from 'class-validator';
import { DomainError, type Issue } from '../errors/domain-error.js';

/** A body or query that breaks its DTO's rules. Each issue points at the field that is wrong. */
export class InvalidRequest extends DomainError {
  readonly kind = 'malformed';
  readonly code = 'invalid_request';
  override readonly issues: readonly Issue[];

  constructor(errors: readonly ValidationError[]) {
    const issues = errors.flatMap((error) => issuesOf(error, ''));
    super(issues.map(({ pointer, message }) => `${pointer}: ${message}`).join('; '));
    this.issues = issues;
  }
}

function issuesOf(error: ValidationError, parent: string): Issue[] {
  const pointer = `${parent}/${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((message) => ({ pointer, message }));
  return [...own, ...(error.children ?? []).flatMap((child) => issuesOf(child, pointer))];
}
