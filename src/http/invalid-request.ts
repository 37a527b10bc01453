import { getMetadataStorage, type ValidationError } from 'class-validator';
import { DomainError, type Issue } from '../errors/domain-error.js';
import { pointerTo } from './field-names.js';
import { issueWords } from './issue-words.js';

/** Enough to mend a request by; without an end, a small request could ask for an answer of megabytes. */
const ISSUES_MAX = 20;

/** A body or a parameter that breaks the rules. Each issue points at the field that is wrong; the first twenty are told. */
export class InvalidRequest extends DomainError {
  readonly kind = 'malformed';
  readonly code = 'invalid_request';

  override readonly issues: readonly Issue[];

  /** `whole` is what is meant where an issue points at no field. */
  constructor(issues: readonly Issue[], whole: 'body' | 'query' = 'body') {
    const told = issues.slice(0, ISSUES_MAX);
    const more = issues.length > told.length ? [`and ${issues.length - told.length} more`] : [];
    super(
      [...told.map(({ pointer, message }) => `${pointer === '' ? whole : pointer}: ${message}`), ...more].join('; '),
    );
    this.issues = told;
  }
}

/** Every field that the rules of a DTO name. */
function fieldsOf(dto: object | undefined): readonly string[] {
  const rules =
    dto === undefined ? [] : getMetadataStorage().getTargetValidationMetadatas(dto.constructor, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}

/** What class-validator found, spelled as issues. `root` is "/" for a body, whose pointers are JSON Pointers, and "" for parameters. */
export function issuesOf(errors: readonly ValidationError[], root: '/' | ''): Issue[] {
  return errors.flatMap((error) => {
    const pointer = root === '/' ? pointerTo(error.property) : error.property;
    const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({
      pointer,
      message: issueWords({
        field: error.property,
        rule,
        message,
        value: error.value as unknown,
        known: rule === 'whitelistValidation' ? fieldsOf(error.target) : [],
      }),
    }));
    const inner = issuesOf(error.children ?? [], '/').map((issue) => ({ ...issue, pointer: pointer + issue.pointer }));
    return [...own, ...inner];
  });
}
