import { formatSuggestion, formatUnknownName } from './name-suggestions.js';

/** What class-validator calls a rule that only a text can keep. */
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

/** And a number. Their bounds do not help a caller who has sent another type. */
const NUMBER_RULES = new Set(['isInt', 'isNumber', 'min', 'max']);

/** How class-validator says it, and how people do. */
const messageRewrites: readonly (readonly [RegExp, string])[] = [
  [/must be longer than or equal to 1 characters$/, 'must not be empty'],
  [/must be longer than or equal to (\d+) characters$/, 'must have at least $1 characters'],
  [/must be shorter than or equal to (\d+) characters$/, 'must have at most $1 characters'],
  [/must be an email$/, 'must be an email address'],
  [/must be a string$/, 'must be text'],
];

/** `known` are the names of all fields that there are beside the broken one. */
type BrokenRule = Readonly<{ field: string; rule: string; message: string; value: unknown; known?: readonly string[] }>;

/** Of several values the first that is wrong. */
const formatValueSuggestion = (known: readonly string[], value: unknown): string =>
  formatSuggestion(
    [value].flat().find((one) => typeof one === 'string' && !known.includes(one)),
    known,
  );

/** As class-validator lists them; nothing where a rule lists none. */
const parseAllowedValues = (message: string): readonly string[] =>
  message.split('following values: ')[1]?.split(', ') ?? [];

/** What is wrong with a field: the plainest reason, whichever of its rules happened to be asked first. */
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
