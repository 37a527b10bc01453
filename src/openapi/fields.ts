import type { Schema } from './contract.js';
import { listAlternatives, resolveSchema } from './examples.js';

/** One row of the table that explains a body or an answer. */
export type FieldDescription = Readonly<{ name: string; type: string; required: boolean; description: string }>;

type Shapes = Readonly<Record<string, Schema>>;

/** Deeper than any body of this service; a shape that contains itself ends here. */
const DEPTH_MAX = 5;

/** The fields of a schema, inner ones as `address.city` and `positions[].price`. */
export function listFields(schema: Schema, shapes: Shapes, prefix = '', depth = 0): FieldDescription[] {
  const shape = resolveSchema(schema, shapes) ?? schema;
  if (depth > DEPTH_MAX) return [];
  if (shape['items'] !== undefined) return listFields(shape['items'] as Schema, shapes, `${prefix}[]`, depth + 1);
  const alternatives = mergeAlternatives(
    listAlternatives(shape).map((part) => listFields(part, shapes, prefix, depth + 1)),
  );
  const required = (shape['required'] ?? []) as readonly string[];
  const own = Object.entries((shape['properties'] ?? {}) as Record<string, Schema>).flatMap(([field, of]) => {
    const name = prefix === '' ? field : `${prefix}.${field}`;
    const row = {
      name,
      type: formatType(of, shapes),
      required: required.includes(field),
      description: toText(of['description']),
    };
    return [row, ...listFields(of, shapes, name, depth + 1)];
  });
  const names = new Set<string>();
  return [...own, ...alternatives].filter(({ name }) => !names.has(name) && names.add(name));
}

/** What several shapes have between them; needed is only what each of them needs. One that is a list has fields of other names, and is no rival. */
function mergeAlternatives(alternatives: readonly (readonly FieldDescription[])[]): FieldDescription[] {
  const isList = ([first]: readonly FieldDescription[]): boolean => first?.name.includes('[]') ?? false;
  return alternatives.flatMap((fields) => {
    const comparable = alternatives.filter((others) => others.length > 0 && isList(others) === isList(fields));
    return fields.map((field) => ({
      ...field,
      required: comparable.every((others) => others.some(({ name, required }) => required && name === field.name)),
    }));
  });
}

/** A schema's type as a reader says it: `integer ≥ 1`, `"Buy" or "Sell"`, `list of text`. */
export function formatType(schema: Schema, shapes: Shapes): string {
  const shape = resolveSchema(schema, shapes) ?? schema;
  const choices = listAlternatives(shape);
  if (choices.length > 0) return choices.map((choice) => formatType(choice, shapes)).join(' or ');
  if (shape['items'] !== undefined)
    return [`list of ${formatType(shape['items'] as Schema, shapes)}`, ...formatBounds(shape)].join(', ');
  if ('const' in shape) return JSON.stringify(shape['const']);
  if (Array.isArray(shape['enum'])) return joinChoices(shape['enum'].map((value) => JSON.stringify(value)));
  const types = [shape['type'] ?? 'any value']
    .flat()
    .map(toText)
    .map((type) => typeLabels[type] ?? type);
  return [types.join(' or '), ...formatBounds(shape)].join(', ');
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

const typeLabels: Readonly<Record<string, string>> = {
  string: 'text',
  object: 'object',
  array: 'list',
  boolean: 'true or false',
};

function formatBounds(shape: Schema): string[] {
  const formats: readonly (readonly [string, (value: string) => string])[] = [
    ['format', (format) => format],
    ['minimum', (least) => `≥ ${least}`],
    ['exclusiveMinimum', (least) => `> ${least}`],
    ['maximum', (most) => `≤ ${most}`],
    ['exclusiveMaximum', (most) => `< ${most}`],
    ['minLength', (least) => `length ≥ ${least}`],
    ['maxLength', (most) => `length ≤ ${most}`],
    ['minItems', (least) => `at least ${least} items`],
    ['maxItems', (most) => `at most ${most} items`],
    ['pattern', (pattern) => `like ${pattern}`],
  ];
  const bounded = formats.flatMap(([keyword, format]) =>
    shape[keyword] === undefined ? [] : [format(toText(shape[keyword]))],
  );
  return shape['default'] === undefined ? bounded : [...bounded, `otherwise ${JSON.stringify(shape['default'])}`];
}

/** `"A", "B" or "C"`. */
const joinChoices = (choices: readonly string[]): string =>
  [choices.slice(0, -1).join(', '), ...choices.slice(-1)].filter((part) => part !== '').join(' or ');
