import { isReservedName } from './field-names.js';

/** What was typed, by the names of the fields. */
export type FormInput = Readonly<Record<string, string>>;

/** What a field says in words of people, by the names of the body's fields; also asked when nothing stands in it. */
export type FieldParser = (text: string) => Readonly<Record<string, unknown>>;

/**
 * Which fields of a form are something else than text. Lists are lines: one thing in each. In `nulls`, nothing typed is null and not left out. Of what is `trimmed`,
 * spaces around it were only pasted along. `words` have readers of their own.
 */
export type FormFields = Readonly<{
  numbers?: readonly string[];
  flags?: readonly string[];
  lists?: readonly string[];
  nulls?: readonly string[];
  trimmed?: readonly string[];
  words?: Readonly<Record<string, FieldParser>>;
}>;

/** What stands in a field that is only there for the page, so that it can be shown again: the service never reads it. */
const isPageOnlyField = (name: string): boolean => name.startsWith('_');

/**
 * A form as the body that a program would have sent. Fields in which nothing stands are left out; a point in a name leads into an object; what is not spelled as the
 * number or the flag that it should be stays text, so that the endpoint refuses it with its usual message.
 *
 * Where the form says in a field `_was.<name>` what it had shown, and the same comes back, nobody has said anything: it is left out, so that a page that was opened
 * long ago changes only what its reader has changed.
 */
export function toRequestBody(values: FormInput, fields: FormFields): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(values)) {
    for (const [field, value] of isPageOnlyField(name) || isUnchangedField(values, name)
      ? []
      : parseField(name, text, fields))
      setAtPath(body, field, value);
  }
  return body;
}

const SHOWN_PREFIX = '_was.';

/** Browsers send line breaks in their own way. */
const normalizeText = (text: string): string => text.replaceAll('\r\n', '\n').trim();

const isUnchangedField = (values: FormInput, name: string): boolean =>
  values[SHOWN_PREFIX + name] !== undefined &&
  normalizeText(values[SHOWN_PREFIX + name] ?? '') === normalizeText(values[name] ?? '');

/** What a form shows, with a record of what it has shown: for `values` of forms that change only the edited fields. */
export function addShownValues(values: FormInput): FormInput {
  return {
    ...values,
    ...Object.fromEntries(Object.entries(values).map(([name, text]) => [SHOWN_PREFIX + name, text])),
  };
}

/** What such a form has shown, of all that stands in it: it travels along, also when it is refused. */
export const listShownValues = (values: FormInput): readonly (readonly [name: string, text: string])[] =>
  Object.entries(values).filter(([name]) => name.startsWith(SHOWN_PREFIX));

/** Whether everything came back as it had been shown. */
export const isFormUnchanged = (values: FormInput): boolean =>
  listShownValues(values).length > 0 &&
  listShownValues(values).every(([name]) => isUnchangedField(values, name.slice(SHOWN_PREFIX.length)));

/** What one field of the form says: of one field of the body, of several, or nothing. */
function parseField(name: string, text: string, fields: FormFields): readonly (readonly [string, unknown])[] {
  const parse = fields.words?.[name];
  if (parse !== undefined) return Object.entries(parse(text));
  const value = parseValue(text, name, fields);
  return value === undefined ? [] : [[name, value]];
}

/** Undefined where nothing stands that is something. */
function parseValue(text: string, name: string, fields: FormFields): unknown {
  const { numbers = [], lists = [], nulls = [] } = fields;
  if (text.trim() === '') return nulls.includes(name) ? null : undefined;
  if (lists.includes(name)) return splitLines(text).map((line) => (numbers.includes(name) ? parseNumber(line) : line));
  if (numbers.includes(name)) return parseNumber(text);
  return parseText(text, name, fields);
}

function parseText(text: string, name: string, { flags = [], trimmed = [] }: FormFields): unknown {
  if (trimmed.includes(name)) return text.trim();
  return flags.includes(name) ? parseFlag(text) : text;
}

function setAtPath(body: Record<string, unknown>, name: string, value: unknown): void {
  const path = name.split('.');
  const last = path.pop() ?? name;
  let inner = body;
  for (const step of path) {
    if (isReservedName(step)) return;
    const next = inner[step];
    inner = (isObject(next) ? next : (inner[step] = {})) as Record<string, unknown>;
  }
  if (!isReservedName(last)) inner[last] = value;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const splitLines = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Only what a double holds digit for digit, as in a JSON body. */
function parseNumber(text: string): unknown {
  const trimmed = text.trim();
  return /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(trimmed) && String(Number(trimmed)) === trimmed
    ? Number(trimmed)
    : text;
}

const flagValues: Readonly<Record<string, boolean>> = { on: true, yes: true, true: true, no: false, false: false };

const parseFlag = (text: string): unknown => flagValues[text] ?? text;
