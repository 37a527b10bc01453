import type { Schema } from './contract.js';
import { alternativesOf, referred } from './examples.js';

/** One row of the table that explains a body or an answer. */
export type Field = Readonly<{ name: string; type: string; required: boolean; description: string }>;

type Shapes = Readonly<Record<string, Schema>>;

/** Deeper than any body of this service; a shape that contains itself ends here. */
const DEPTH_MAX = 5;

/** The fields of a schema, inner ones as `address.city` and `positions[].price`. */
export function fieldsOf(schema: Schema, shapes: Shapes, prefix = '', depth = 0): Field[] {
  const shape = referred(schema, shapes) ?? schema;
  if (depth > DEPTH_MAX) return [];
  if (shape['items'] !== undefined) return fieldsOf(shape['items'] as Schema, shapes, `${prefix}[]`, depth + 1);
  const alternatives = inCommon(alternativesOf(shape).map((part) => fieldsOf(part, shapes, prefix, depth + 1)));
  const required = (shape['required'] ?? []) as readonly string[];
  const own = Object.entries((shape['properties'] ?? {}) as Record<string, Schema>).flatMap(([field, of]) => {
    const name = prefix === '' ? field : `${prefix}.${field}`;
    const row = {
      name,
      type: typeOf(of, shapes),
      required: required.includes(field),
      description: text(of['description']),
    };
    return [row, ...fieldsOf(of, shapes, name, depth + 1)];
  });
  const names = new Set<string>();
  return [...own, ...alternatives].filter(({ name }) => !names.has(name) && names.add(name));
}

/** What several shapes have between them; needed is only what each of them needs. One that is a list has fields of other names, and is no rival. */
function inCommon(alternatives: readonly (readonly Field[])[]): Field[] {
  const isList = ([first]: readonly Field[]): boolean => first?.name.includes('[]') ?? false;
  return alternatives.flatMap((fields) => {
    const rivals = alternatives.filter((others) => others.length > 0 && isList(others) === isList(fields));
    return fields.map((field) => ({
      ...field,
      required: rivals.every((others) => others.some(({ name, required }) => required && name === field.name)),
    }));
  });
}

/** A schema's type as a reader says it: `integer ≥ 1`, `"Buy" or "Sell"`, `list of text`. */
export function typeOf(schema: Schema, shapes: Shapes): string {
  const shape = referred(schema, shapes) ?? schema;
  const choices = alternativesOf(shape);
  if (choices.length > 0) return choices.map((choice) => typeOf(choice, shapes)).join(' or ');
  if (shape['items'] !== undefined)
    return [`list of ${typeOf(shape['items'] as Schema, shapes)}`, ...bounds(shape)].join(', ');
  if ('const' in shape) return JSON.stringify(shape['const']);
  if (Array.isArray(shape['enum'])) return shape['enum'].map((value) => JSON.stringify(value)).join(' or ');
  const types = [shape['type'] ?? 'any value']
    .flat()
    .map(text)
    .map((type) => words[type] ?? type);
  return [types.join(' or '), ...bounds(shape)].join(', ');
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);

const words: Readonly<Record<string, string>> = {
  string: 'text',
  object: 'object',
  array: 'list',
  boolean: 'true or false',
};

function bounds(shape: Schema): string[] {
  const said: readonly (readonly [string, (value: string) => string])[] = [
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
  const bounded = said.flatMap(([keyword, say]) => (shape[keyword] === undefined ? [] : [say(text(shape[keyword]))]));
  return shape['default'] === undefined ? bounded : [...bounded, `otherwise ${JSON.stringify(shape['default'])}`];
}
