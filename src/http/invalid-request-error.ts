import { getMetadataStorage, type ValidationError } from 'class-validator';
import { domainError, type Issue } from '../errors/domain-error.js';
import { toJsonPointer, formatSuggestion, formatUnknownName } from '../errors/field-names.js';

/** Rules of class-validator for text. */
const TEXT_RULES = new Set([
  'isString',
  'isLength',
  'minLength',
  'maxLength',
  'matches',
  'isEmail',
  'isUrl',
  'isUuid',
  'isPassword',
  'isCalendarDate',
]);

/** Rules for numbers. Their bounds do not help a caller who sent another type. */
const NUMBER_RULES = new Set(['isInt', 'isNumber', 'min', 'max']);

/** class-validator's messages and their replacements. */
const messageRewrites: readonly (readonly [RegExp, string])[] = [
  [/must be longer than or equal to 1 characters$/, 'must not be empty'],
  [/must be longer than or equal to (\d+) characters$/, 'must have at least $1 characters'],
  [/must be shorter than or equal to (\d+) characters$/, 'must have at most $1 characters'],
  [/must be an email$/, 'must be an email address'],
  [/must be a string$/, 'must be text'],
];

/** `known` are the names of all fields of the object. */
type BrokenRule = Readonly<{ field: string; rule: string; message: string; value: unknown; known?: readonly string[] }>;

/** The first invalid one of several values. */
const formatValueSuggestion = (known: readonly string[], value: unknown): string =>
  formatSuggestion(
    [value].flat().find((one) => typeof one === 'string' && !known.includes(one)),
    known,
  );

/** The values listed by a rule; empty without any. */
const parseAllowedValues = (message: string): readonly string[] =>
  message.split('following values: ')[1]?.split(', ') ?? [];

/** The most basic broken rule of a field, whichever was checked first. */
export function formatIssue({ field, rule, message, value, known = [] }: BrokenRule): string {
  if (rule === 'whitelistValidation') return formatUnknownName(field, known);
  if (value === undefined) return `${field} is missing`;
  if (TEXT_RULES.has(rule) && typeof value !== 'string' && !Array.isArray(value)) return `${field} must be text`;
  if (NUMBER_RULES.has(rule) && typeof value !== 'number')
    return `${field} must be ${Array.isArray(value) ? 'one number' : 'a number'}, in plain digits`;
  return (
    messageRewrites.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), message) +
    formatValueSuggestion(parseAllowedValues(message), value)
  );
}

/** Enough for fixing a request; without a limit, a small request could cause a response of megabytes. */
const ISSUES_MAX = 20;

/** An invalid body or parameter. Each issue points at a field; the first twenty are listed. */
export class InvalidRequestError extends domainError('malformed', 'invalid_request') {
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
