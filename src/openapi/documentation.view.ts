import { formatCurl } from './curl.js';
import { listAlternatives, createExample, resolveSchema } from './examples.js';
import { type FieldDescription, listFields, formatType } from './fields.js';
import { insertBaseUrl, findGuideUrl, toGuideUrl } from './markdown.js';
import type { Contract, Guide, Schema } from './contract.js';
import type { OpenApiResponse, OpenApi, Operation, Parameter, Reference } from './openapi.js';

/** An endpoint in the table of contents. */
type OperationSummaryView = Readonly<{
  operation_id: string;
  method: string;
  path: string;
  access: string;
  summary: string;
  href: string;
}>;

/** The endpoints of one tag. */
export type TagView = Readonly<{ name: string; description: string; operations: readonly OperationSummaryView[] }>;

/** A guide in the table of contents. */
type GuideSummaryView = Readonly<{ name: string; title: string; summary: string; href: string }>;

/** A guide in Markdown, with the service's base URL in its examples. */
export type GuideView = GuideSummaryView & Readonly<{ text: string }>;

/** The table of contents. */
export type DocumentationView = Readonly<{
  title: string;
  version: string;
  description: string;
  openapi: string;
  guides: readonly GuideSummaryView[];
  rooms: readonly TagView[];
}>;

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
 * The documentation of an endpoint. `guide` is the page with more information, if any; `curl` is null for browser-only
 * routes.
 */
export type OperationView = OperationSummaryView &
  Readonly<{
    room: string;
    description: string;
    guide: string | null;
    parameters: readonly ParameterView[];
    body: BodyView | null;
    answers: readonly OperationResponseView[];
    curl: string | null;
  }>;

/** An error code with its cause, fix and endpoints. Some have another status in some cases. */
export type ErrorView = Readonly<{
  code: string;
  status: number;
  other_status?: number;
  cause: string;
  fix: string;
  href: string;
  operations: readonly string[];
}>;

type OperationPlace = Readonly<{ path: string; method: string; operation: Operation }>;

const listPlaces = ({ paths }: OpenApi): OperationPlace[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

export function toDocumentationView(document: OpenApi, guides: readonly Guide[]): DocumentationView {
  const { title, version, summary } = document.info as Readonly<Record<string, string>>;
  const places = listPlaces(document);
  const rooms = document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: places.filter(({ operation }) => operation.tags[0] === name).map(toSummaryView),
  }));
  return {
    title: title ?? '',
    version: version ?? '',
    description: summary ?? '',
    openapi: '/openapi.json',
    guides: guides.map(toGuideSummaryView),
    rooms,
  };
}

const toGuideSummaryView = ({ name, title, summary }: Guide): GuideSummaryView => ({
  name,
  title,
  summary,
  href: toGuideUrl(name),
});

/** Undefined if there is no guide of this name. */
export function toGuideView(guides: readonly Guide[], name: string, baseUrl: string): GuideView | undefined {
  const guide = guides.find((one) => one.name === name);
  return guide && { ...toGuideSummaryView(guide), text: insertBaseUrl(guide, baseUrl) };
}

function toSummaryView({ path, method, operation }: OperationPlace): OperationSummaryView {
  const { operationId, summary, security } = operation;
  const access = security.some((way) => 'ticket' in way)
    ? 'stream'
    : (Object.keys(security[0] ?? { none: [] })[0] ?? 'none');
  return {
    operation_id: operationId,
    method: method.toUpperCase(),
    path,
    access,
    summary,
    href: `/docs/operations/${operationId}`,
  };
}

/** Undefined if there is no operation of this name. */
export function toOperationView(document: OpenApi, operationId: string): OperationView | undefined {
  const place = listPlaces(document).find(({ operation }) => operation.operationId === operationId);
  if (!place) return undefined;
  const { operation, method, path } = place;
  const summary = toSummaryView(place);
  const parameters = (operation.parameters ?? []).map((parameter) => toParameterView(parameter, document));
  const body = toBodyView(operation, document);
  const request = {
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
    room: operation.tags[0],
    description: operation.description ?? '',
    guide: findGuideUrl(path),
    parameters,
    body,
    answers: Object.entries(operation.responses).map(([status, answer]) =>
      toResponseView(Number(status), answer, document),
    ),
    curl: summary.access === 'session' ? null : formatCurl(request),
  };
}

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

export function toErrorViews({ errors }: Contract, document: OpenApi): readonly ErrorView[] {
  const operations = listPlaces(document).flatMap(
    ({ operation }) => toOperationView(document, operation.operationId) ?? [],
  );
  return errors.map(({ otherStatus, ...section }) => ({
    ...section,
    ...(otherStatus !== undefined && { other_status: otherStatus }),
    href: `/docs/errors/${section.code}`,
    operations: operations
      .filter(({ answers }) => answers.some(({ codes }) => codes.includes(section.code)))
      .map(({ operation_id }) => operation_id),
  }));
}
