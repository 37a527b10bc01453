import type { ValidationError } from 'class-validator';
import { DomainError, type Issue } from '../errors/domain-error.js';

/** A body or a parameter that breaks the rules. Each issue points at the field that is wrong. */
export class InvalidRequest extends DomainError {
  readonly kind = 'malformed';
  readonly code = 'invalid_request';

  constructor(override readonly issues: readonly Issue[]) {
    super(issues.map(({ pointer, message }) => `${pointer === '' ? 'body' : pointer}: ${message}`).join('; '));
  }
}

/** What class-validator found, spelled as issues. `root` is "/" for a body, whose pointers are JSON Pointers, and "" for parameters. */
export function issuesOf(errors: readonly ValidationError[], root: '/' | ''): Issue[] {
  return errors.flatMap((error) => {
    const pointer = `${root}${error.property.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
      pointer,
      message: rule === 'whitelistValidation' ? `${error.property} is not known here` : message,
    }));
    const inner = issuesOf(error.children ?? [], '/').map((issue) => ({ ...issue, pointer: pointer + issue.pointer }));
    return [...own, ...inner];
  });
}
