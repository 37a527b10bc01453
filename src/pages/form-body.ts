import { isReservedName } from '../errors/field-names.js';

/** The input by field name. */
export type FormInput = Readonly<Record<string, string>>;

/** Converts the input of a form to a value; also called for empty fields. */
export type FieldParser = (text: string) => Readonly<Record<string, unknown>>;

/**
 * The types of form fields that are not text. Lists have one item per line. An empty field of `nulls` is null, not
 * omitted. Fields of `trimmed` lose surrounding spaces. `words` have readers of their own.
 */
export type FormFields = Readonly<{
  numbers?: readonly string[];
  flags?: readonly string[];
  lists?: readonly string[];
  nulls?: readonly string[];
  trimmed?: readonly string[];
  words?: Readonly<Record<string, FieldParser>>;
}>;

/** Fields that are only for showing the page again: the service never reads them. */
const isPageOnlyField = (name: string): boolean => name.startsWith('_');

/**
 * Converts a form to the JSON body that a program would send. Empty fields are omitted; a dot in a name is a path; text
 * that is no number or switch stays text, so that the route rejects it with its usual message. If the form has the
 * shown value in `_was.<name>` and it is unchanged, the field is omitted, so that an old page changes only what its
 * user changed.
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

/** Browsers normalize line breaks. */
const normalizeText = (text: string): string => text.replaceAll('\r\n', '\n').trim();

const isUnchangedField = (values: FormInput, name: string): boolean =>
  values[SHOWN_PREFIX + name] !== undefined &&
  normalizeText(values[SHOWN_PREFIX + name] ?? '') === normalizeText(values[name] ?? '');

/** The values of a form with a record of what was shown: for forms that change only edited fields. */
export function addShownValues(values: FormInput): FormInput {
  return {
    ...values,
    ...Object.fromEntries(Object.entries(values).map(([name, text]) => [SHOWN_PREFIX + name, text])),
  };
}

/** The shown values of the form, which are sent with it, also when it is rejected. */
export const listShownValues = (values: FormInput): readonly (readonly [name: string, text: string])[] =>
  Object.entries(values).filter(([name]) => name.startsWith(SHOWN_PREFIX));

/** Whether all values are as they were shown. */
export const isFormUnchanged = (values: FormInput): boolean =>
  listShownValues(values).length > 0 &&
  listShownValues(values).every(([name]) => isUnchangedField(values, name.slice(SHOWN_PREFIX.length)));

/** The value of a form field for one field of the body, for several, or none. */
function parseField(name: string, text: string, fields: FormFields): readonly (readonly [string, unknown])[] {
  const parse = fields.words?.[name];
  if (parse !== undefined) return Object.entries(parse(text));
  const value = parseValue(text, name, fields);
  return value === undefined ? [] : [[name, value]];
}

/** Undefined for an empty field. */
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

/** Only numbers that a double represents exactly, as in a JSON body. */
function parseNumber(text: string): unknown {
  const trimmed = text.trim();
  return /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/.test(trimmed) && String(Number(trimmed)) === trimmed
    ? Number(trimmed)
    : text;
}

const flagValues: Readonly<Record<string, boolean>> = { on: true, yes: true, true: true, no: false, false: false };

const parseFlag = (text: string): unknown => flagValues[text] ?? text;
