import { formatCurl, formatWebSocketCommand } from './curl.js';
import { listAlternatives, createExample, resolveSchema } from './examples.js';
import type { ExampleRequest } from './example-request.js';
import { type FieldDescription, listFields, formatType } from './fields.js';
import { findGuideUrl } from './markdown.js';
import { formatPython } from './python-example.js';
import { formatTypeScript } from './typescript-example.js';
import type { Schema } from './contract.js';
import { listPlaces, type OperationSummaryView, toSummaryView } from './documentation.view.js';
import type { OpenApiResponse, OpenApi, Operation, Parameter, Reference } from './openapi.js';

/** A parameter in path, query or header. */
export type ParameterView = Readonly<{
  name: string;
  in: string;
  type: string;
  required: boolean;
  description: string;
  example: unknown;
}>;

/** A variant of a body, with its fields and required fields. */
export type BodySchemaView = Readonly<{
  name: string;
  description: string;
  fields: readonly FieldDescription[];
  example: unknown;
}>;

/** The body of a request: one schema with `fields`, or several `shapes` without common fields. */
export type BodyView = Readonly<{
  content_type: string;
  also: readonly string[];
  fields: readonly FieldDescription[];
  shapes: readonly BodySchemaView[];
  example: unknown;
}>;

/** A response of the endpoint. */
export type OperationResponseView = Readonly<{
  status: number;
  description: string;
  content_types: readonly string[];
  fields: readonly FieldDescription[];
  example: unknown;
  codes: readonly string[];
}>;

/**
 * The documentation of an endpoint. `guide` is the page with more information, if any; `curl`, `typescript` and `python` are the
 * request as a command and as programs: all null for browser-only routes, the programs for WebSockets as well, whose command is that of wscat.
 */
export type OperationView = OperationSummaryView &
  Readonly<{
    /** The scope that a token needs if it is limited to scopes. */
    scope: string | null;
    room: string;
    description: string;
    guide: string | null;
    parameters: readonly ParameterView[];
    body: BodyView | null;
    answers: readonly OperationResponseView[];
    curl: string | null;
    typescript: string | null;
    python: string | null;
  }>;

/** Undefined if there is no operation of this name. */
export function toOperationView(document: OpenApi, operationId: string): OperationView | undefined {
  const place = listPlaces(document).find(({ operation }) => operation.operationId === operationId);
  if (!place) return undefined;
  const { operation, method, path } = place;
  const summary = toSummaryView(place);
  const parameters = (operation.parameters ?? []).map((parameter) => toParameterView(parameter, document));
  const body = toBodyView(operation, document);
  const answers = Object.entries(operation.responses).map(([status, answer]) =>
    toResponseView(Number(status), answer, document),
  );
  const request: ExampleRequest = {
    method: method.toUpperCase(),
    path: fillPath(path, parameters),
    access: summary.access,
    query: parameters
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name, example }) => ({ name, value: example })),
    body: body && { contentType: body.content_type, example: body.example },
  };
  return {
    ...summary,
    scope: operation.security.flatMap((way) => Object.values(way).flat())[0] ?? null,
    room: operation.tags[0],
    description: operation.description ?? '',
    guide: findGuideUrl(path),
    parameters,
    body,
    answers,
    ...toPrograms(request, answers, document),
  };
}

/** A WebSocket is opened by a library; its guide has the programs. */
function toPrograms(
  request: ExampleRequest,
  answers: readonly OperationResponseView[],
  { servers }: OpenApi,
): Pick<OperationView, 'curl' | 'typescript' | 'python'> {
  if (request.access === 'session') return { curl: null, typescript: null, python: null };
  if (answers.some(({ status }) => status === SWITCHING_PROTOCOLS))
    return { curl: formatWebSocketCommand(request), typescript: null, python: null };
  const baseUrl = servers[0]?.url ?? '';
  const hasJsonAnswer = answers.some(
    ({ status, content_types: types }) => status < 300 && types.includes('application/json'),
  );
  return {
    curl: formatCurl(request),
    typescript: formatTypeScript(request, baseUrl, hasJsonAnswer),
    python: formatPython(request, baseUrl, hasJsonAnswer),
  };
}

const SWITCHING_PROTOCOLS = 101;

/** A type that was listed just before is not repeated. */
function omitRepeatedTypes(shape: Schema, listed: readonly Schema[], shapes: OpenApi['components']['schemas']): Schema {
  const isListed = ({ $ref }: Schema): boolean => listed.some((one) => one['$ref'] === $ref);
  const properties = Object.entries((shape['properties'] ?? {}) as Record<string, Schema>).map(([name, schema]) => {
    const items = schema['items'] as Schema | undefined;
    const alternatives = items && listAlternatives(resolveSchema(items, shapes) ?? items);
    return [
      name,
      alternatives && alternatives.length > 0 && alternatives.every(isListed)
        ? { ...schema, items: { type: 'any of the above' } }
        : schema,
    ];
  });
  return { ...shape, properties: Object.fromEntries(properties) as Record<string, Schema> };
}

/** The URL with the examples of its parameters. */
function fillPath(path: string, parameters: readonly ParameterView[]): string {
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((address, { name, example }) => address.replace(`{${name}}`, encodeURIComponent(String(example))), path);
}

function toParameterView(parameter: Parameter | Reference, { components }: OpenApi): ParameterView {
  const {
    name,
    in: place,
    schema,
    required,
    description,
    example,
  } = '$ref' in parameter ? resolveReference(components.parameters, parameter) : parameter;
  return {
    name,
    in: place,
    type: formatType(schema, components.schemas),
    required,
    description,
    example: example ?? createExample(schema, components.schemas, name),
  };
}

function resolveReference<Part>(parts: Readonly<Record<string, Part>>, { $ref }: Reference): Part {
  const part = parts[$ref.split('/').at(-1) ?? ''];
  if (part === undefined) throw new TypeError(`The document refers to ${$ref} and does not have it.`);
  return part;
}

function toBodyView({ requestBody }: Operation, { components }: OpenApi): BodyView | null {
  const [entry, ...others] = Object.entries(requestBody?.content ?? {});
  if (!entry) return null;
  const [type, { schema, example }] = entry;
  const shapes = toBodySchemas(schema, components.schemas);
  return {
    content_type: type,
    also: others.map(([other]) => other),
    fields: shapes.length > 0 ? [] : listFields(schema, components.schemas),
    shapes,
    example,
  };
}

/** Shapes are identified by name. */
function toBodySchemas(schema: Schema, shapes: OpenApi['components']['schemas']): BodySchemaView[] {
  const choices = listAlternatives(resolveSchema(schema, shapes) ?? schema);
  const names = choices.map(({ $ref }) => (typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : ''));
  if (choices.length < 2 || names.includes('')) return [];
  return choices.map((choice, index) => {
    const shape = resolveSchema(choice, shapes) ?? choice;
    const description = typeof shape['description'] === 'string' ? shape['description'] : '';
    return {
      name: names[index] ?? '',
      description,
      fields: listFields(omitRepeatedTypes(shape, choices, shapes), shapes),
      example: createExample(choice, shapes),
    };
  });
}

function toResponseView(
  status: number,
  described: OpenApiResponse | Reference,
  { components }: OpenApi,
): OperationResponseView {
  const answer = '$ref' in described ? resolveReference(components.responses, described) : described;
  const content = Object.entries(answer.content ?? {});
  const [type, media] = content[0] ?? [];
  const problem = type === 'application/problem+json' || status >= 400;
  return {
    status,
    description: answer.description,
    content_types: content.map(([name]) => name),
    fields: media && !problem ? listFields(media.schema, components.schemas) : [],
    example: media?.example ?? null,
    codes: [...answer.description.matchAll(/^`(\w+)`: /gm)].map(([, code = '']) => code),
  };
}
