import { getMetadataStorage, type ValidationError } from 'class-validator';
import { DomainError, type Issue } from '../errors/domain-error.js';
import { toJsonPointer } from '../errors/field-names.js';
import { formatIssue } from './issue-messages.js';

/** Enough for fixing a request; without a limit, a small request could cause a response of megabytes. */
const ISSUES_MAX = 20;

/** An invalid body or parameter. Each issue points at a field; the first twenty are listed. */
export class InvalidRequestError extends DomainError {
  readonly kind = 'malformed';
  readonly code = 'invalid_request';

  override readonly issues: readonly Issue[];

  /** `whole` is the subject of an issue without a field. */
  constructor(issues: readonly Issue[], location: 'body' | 'query' = 'body') {
    const listed = issues.slice(0, ISSUES_MAX);
    const more = issues.length > listed.length ? [`and ${issues.length - listed.length} more`] : [];
    super(
      [...listed.map(({ pointer, message }) => `${pointer === '' ? location : pointer}: ${message}`), ...more].join(
        '; ',
      ),
    );
    this.issues = listed;
  }
}

/** All fields with rules in a DTO. */
function listDtoFields(dto: object | undefined): readonly string[] {
  const rules =
    dto === undefined ? [] : getMetadataStorage().getTargetValidationMetadatas(dto.constructor, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}

/**
 * Converts class-validator's errors to issues. `root` is "/" for a body, whose pointers are JSON Pointers, and "" for
 * parameters.
 */
export function toIssues(errors: readonly ValidationError[], root: '/' | ''): Issue[] {
  return errors.flatMap((error) => {
    const pointer = root === '/' ? toJsonPointer(error.property) : error.property;
    const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
      pointer,
      message: formatIssue({
        field: error.property,
        rule,
        message,
        value: error.value as unknown,
        known: rule === 'whitelistValidation' ? listDtoFields(error.target) : [],
      }),
    }));
    const inner = toIssues(error.children ?? [], '/').map((issue) => ({ ...issue, pointer: pointer + issue.pointer }));
    return [...own, ...inner];
  });
}
