import { getMetadataStorage } from 'class-validator';
import type { Schema } from './contract.js';

type Rule = Readonly<{
  propertyName: string;
  type: string;
  name?: string;
  each?: boolean;
  constraints?: readonly unknown[];
  context?: unknown;
}>;
type RuleSchema = (...constraints: never[]) => Schema;

/**
 * The JSON Schema of each class-validator rule. A rule of this project has it in its options: `context: { schema: … }`.
 */
const ruleSchemas: Readonly<Record<string, RuleSchema>> = {
  isInt: () => ({ type: 'integer' }),
  isPositive: () => ({ exclusiveMinimum: 0 }),
  isNegative: () => ({ exclusiveMaximum: 0 }),
  min: (minimum: number) => ({ minimum }),
  max: (maximum: number) => ({ maximum }),
  isDivisibleBy: (multipleOf: number) => ({ multipleOf }),
  isLength: (minLength: number, maxLength?: number) => ({ minLength, ...(maxLength !== undefined && { maxLength }) }),
  minLength: (minLength: number) => ({ minLength }),
  maxLength: (maxLength: number) => ({ maxLength }),
  isNotEmpty: () => ({ minLength: 1 }),
  matches: (pattern: RegExp | string) => ({ pattern: pattern instanceof RegExp ? pattern.source : pattern }),
  isIn: (values: readonly unknown[]) => ({ enum: values }),
  equals: (value: unknown) => ({ const: value }),
  isEmail: () => ({ format: 'email' }),
  isUuid: () => ({ format: 'uuid' }),
  isUrl: () => ({ format: 'uri' }),
  isIso8601: () => ({ format: 'date-time' }),
  arrayMinSize: (minItems: number) => ({ minItems }),
  arrayMaxSize: (maxItems: number) => ({ maxItems }),
  arrayUnique: () => ({ uniqueItems: true }),
};

/** The schemas of the contract, narrowed by the rules of their DTO classes. */
export function applyConstraints(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const classes = dtoClasses();
  return Object.fromEntries(
    Object.entries(schemas).map(([name, shape]) => {
      const dto = classes.get(name);
      return [name, dto ? applyDtoRules(shape, dto) : shape];
    }),
  );
}

/** class-validator returns rules per class only, and does not list the classes. */
function dtoClasses(): Map<string, Class> {
  const { validationMetadatas } = getMetadataStorage() as unknown as {
    validationMetadatas: ReadonlyMap<Class, unknown>;
  };
  return new Map([...validationMetadatas.keys()].map((dto) => [dto.name, dto]));
}

type Class = new () => object;

function applyDtoRules(shape: Schema, dto: Class): Schema {
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false) as unknown as readonly Rule[];
  const defaults = new dto() as Record<string, unknown>;
  const fields = Object.entries((shape['properties'] ?? {}) as Record<string, Schema>);
  const properties = fields.map(([field, schema]) => {
    const own = rules.filter(({ propertyName }) => propertyName === field);
    const defaultValue = defaults[field];
    return [
      field,
      { ...own.reduce(applyRule, schema), ...(defaultValue !== undefined && { default: defaultValue }) },
    ] as const;
  });
  return { ...shape, properties: Object.fromEntries(properties), additionalProperties: false };
}

/** A rule for each value of a list narrows the list's items; a rule for a whole DTO is applied once. */
function applyRule(schema: Schema, { name = '', each, constraints = [], context }: Rule): Schema {
  const own = (context as { schema?: Schema } | undefined)?.schema;
  const keywords = own ?? ruleSchemas[name]?.(...(constraints as never[])) ?? {};
  if (Object.keys(keywords).length === 0) return schema;
  return each
    ? { ...schema, items: narrowSchema((schema['items'] ?? {}) as Schema, keywords) }
    : narrowSchema(schema, keywords);
}

/** A narrower type keeps null where it was allowed. */
function narrowSchema(schema: Schema, keywords: Schema): Schema {
  const nullable = Array.isArray(schema['type']) && schema['type'].includes('null');
  return {
    ...schema,
    ...keywords,
    ...(nullable && keywords['type'] !== undefined && { type: [keywords['type'], 'null'] }),
  };
}
