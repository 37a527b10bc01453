import { FORM_TYPE } from '../http/form.js';
import type { Credential } from '../access/access.decorator.js';
import { ResponseBuilder } from './responses.js';
import { toRequestContent } from './request-bodies.js';
import { applyConstraints } from './constraints.js';
import type { AsyncApi, Contract, ContractOperation, Schema } from './contract.js';
import type { Endpoint } from './endpoint.js';
import type { OpenApi, Operation, ParameterDocument } from './openapi.js';
import { type DocumentedEndpoint, toCommonParameters, toCommonReferences, toParameters } from './parameters.js';

const undocumentedOperation: ContractOperation = {
  tag: 'unknown',
  file: '',
  summary: '',
  description: '',
  deprecated: false,
  parameters: [],
  response: null,
  responses: {},
  contentType: 'application/json',
  errorCodes: [],
};

/** Combines endpoints and contract to OpenAPI 3.1. Deterministic. */
export function buildOpenApiDocument(endpoints: readonly Endpoint[], contract: Contract, baseUrl: string): OpenApi {
  const schemas = applyConstraints(contract.schemas);
  const responses = new ResponseBuilder(contract, schemas, baseUrl);
  const documented = toDocumentedEndpoints(endpoints, contract);
  const paths = toPaths(documented, (one) => toOperation(one, schemas, responses));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Kontor',
      version: contract.version,
      summary: contract.description,
      description: usageNotes,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl, description: 'This service' }],
    tags: toTags(documented, contract),
    paths,
    components: {
      schemas: filterUsedSchemas(schemas, paths, responses.sharedResponses),
      responses: responses.sharedResponses,
      parameters: toCommonParameters(documented),
      headers: responses.headers,
      securitySchemes,
    },
  };
}

/** The WebSockets, at the address of this service. */
export function buildAsyncApiDocument({ asyncApi, version }: Contract, baseUrl: string): AsyncApi {
  const { host, protocol } = new URL(baseUrl);
  const service = { ...asyncApi.servers.service, host, protocol: protocol === 'https:' ? 'wss' : 'ws' };
  return { ...asyncApi, info: { ...asyncApi.info, version }, servers: { service } };
}

/** The parameters alone: a fraction of the work that the whole document is. */
export function buildParameterDocument(endpoints: readonly Endpoint[], contract: Contract): ParameterDocument {
  const schemas = applyConstraints(contract.schemas);
  const documented = toDocumentedEndpoints(endpoints, contract);
  return { paths: toPaths(documented, (one) => ({ parameters: toParameters(one, schemas) })), components: { schemas } };
}

function toDocumentedEndpoints(endpoints: readonly Endpoint[], contract: Contract): readonly DocumentedEndpoint[] {
  return endpoints.map((endpoint) => ({
    endpoint,
    source: contract.operations[endpoint.handler] ?? undocumentedOperation,
  }));
}

function toPaths<Described>(
  documented: readonly DocumentedEndpoint[],
  describe: (one: DocumentedEndpoint) => Described,
): Record<string, Record<string, Described>> {
  const paths: Record<string, Record<string, Described>> = {};
  for (const one of documented) {
    const path = one.endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [one.endpoint.method]: describe(one) };
  }
  return paths;
}

const usageNotes = [
  'Answers are HTML unless `Accept` names `application/json`; a page and its JSON carry the same facts.',
  'Failures are problems of RFC 9457. `code` is stable; `type` is the address of a page that says what it means and what to do.',
  'Without a valid token the answer is 303 to `/`; send `Prefer: status=401` with every request to get a plain 401 instead. A client that follows the 303 with the wrong `Authorization`, or with the `flash` cookie of the 303, is answered 401 by `GET /` with the same problem.',
].join('\n\n');

const securitySchemes: Readonly<Record<string, Schema>> = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An access token from `POST /oauth/token`. The name beside it in `security` is the scope that the token needs if it is limited to scopes (`/docs/scopes`).',
  },
  client: { type: 'http', scheme: 'basic', description: 'An API key: client id and client secret.' },
  ticket: {
    type: 'apiKey',
    in: 'query',
    name: 'ticket',
    description: 'A ticket from `POST /tickets`: good once, within 30 seconds, at streams alone.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description: 'The session of a signed-in browser. It opens pages, never JSON.',
  },
};

function toOperation(
  { endpoint, source }: DocumentedEndpoint,
  shapes: Readonly<Record<string, Schema>>,
  responses: ResponseBuilder,
): Operation {
  const parameters = [...toParameters({ endpoint, source }, shapes), ...toCommonReferences(endpoint)];
  const body = toRequestContent(endpoint, source, shapes);
  return {
    operationId: toOperationId(endpoint),
    tags: [source.tag],
    summary: source.summary,
    ...(source.description && { description: source.description }),
    ...(source.deprecated && { deprecated: true }),
    ...(isBrowserOnly({ endpoint, source }) && { 'x-browser-only': true }),
    security: toSecurity(source.credential ?? endpoint.access, endpoint.scope),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: responses.buildResponses(endpoint, source),
  };
}

/** Pages without a JSON form, and their forms. */
function isBrowserOnly({ endpoint, source }: DocumentedEndpoint): boolean {
  const isForm = source.contentType === FORM_TYPE && (source.credential ?? endpoint.access) === 'none';
  return endpoint.isBrowserOnly || endpoint.access === 'session' || isForm;
}

/** With the scope that a limited token needs: OpenAPI 3.1 has such names for every scheme, not for OAuth alone. */
function toSecurity(access: Credential, scope: Endpoint['scope']): Operation['security'] {
  const scopes = scope === null ? [] : [scope];
  if (access === 'stream') return [{ bearer: scopes }, { ticket: scopes }];
  return access === 'none' ? [] : [{ [access]: scopes }];
}

/** The name of the controller's method: verb and resource, unique in the application (`submitOrderActions`). */
function toOperationId({ handler }: Endpoint): string {
  return handler.slice(handler.indexOf('.') + 1);
}

function toTags(
  documented: readonly DocumentedEndpoint[],
  { tags: descriptions }: Contract,
): { name: string; description: string }[] {
  const names = [...new Set(documented.map(({ source }) => source.tag))].sort();
  return names.map((name) => ({ name, description: descriptions[name] ?? '' }));
}

/** Only schemas that are referenced, directly or through another schema. */
function filterUsedSchemas(
  shapes: Readonly<Record<string, Schema>>,
  ...roots: readonly unknown[]
): Record<string, Schema> {
  const names = new Set<string>();
  const context = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      context(shapes[name] ?? null);
    }
  };
  roots.forEach(context);
  return Object.fromEntries(Object.entries(shapes).filter(([name]) => names.has(name)));
}
