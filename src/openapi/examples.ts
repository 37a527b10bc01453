import type { Schema } from './contract.js';

/** The form that creates a key for trying requests: where it leads, what the key is called, and the hidden fields. */
export type TrialKeyForm = Readonly<{ action: string; name: string; fields: Readonly<Record<string, string>> }>;

/** What an example needs to know of a reader's own key; nothing of it is secret. `token` is a line that gets a token in one step, where one can. */
export type ExampleClient = Readonly<{
  clientId: string;
  name: string;
  token: string | null;
  command: string;
  hint: string;
}>;

const FORMAT_EXAMPLES: Readonly<Record<string, string>> = {
  'date-time': '2026-01-30T15:04:05.000Z',
  date: '2026-01-30',
  email: 'ada@example.test',
  uri: 'https://app.example.test/',
  uuid: '7d9f2c1e-5b0a-4c3d-9e8f-0a1b2c3d4e5f',
};

/**
 * A value that a schema allows: what the author gave as an example, otherwise the plainest thing that fits. The lint
 * checks every example against its schema, so where this guess is not good enough it says so and the author writes one.
 */
export function createExample(schema: Schema, shapes: Readonly<Record<string, Schema>>, name = ''): unknown {
  const [authored = schema['const']] = [schema['examples'], schema['enum']].flatMap((values) =>
    Array.isArray(values) ? (values as unknown[]) : [],
  );
  if (authored !== undefined) return authored;
  const choice = resolveSchema(schema, shapes) ?? listAlternatives(schema)[0];
  return choice ? createExample(choice, shapes, name) : createTypeExample(schema, shapes, name);
}

/** The alternatives of a shape, or the shape itself. */
export const listAlternatives = (schema: Schema): readonly Schema[] =>
  (schema['oneOf'] ?? schema['anyOf'] ?? []) as readonly Schema[];

/** What a `$ref` stands for. */
export function resolveSchema({ $ref }: Schema, shapes: Readonly<Record<string, Schema>>): Schema | undefined {
  return typeof $ref === 'string' ? shapes[$ref.split('/').at(-1) ?? ''] : undefined;
}

function createTypeExample(schema: Schema, shapes: Readonly<Record<string, Schema>>, name: string): unknown {
  const type: unknown = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  if (type === 'object') return createObjectExample(schema, shapes);
  if (type === 'array') return createListExample(schema, shapes, name);
  if (type === 'string') return createTextExample(schema, name);
  if (type === 'integer' || type === 'number') return createNumberExample(schema);
  if (type === 'boolean') return true;
  return type === 'null' ? null : {};
}

function createObjectExample(schema: Schema, shapes: Readonly<Record<string, Schema>>): Record<string, unknown> {
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  return Object.fromEntries(fields.map(([name, field]) => [name, createExample(field, shapes, name)]));
}

function createListExample(schema: Schema, shapes: Readonly<Record<string, Schema>>, name: string): unknown[] {
  return schema['maxItems'] === 0 ? [] : [createExample((schema['items'] ?? {}) as Schema, shapes, name)];
}

function createTextExample({ format, minLength = 0, maxLength = Infinity }: Schema, name: string): string {
  // A field may be called what its format would be: `email`.
  const known = FORMAT_EXAMPLES[typeof format === 'string' ? format : name];
  if (known !== undefined) return known;
  return (name === '' ? 'text' : name).padEnd(Number(minLength), 'x').slice(0, Number(maxLength));
}

function createNumberExample({ minimum, exclusiveMinimum, multipleOf }: Schema): number {
  return Number(minimum ?? multipleOf ?? (exclusiveMinimum === undefined ? 1 : Number(exclusiveMinimum) + 1));
}
