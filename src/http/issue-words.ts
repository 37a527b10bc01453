import { didYouMean, unknownName } from './did-you-mean.js';

/** What class-validator calls a rule that only a text can keep. */
const textRules = new Set([
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

/** And a number. Their bounds say nothing to somebody who has written something else. */
const numberRules = new Set(['isInt', 'isNumber', 'min', 'max']);

/** How class-validator says it, and how people do. */
const clearer: readonly (readonly [RegExp, string])[] = [
  [/must be longer than or equal to 1 characters$/, 'must not be empty'],
  [/must be longer than or equal to (\d+) characters$/, 'must have at least $1 characters'],
  [/must be shorter than or equal to (\d+) characters$/, 'must have at most $1 characters'],
  [/must be an email$/, 'must be an email address'],
  [/must be a string$/, 'must be text'],
];

/** `known` are the names of all fields that there are beside the broken one. */
type Broken = Readonly<{ field: string; rule: string; message: string; value: unknown; known?: readonly string[] }>;

/** Of several values the first that is wrong. */
const meantAmong = (known: readonly string[], value: unknown): string =>
  didYouMean(
    [value].flat().find((one) => typeof one === 'string' && !known.includes(one)),
    known,
  );

/** As class-validator lists them; nothing where a rule lists none. */
const valuesIn = (message: string): readonly string[] => message.split('following values: ')[1]?.split(', ') ?? [];

/** What is wrong with a field: the plainest reason, whichever of its rules happened to be asked first. */
export function issueWords({ field, rule, message, value, known = [] }: Broken): string {
  if (rule === 'whitelistValidation') return unknownName(field, known);
  if (value === undefined) return `${field} is missing`;
  if (textRules.has(rule) && typeof value !== 'string' && !Array.isArray(value)) return `${field} must be text`;
  if (numberRules.has(rule) && typeof value !== 'number')
    return `${field} must be ${Array.isArray(value) ? 'one number' : 'a number'}, in plain digits`;
  return (
    clearer.reduce((text, [pattern, words]) => text.replace(pattern, words), message) +
    meantAmong(valuesIn(message), value)
  );
}
