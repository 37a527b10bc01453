import type { Schema } from '../../openapi/contract.js';
import type { Operation, ParameterDocument } from '../../openapi/openapi.js';

/** Whether a value fits a parameter and cannot be something secret put there by mistake. */
export type ParameterCheck = (value: string) => boolean;

/** An endpoint: the values that each parameter of path and query accepts. */
type KnownEndpoint = Readonly<{
  path: ReadonlyMap<string, ParameterCheck>;
  query: ReadonlyMap<string, ParameterCheck>;
}>;

/** All endpoints by method and route, and the first segments of all paths. */
export type KnownEndpoints = Readonly<{
  of: (method: string, route: string) => KnownEndpoint | null;
  beginnings: ReadonlySet<string>;
}>;

const NOTHING: ParameterCheck = () => false;

/** Dates and timestamps are text in the OpenAPI document; these parameters have them. */
const DATES: ReadonlySet<string> = new Set([
  'as_of',
  'since',
  'until',
  'from',
  'to',
  'date',
  'session_date',
  'expire_date',
  'updated_since',
]);
const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d))?$/;
const NUMBER = /^-?\d{1,16}(?:\.\d{1,9})?$/;
const INTEGER = /^-?\d{1,16}$/;

/**
 * Parameters of RFC 6749 and OpenID Connect that are validated by their handlers, and so are no enumerations in the
 * document.
 */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  response_type: [
    'code',
    'token',
    'id_token',
    'none',
    'code id_token',
    'code token',
    'id_token token',
    'code id_token token',
  ],
  response_mode: ['query', 'fragment', 'form_post'],
  grant_type: ['password', 'refresh_token', 'authorization_code', 'client_credentials', 'implicit'],
  prompt: ['none', 'login', 'consent', 'select_account'],
  code_challenge_method: ['S256', 'plain'],
};

/** Built from the OpenAPI document, which is generated from the source: new endpoints are known automatically. */
export function toKnownEndpoints({ paths, components }: ParameterDocument): KnownEndpoints {
  const endpoints = new Map<string, KnownEndpoint>();
  const createCheck = (name: string, schema: Schema): ParameterCheck =>
    createSchemaCheck(name, schema, components.schemas);
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations))
      endpoints.set(`${method} ${path}`, {
        path: readParameters('path', operation, createCheck),
        query: readParameters('query', operation, createCheck),
      });
  }
  return {
    beginnings: new Set(Object.keys(paths).map((path) => path.split('/')[1] ?? '')),
    of: (method, route) =>
      endpoints.get(`${method === 'HEAD' ? 'get' : method.toLowerCase()} ${route.replaceAll(/:(\w+)/g, '{$1}')}`) ??
      null,
  };
}

function readParameters(
  place: string,
  { parameters = [] }: Pick<Operation, 'parameters'>,
  fitsOf: (name: string, schema: Schema) => ParameterCheck,
): ReadonlyMap<string, ParameterCheck> {
  return new Map(
    parameters.flatMap((parameter) =>
      '$ref' in parameter || parameter.in !== place
        ? []
        : [[parameter.name, fitsOf(parameter.name, parameter.schema)] as const],
    ),
  );
}

function createSchemaCheck(name: string, schema: Schema, schemas: Readonly<Record<string, Schema>>): ParameterCheck {
  const {
    $ref,
    items,
    type,
    enum: words = WORDS[name],
    anyOf,
    oneOf,
  } = schema as Readonly<{
    $ref?: string;
    items?: Schema;
    type?: unknown;
    enum?: readonly unknown[];
    anyOf?: readonly Schema[];
    oneOf?: readonly Schema[];
  }>;
  const choices = anyOf ?? oneOf;
  if (DATES.has(name)) return (value) => DATE.test(value);
  if ($ref !== undefined) return createSchemaCheck(name, schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  if (items !== undefined) return eachOf(createSchemaCheck(name, items, schemas));
  if (choices !== undefined) return checkAny(choices.map((choice) => createSchemaCheck(name, choice, schemas)));
  if (words !== undefined) return checkWords(words.map(String));
  return checkType(type);
}

const eachOf =
  (fits: ParameterCheck): ParameterCheck =>
  (value) =>
    value.split(',').every(fits);

const checkAny =
  (choices: readonly ParameterCheck[]): ParameterCheck =>
  (value) =>
    choices.some((fits) => fits(value));

function checkWords(words: readonly string[]): ParameterCheck {
  const known = new Set(words);
  return (value) => known.has(value);
}

/** Text without an enumeration can be anything. */
function checkType(type: unknown): ParameterCheck {
  if (type === 'integer') return (value) => INTEGER.test(value);
  if (type === 'number') return (value) => NUMBER.test(value);
  return type === 'boolean' ? checkWords(['true', 'false']) : NOTHING;
}
