import type { Contract, ContractOperation, ErrorSection, Schema } from './contract.js';
import { formatCsv } from '../http/csv.js';
import { formatProblemTitle, type Problem } from '../errors/problem.js';
import { type Endpoint, generalErrors } from './endpoint.js';
import { createExample } from './examples.js';
import type { OpenApiResponse, Media, Reference } from './openapi.js';

const PAGE_MEDIA: Media = {
  schema: { type: 'string', description: 'The same facts as a page.' },
  example: '<!doctype html>…',
};

const MARKDOWN_MEDIA: Media = {
  schema: { type: 'string', description: 'The text of the page in Markdown.' },
  example: '# Title\n\n…',
};

const PROBLEM_MARKDOWN_MEDIA: Media = {
  schema: { type: 'string', description: 'The same facts in Markdown.' },
  example: '# Unknown guide\n\nStatus: 404, …',
};

const toCsvMedia = (columns: readonly string[]): Media => ({
  schema: { type: 'string', description: 'The same rows as a table (RFC 4180).' },
  example: formatCsv([], columns),
});

/** What an endpoint has besides JSON and a page. */
const listAlternativeMedia = ({
  csvColumns,
  streamExample,
  hasMarkdown,
}: Endpoint): Readonly<Record<string, Media>> => ({
  ...(csvColumns && { 'text/csv': toCsvMedia(csvColumns) }),
  ...(streamExample !== null && {
    'text/event-stream': {
      schema: { type: 'string', description: 'Server-sent events, as they happen.' },
      example: streamExample,
    },
  }),
  ...(hasMarkdown && { 'text/markdown': MARKDOWN_MEDIA }),
});

const REQUEST_ID = '01JQ8ZC7Y4';

const toHeaderReference = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });

/** The responses of each endpoint: its success, and one for each status of its errors. */
export class ResponseBuilder {
  /** Errors that several endpoints share are written down once. */
  readonly sharedResponses: Record<string, OpenApiResponse> = {};
  readonly headers: Record<string, unknown> = {
    RequestId: describeHeader('The name of this request in the log.', REQUEST_ID),
  };
  private readonly sections: ReadonlyMap<string, ErrorSection>;

  constructor(
    contract: Contract,
    private readonly schemas: Readonly<Record<string, Schema>>,
    private readonly baseUrl: string,
  ) {
    this.sections = new Map(contract.errors.map((section) => [section.code, section]));
  }

  buildResponses(endpoint: Endpoint, source: ContractOperation): Record<string, OpenApiResponse | Reference> {
    const general = Object.keys(generalErrors).filter(
      (code) => generalErrors[code]?.(endpoint) && !(endpoint.errorFormat && code === 'malformed_json'),
    );
    const sections = [...new Set([...general, ...source.errorCodes])]
      .sort()
      .flatMap((refusal) => this.findSections(refusal));
    const success = this.toSuccess(endpoint, source);
    const responses: Record<string, OpenApiResponse | Reference> = {
      [endpoint.redirects ? 302 : endpoint.status]: success,
    };
    for (const [status, description] of Object.entries(source.responses))
      responses[status] = { ...(Number(status) < 300 && success), description };
    for (const status of [...new Set(sections.map(({ status }) => status))].sort()) {
      const sameStatus = sections.filter((section) => section.status === status);
      responses[status] = this.mergeResponses(responses[status], this.toErrorResponse(status, sameStatus, endpoint));
      if (status === 303) responses[401] = this.toErrorResponse(401, sameStatus, endpoint);
    }
    return responses;
  }

  /** A code that has two statuses is named with the one that is meant. */
  private findSections(errorCode: string): readonly ErrorSection[] {
    const [code = '', status] = errorCode.split(' ');
    const section = this.sections.get(code);
    return section ? [status === undefined ? section : { ...section, status: Number(status) }] : [];
  }

  /** A form answers 303 when all is well, without a body, and so does a request without a session. */
  private mergeResponses(
    success: OpenApiResponse | Reference | undefined,
    errorResponse: Reference,
  ): OpenApiResponse | Reference {
    const shared = this.sharedResponses[errorResponse.$ref.split('/').at(-1) ?? ''];
    if (!success || !shared || !('description' in success)) return errorResponse;
    return { ...shared, description: `${success.description}\n\n${shared.description}`, 'x-empty': true };
  }

  private toSuccess(endpoint: Endpoint, { response: schema, example }: ContractOperation): OpenApiResponse {
    const headers = { 'X-Request-Id': toHeaderReference('RequestId') };
    if (endpoint.redirects)
      return {
        description: 'The way on stands in `Location`.',
        headers: { ...headers, Location: this.addHeader('Location') },
      };
    if (endpoint.contentType !== null)
      return {
        description: 'Success.',
        headers,
        content: { [endpoint.contentType.split(';')[0] ?? '']: { schema: { type: 'string' }, example: '…' } },
      };
    if (schema === null) return { description: 'Done; there is nothing to say.', headers };
    if (endpoint.access === 'session')
      return { description: 'Success, as a page.', headers, content: { 'text/html': PAGE_MEDIA } };
    const json = { 'application/json': { schema, example: example ?? createExample(schema, this.schemas) } };
    return {
      description: 'Success.',
      headers,
      content: endpoint.alwaysJson ? json : { ...json, ...listAlternativeMedia(endpoint), 'text/html': PAGE_MEDIA },
    };
  }

  private toErrorResponse(
    status: number,
    sections: readonly ErrorSection[],
    { alwaysJson, errorFormat, hasMarkdown }: Endpoint,
  ): Reference {
    const codes = sections.map(({ code }) => code);
    const name = [status, ...codes, ...listFormatNames({ alwaysJson, errorFormat, hasMarkdown })].join('.');
    const problem = this.toProblemMedia(status, codes);
    this.sharedResponses[name] ??= {
      description: sections.map(({ code, cause }) => `\`${code}\`: ${cause}`).join('\n\n'),
      headers: this.listErrorHeaders(status),
      content: errorFormat
        ? {
            'application/json': toCustomErrorMedia(
              errorFormat(problem.example),
              errorFormat({ ...problem.example, errors: [] }),
            ),
            ...(!alwaysJson && { 'text/html': PAGE_MEDIA }),
          }
        : {
            'application/problem+json': problem,
            ...(hasMarkdown && { 'text/markdown': PROBLEM_MARKDOWN_MEDIA }),
            ...(!alwaysJson && { 'text/html': PAGE_MEDIA }),
          },
    };
    return { $ref: `#/components/responses/${name}` };
  }

  private toProblemMedia(status: number, codes: readonly string[]): Readonly<{ schema: Schema; example: Problem }> {
    const [first = ''] = codes;
    const code = codes.length === 1 ? { const: first } : { enum: codes };
    const schema = {
      allOf: [{ $ref: '#/components/schemas/Problem' }],
      properties: { status: { const: status }, code },
    };
    const example = {
      type: `${this.baseUrl}/docs/errors/${first}`,
      title: formatProblemTitle(first),
      status,
      code: first,
      detail: this.sections.get(first)?.cause ?? '',
      instance: '/the/address/that/was/asked',
      request_id: REQUEST_ID,
    };
    return { schema, example };
  }

  private listErrorHeaders(status: number): Record<string, Reference> {
    const names =
      {
        303: ['Location', 'Set-Cookie', 'WWW-Authenticate'],
        401: ['WWW-Authenticate'],
        429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
        503: ['Retry-After'],
      }[status] ?? [];
    return Object.fromEntries([
      ['X-Request-Id', toHeaderReference('RequestId')],
      ...names.map((name) => [name, this.addHeader(name)] as const),
    ]);
  }

  private addHeader(name: string): Reference {
    const known: Readonly<Record<string, unknown>> = {
      Location: describeHeader('Where to go on.', '/'),
      'Set-Cookie': describeHeader('The session is cleared; a short message says why.', 'session=; Max-Age=0; Path=/'),
      'WWW-Authenticate': describeHeader('The kind of authorization that is asked for.', 'Bearer realm="kontor"'),
      RateLimit: describeHeader(
        'What is left of the quota: `r` requests, full again in `t` seconds.',
        '"anonymous";r=0;t=30',
      ),
      'RateLimit-Policy': describeHeader('The quota itself: `q` requests in `w` seconds.', '"anonymous";q=60;w=60'),
      'Retry-After': {
        ...describeHeader('Seconds until another attempt makes sense.', 1),
        schema: { type: 'integer', minimum: 0 },
      },
    };
    const key = name.replaceAll('-', '');
    this.headers[key] = known[name];
    return toHeaderReference(key);
  }
}

/** Endpoints with other formats have other descriptions of the same errors. */
const listFormatNames = ({
  alwaysJson,
  errorFormat,
  hasMarkdown,
}: Pick<Endpoint, 'alwaysJson' | 'errorFormat' | 'hasMarkdown'>): string[] =>
  errorFormat ? [errorFormat.name] : alwaysJson ? ['json'] : hasMarkdown ? ['markdown'] : [];

/** The shape of a standard's own errors is shown by an example of one, and by one that lists the errors of fields. */
function toCustomErrorMedia(example: object, detailed: object): Media {
  const toPropertySchema = (value: unknown): Schema =>
    Array.isArray(value) ? { type: 'array', items: { $ref: '#/components/schemas/Issue' } } : { type: typeof value };
  const properties = Object.fromEntries(
    Object.entries(detailed).map(([name, value]) => [name, toPropertySchema(value)]),
  );
  return { schema: { type: 'object', properties, required: Object.keys(example) }, example };
}

function describeHeader(description: string, example: unknown): Readonly<Record<string, unknown>> {
  return { description, schema: { type: 'string' }, example };
}
