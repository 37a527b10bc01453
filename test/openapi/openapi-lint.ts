/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-return -- a description is walked as plain data */
import { Validator } from '@seriousme/openapi-schema-validator';
import { validator } from '../support/schema-validator.js';

type Json = Readonly<Record<string, any>>;
type Site = Readonly<{ at: string; method: string; path: string; operation: Json; document: Json }>;
type Rule = (site: Site) => string[];

/** Compiles the schema of OpenAPI once. */
const standardOf = new Validator();

/** Everything that is wrong with a description: first what the standard says, then what this project asks for. */
export async function lint(document: Json): Promise<string[]> {
  const { valid, errors } = await standardOf.validate(structuredClone(document));
  const standard = valid
    ? []
    : [errors].flat().map((error) => `OpenAPI 3.1: ${typeof error === 'string' ? error : JSON.stringify(error)}`);
  const dangling = referencesIn(document)
    .filter((reference) => at(document, reference) === undefined)
    .map((reference) => `${reference} leads nowhere`);
  if (standard.length + dangling.length > 0) return [...standard, ...dangling];
  const sites = sitesOf(document);
  return [
    ...sites.flatMap((site) => rules.flatMap((rule) => rule(site).map((finding) => `${site.at} ${finding}`))),
    ...unique(sites),
    ...unused(document),
    ...wrongExamples(document),
  ];
}

function sitesOf(document: Json): Site[] {
  return Object.entries<Json>(document['paths']).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      at: `${method.toUpperCase()} ${path}`,
      method,
      path,
      operation,
      document,
    })),
  );
}

const rules: readonly Rule[] = [
  ({ operation }) =>
    operation['summary']
      ? []
      : ['has no summary: write a doc comment over its handler, whose first sentence says what it does'],
  ({ operation }) =>
    /^[a-z]+(?:[A-Z][a-z0-9]*)*$/.test(operation['operationId'])
      ? []
      : [`has no good operationId: ${operation['operationId']}`],
  ({ operation, document }) =>
    operation['tags'].length === 1 &&
    document['tags'].some((tag: Json) => tag['name'] === operation['tags'][0] && tag['description'])
      ? []
      : ['belongs to no module that says what it is for in the doc comment of its module'],
  ({ operation }) => (operation['security'] ? [] : ['does not say who may enter']),
  ({ operation }) =>
    Object.keys(operation['responses']).some((status) => /^[23]/.test(status)) ? [] : ['has no answer for success'],
  ({ operation }) =>
    Object.keys(operation['responses']).some((status) => /^4/.test(status)) ? [] : ['has no answer for failure'],
  ({ path, operation, document }) => {
    const declared = parametersOf(operation, document).filter((parameter) => parameter['in'] === 'path');
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const missing = names.filter(
      (name) => !declared.some((parameter) => parameter['name'] === name && parameter['required']),
    );
    return [
      ...missing.map((name) => `does not declare {${name}}`),
      ...declared
        .filter(({ name }) => !names.includes(name))
        .map(({ name }) => `declares ${name}, which is not in the path`),
    ];
  },
  ({ operation, document }) =>
    parametersOf(operation, document)
      .filter(({ description }) => !description)
      .map(
        ({ name }) =>
          `does not say what ${name} means: add "@param" to the handler, or a doc comment to the field of the DTO`,
      ),
  ({ operation }) =>
    Object.entries<Json>(operation['requestBody']?.['content'] ?? {})
      .filter(([, { example }]) => example === undefined)
      .map(([type]) => `shows no example of its ${type} body`),
  ({ operation, document }) =>
    Object.entries<Json>(operation['responses']).flatMap(([status, answer]) =>
      Object.entries<Json>(followed(answer, document)['content'] ?? {})
        .filter(([, { schema, example }]) => schema === undefined || example === undefined)
        .map(([type]) => `shows no schema or no example of ${status} ${type}`),
    ),
];

const parametersOf = (operation: Json, document: Json): Json[] =>
  (operation['parameters'] ?? []).map((parameter: Json) => followed(parameter, document));

const followed = (part: Json, document: Json): Json =>
  typeof part['$ref'] === 'string' ? at(document, part['$ref']) : part;

const at = (document: Json, reference: string): any =>
  reference
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((part: any, name) => part?.[name], document);

const referencesIn = (part: unknown): string[] => [
  ...new Set([...JSON.stringify(part).matchAll(/"\$ref":"(#[^"]*)"/g)].map(([, reference = '']) => reference)),
];

function unique(sites: readonly Site[]): string[] {
  const ids = sites.map(({ operation }) => operation['operationId']);
  const shapes = sites.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `Two operations are called ${id}`),
    ...shapes
      .filter((shape, index) => shapes.indexOf(shape) !== index)
      .map((shape) => `Two operations answer ${shape}`),
  ];
}

function unused(document: Json): string[] {
  const known = referencesIn(document);
  const parts = Object.entries<Json>(document['components']).filter(([kind]) => kind !== 'securitySchemes');
  return parts.flatMap(([kind, named]) =>
    Object.keys(named)
      .filter((name) => !known.includes(`#/components/${kind}/${name}`))
      .map((name) => `components/${kind}/${name} is used by nothing`),
  );
}

/** Every example, wherever it stands, must be what its schema allows. */
function wrongExamples(document: Json): string[] {
  const holds = validator(document);
  const walk = (part: unknown, where: string): string[] => {
    if (typeof part !== 'object' || part === null) return [];
    const { schema, example } = part as Json;
    const own =
      schema !== undefined && example !== undefined
        ? holds(schema, example).map((fault) => `The example at ${where} breaks its schema: ${fault}`)
        : [];
    const inner = Object.entries(part).filter(
      ([name]) => name !== 'example' && name !== 'examples' && name !== 'default',
    );
    return [...own, ...inner.flatMap(([name, value]) => walk(value, `${where}/${name}`))];
  };
  return walk(document, '#');
}
