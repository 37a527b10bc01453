import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

type Json = Readonly<Record<string, unknown>>;

type Validator = (schema: Json, value: unknown) => string[];

const known = new Map<string, Validator>();

/**
 * Checks values against schemas that refer to the components of a description. To compile schemas takes most of the time: descriptions
 * with the same components share what is compiled.
 */
export function validator({ components }: Json): Validator {
  const key = JSON.stringify(components);
  const kept = known.get(key) ?? createValidator(components);
  known.set(key, kept);
  return kept;
}

function createValidator(components: unknown): Validator {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'kontor:', components });
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  const compile = (schema: Json): ReturnType<typeof ajv.compile> => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"kontor:#/components/');
    const check = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
    compiled.set(text, check);
    return check;
  };
  const checks = new WeakMap<Json, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    const check = checks.get(schema) ?? compile(schema);
    checks.set(schema, check);
    return check(value)
      ? []
      : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  };
}
