import { curlOf } from './curl.js';
import { alternativesOf, exampleOf, referred } from './examples.js';
import { type Field, fieldsOf, typeOf } from './fields.js';
import { addressed, guideOf, hrefOf } from './guides.js';
import type { Contract, Guide, Schema } from './contract.js';
import type { Answer, OpenApi, Operation, Parameter, Reference } from './openapi.js';

/** One endpoint in the table of contents. */
type OperationSummaryView = Readonly<{
  operation_id: string;
  method: string;
  path: string;
  access: string;
  summary: string;
  href: string;
}>;

/** The endpoints of one room. */
export type RoomView = Readonly<{ name: string; description: string; operations: readonly OperationSummaryView[] }>;

/** A document in the table of contents. */
type GuideSummaryView = Readonly<{ name: string; title: string; summary: string; href: string }>;

/** A document about several endpoints, in Markdown, with the addresses of this service in its examples. */
export type GuideView = GuideSummaryView & Readonly<{ text: string }>;

/** The table of contents of this service. */
export type DocumentationView = Readonly<{
  title: string;
  version: string;
  description: string;
  openapi: string;
  guides: readonly GuideSummaryView[];
  rooms: readonly RoomView[];
}>;

/** One parameter of path, query or header. */
export type ParameterView = Readonly<{
  name: string;
  in: string;
  type: string;
  required: boolean;
  description: string;
  example: unknown;
}>;

/** One of the shapes that a body may have, with the fields that this one has and needs. */
export type ShapeView = Readonly<{ name: string; description: string; fields: readonly Field[]; example: unknown }>;

/** What a request carries: one shape with `fields`, or one of several `shapes`, and then no fields are listed that belong to all. */
export type BodyView = Readonly<{
  content_type: string;
  also: readonly string[];
  fields: readonly Field[];
  shapes: readonly ShapeView[];
  example: unknown;
}>;

/** One answer that the endpoint may give. */
export type AnswerView = Readonly<{
  status: number;
  description: string;
  content_types: readonly string[];
  fields: readonly Field[];
  example: unknown;
  codes: readonly string[];
}>;

/** Everything there is to know of one endpoint; `guide` is the page that tells more about it, where there is one; `curl` is null where only a signed-in browser is let in. */
export type OperationView = OperationSummaryView &
  Readonly<{
    room: string;
    description: string;
    guide: string | null;
    parameters: readonly ParameterView[];
    body: BodyView | null;
    answers: readonly AnswerView[];
    curl: string | null;
  }>;

/** What a code means, which endpoints answer with it, and its mend. A few have another status where another thing was asked. */
export type ErrorView = Readonly<{
  code: string;
  status: number;
  other_status?: number;
  cause: string;
  mend: string;
  href: string;
  operations: readonly string[];
}>;

type Place = Readonly<{ path: string; method: string; operation: Operation }>;

const placesOf = ({ paths }: OpenApi): Place[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

export function documentationView(document: OpenApi, guides: readonly Guide[]): DocumentationView {
  const { title, version, summary } = document.info as Readonly<Record<string, string>>;
  const places = placesOf(document);
  const rooms = document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: places.filter(({ operation }) => operation.tags[0] === name).map(summaryView),
  }));
  return {
    title: title ?? '',
    version: version ?? '',
    description: summary ?? '',
    openapi: '/openapi.json',
    guides: guides.map(guideSummaryView),
    rooms,
  };
}

const guideSummaryView = ({ name, title, summary }: Guide): GuideSummaryView => ({
  name,
  title,
  summary,
  href: hrefOf(name),
});

/** Undefined when there is no document of this name. */
export function guideView(guides: readonly Guide[], name: string, baseUrl: string): GuideView | undefined {
  const guide = guides.find((one) => one.name === name);
  return guide && { ...guideSummaryView(guide), text: addressed(guide, baseUrl) };
}

function summaryView({ path, method, operation }: Place): OperationSummaryView {
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

/** Undefined when there is no operation of this name. */
export function operationView(document: OpenApi, operationId: string): OperationView | undefined {
  const place = placesOf(document).find(({ operation }) => operation.operationId === operationId);
  if (!place) return undefined;
  const { operation, method, path } = place;
  const summary = summaryView(place);
  const parameters = (operation.parameters ?? []).map((parameter) => parameterView(parameter, document));
  const body = bodyView(operation, document);
  const call = {
    method: method.toUpperCase(),
    path: filled(path, parameters),
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
    guide: guideOf(path),
    parameters,
    body,
    answers: Object.entries(operation.responses).map(([status, answer]) =>
      answerView(Number(status), answer, document),
    ),
    curl: summary.access === 'session' ? null : curlOf(call),
  };
}

/** A list of what was told just before it is not told again. */
function short(shape: Schema, told: readonly Schema[], shapes: OpenApi['components']['schemas']): Schema {
  const isTold = ({ $ref }: Schema): boolean => told.some((one) => one['$ref'] === $ref);
  const properties = Object.entries((shape['properties'] ?? {}) as Record<string, Schema>).map(([name, of]) => {
    const items = of['items'] as Schema | undefined;
    const kinds = items && alternativesOf(referred(items, shapes) ?? items);
    return [
      name,
      kinds && kinds.length > 0 && kinds.every(isTold) ? { ...of, items: { type: 'any of the above' } } : of,
    ];
  });
  return { ...shape, properties: Object.fromEntries(properties) as Record<string, Schema> };
}

/** The address with the example of each of its parameters. */
function filled(path: string, parameters: readonly ParameterView[]): string {
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((address, { name, example }) => address.replace(`{${name}}`, encodeURIComponent(String(example))), path);
}

function parameterView(parameter: Parameter | Reference, { components }: OpenApi): ParameterView {
  const {
    name,
    in: place,
    schema,
    required,
    description,
    example,
  } = '$ref' in parameter ? named(components.parameters, parameter) : parameter;
  return {
    name,
    in: place,
    type: typeOf(schema, components.schemas),
    required,
    description,
    example: example ?? exampleOf(schema, components.schemas, name),
  };
}

function named<Part>(parts: Readonly<Record<string, Part>>, { $ref }: Reference): Part {
  const part = parts[$ref.split('/').at(-1) ?? ''];
  if (part === undefined) throw new TypeError(`The document refers to ${$ref} and does not have it.`);
  return part;
}

function bodyView({ requestBody }: Operation, { components }: OpenApi): BodyView | null {
  const [entry, ...others] = Object.entries(requestBody?.content ?? {});
  if (!entry) return null;
  const [type, { schema, example }] = entry;
  const shapes = shapesOf(schema, components.schemas);
  return {
    content_type: type,
    also: others.map(([other]) => other),
    fields: shapes.length > 0 ? [] : fieldsOf(schema, components.schemas),
    shapes,
    example,
  };
}

/** Shapes are told apart by their names. */
function shapesOf(schema: Schema, shapes: OpenApi['components']['schemas']): ShapeView[] {
  const choices = alternativesOf(referred(schema, shapes) ?? schema);
  const names = choices.map(({ $ref }) => (typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : ''));
  if (choices.length < 2 || names.includes('')) return [];
  return choices.map((choice, index) => {
    const shape = referred(choice, shapes) ?? choice;
    const description = typeof shape['description'] === 'string' ? shape['description'] : '';
    return {
      name: names[index] ?? '',
      description,
      fields: fieldsOf(short(shape, choices, shapes), shapes),
      example: exampleOf(choice, shapes),
    };
  });
}

function answerView(status: number, given: Answer | Reference, { components }: OpenApi): AnswerView {
  const answer = '$ref' in given ? named(components.responses, given) : given;
  const content = Object.entries(answer.content ?? {});
  const [type, media] = content[0] ?? [];
  const problem = type === 'application/problem+json' || status >= 400;
  return {
    status,
    description: answer.description,
    content_types: content.map(([name]) => name),
    fields: media && !problem ? fieldsOf(media.schema, components.schemas) : [],
    example: media?.example ?? null,
    codes: [...answer.description.matchAll(/^`(\w+)`: /gm)].map(([, code = '']) => code),
  };
}

/** Those in which all of these words stand, wherever; without a word, all. */
export function errorsLike(errors: readonly ErrorView[], text: string): readonly ErrorView[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const textOf = ({ status, other_status: other, code, cause, mend }: ErrorView): string =>
    [status, other, code, cause, mend].join(' ').toLowerCase();
  return errors.filter((error) => words.every((word) => textOf(error).includes(word)));
}

export function errorViews({ errors }: Contract, document: OpenApi): readonly ErrorView[] {
  const operations = placesOf(document).flatMap(
    ({ operation }) => operationView(document, operation.operationId) ?? [],
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
