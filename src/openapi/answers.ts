import type { Contract, ContractDoor, ErrorSection, Schema } from './contract.js';
import { csvOf } from '../http/csv.js';
import { titleOf, type Problem } from '../http/problem.js';
import type { Door } from './door.js';
import { exampleOf } from './examples.js';
import { generalRefusals } from './general-refusals.js';
import type { Answer, Media, Reference } from './openapi.js';

const page: Media = {
  schema: { type: 'string', description: 'The same facts as a page.' },
  example: '<!doctype html>…',
};

const table = (columns: readonly string[]): Media => ({
  schema: { type: 'string', description: 'The same rows as a table (RFC 4180).' },
  example: csvOf([], columns),
});

const requestId = '01JQ8ZC7Y4';

const header = (name: string): Reference => ({ $ref: `#/components/headers/${name}` });

/** What each door may answer: its success, and one answer for each status of its refusals. */
export class Answers {
  /** Refusals that several doors share are written down once. */
  readonly shared: Record<string, Answer> = {};
  readonly headers: Record<string, unknown> = {
    RequestId: described('The name of this request in the log.', requestId),
  };
  private readonly sections: ReadonlyMap<string, ErrorSection>;

  constructor(
    contract: Contract,
    private readonly shapes: Readonly<Record<string, Schema>>,
    private readonly baseUrl: string,
  ) {
    this.sections = new Map(contract.errors.map((section) => [section.code, section]));
  }

  of(door: Door, said: ContractDoor): Record<string, Answer | Reference> {
    const general = Object.keys(generalRefusals).filter(
      (code) => generalRefusals[code]?.(door) && !(door.failsAs && code === 'malformed_json'),
    );
    const sections = [...new Set([...general, ...said.refusals])].sort().flatMap((refusal) => this.sectionOf(refusal));
    const success = this.success(door, said);
    const answers: Record<string, Answer | Reference> = { [door.redirects ? 302 : door.status]: success };
    for (const [status, description] of Object.entries(said.answers))
      answers[status] = { ...(Number(status) < 300 && success), description };
    for (const status of [...new Set(sections.map(({ status }) => status))].sort()) {
      const alike = sections.filter((section) => section.status === status);
      answers[status] = this.besides(answers[status], this.refusal(status, alike, door));
      if (status === 303) answers[401] = this.refusal(401, alike, door);
    }
    return answers;
  }

  /** A code that has two statuses is named with the one that is meant. */
  private sectionOf(refusal: string): readonly ErrorSection[] {
    const [code = '', status] = refusal.split(' ');
    const section = this.sections.get(code);
    return section ? [status === undefined ? section : { ...section, status: Number(status) }] : [];
  }

  /** A form goes on by 303 when all is well, without a word, and so does whoever is not signed in. */
  private besides(success: Answer | Reference | undefined, refusal: Reference): Answer | Reference {
    const shared = this.shared[refusal.$ref.split('/').at(-1) ?? ''];
    if (!success || !shared || !('description' in success)) return refusal;
    return { ...shared, description: `${success.description}\n\n${shared.description}`, 'x-empty': true };
  }

  private success(door: Door, { answer: schema, example }: ContractDoor): Answer {
    const headers = { 'X-Request-Id': header('RequestId') };
    if (door.redirects)
      return {
        description: 'The way on stands in `Location`.',
        headers: { ...headers, Location: this.header('Location') },
      };
    if (door.contentType !== null)
      return {
        description: 'Success.',
        headers,
        content: { [door.contentType.split(';')[0] ?? '']: { schema: { type: 'string' }, example: '…' } },
      };
    if (schema === null) return { description: 'Done; there is nothing to say.', headers };
    if (door.access === 'session')
      return { description: 'Success, as a page.', headers, content: { 'text/html': page } };
    const json = { 'application/json': { schema, example: example ?? exampleOf(schema, this.shapes) } };
    const events = door.streamExample !== null && {
      'text/event-stream': {
        schema: { type: 'string', description: 'Server-sent events, as they happen.' },
        example: door.streamExample,
      },
    };
    const csv = door.csvColumns && { 'text/csv': table(door.csvColumns) };
    return {
      description: 'Success.',
      headers,
      content: door.alwaysJson ? json : { ...json, ...csv, ...events, 'text/html': page },
    };
  }

  private refusal(status: number, sections: readonly ErrorSection[], { alwaysJson, failsAs }: Door): Reference {
    const codes = sections.map(({ code }) => code);
    const name = [status, ...codes, ...(failsAs ? [failsAs.name] : alwaysJson ? ['json'] : [])].join('.');
    const problem = this.problem(status, codes);
    this.shared[name] ??= {
      description: sections.map(({ code, cause }) => `\`${code}\`: ${cause}`).join('\n\n'),
      headers: this.headersOf(status),
      content: failsAs
        ? {
            'application/json': ownShape(failsAs(problem.example), failsAs({ ...problem.example, errors: [] })),
            ...(!alwaysJson && { 'text/html': page }),
          }
        : { 'application/problem+json': problem, ...(!alwaysJson && { 'text/html': page }) },
    };
    return { $ref: `#/components/responses/${name}` };
  }

  private problem(status: number, codes: readonly string[]): Readonly<{ schema: Schema; example: Problem }> {
    const [first = ''] = codes;
    const code = codes.length === 1 ? { const: first } : { enum: codes };
    const schema = {
      allOf: [{ $ref: '#/components/schemas/Problem' }],
      properties: { status: { const: status }, code },
    };
    const example = {
      type: `${this.baseUrl}/docs/errors/${first}`,
      title: titleOf(first),
      status,
      code: first,
      detail: this.sections.get(first)?.cause ?? '',
      instance: '/the/address/that/was/asked',
      request_id: requestId,
    };
    return { schema, example };
  }

  private headersOf(status: number): Record<string, Reference> {
    const names =
      {
        303: ['Location', 'Set-Cookie', 'WWW-Authenticate'],
        401: ['WWW-Authenticate'],
        429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
        503: ['Retry-After'],
      }[status] ?? [];
    return Object.fromEntries([
      ['X-Request-Id', header('RequestId')],
      ...names.map((name) => [name, this.header(name)] as const),
    ]);
  }

  private header(name: string): Reference {
    const known: Readonly<Record<string, unknown>> = {
      Location: described('Where to go on.', '/'),
      'Set-Cookie': described('The session is cleared; a short message says why.', 'session=; Max-Age=0; Path=/'),
      'WWW-Authenticate': described('The kind of authorization that is asked for.', 'Bearer realm="kontor"'),
      RateLimit: described(
        'What is left of the quota: `r` requests, full again in `t` seconds.',
        '"anonymous";r=0;t=30',
      ),
      'RateLimit-Policy': described('The quota itself: `q` requests in `w` seconds.', '"anonymous";q=60;w=60'),
      'Retry-After': {
        ...described('Seconds until another attempt makes sense.', 1),
        schema: { type: 'integer', minimum: 0 },
      },
    };
    const key = name.replaceAll('-', '');
    this.headers[key] = known[name];
    return header(key);
  }
}

/** The shape of a standard's own failures is told by an example of one, and by one that names what is wrong field by field. */
function ownShape(example: object, detailed: object): Media {
  const typeOf = (value: unknown): Schema =>
    Array.isArray(value) ? { type: 'array', items: { $ref: '#/components/schemas/Issue' } } : { type: typeof value };
  const properties = Object.fromEntries(Object.entries(detailed).map(([name, value]) => [name, typeOf(value)]));
  return { schema: { type: 'object', properties, required: Object.keys(example) }, example };
}

function described(description: string, example: unknown): Readonly<Record<string, unknown>> {
  return { description, schema: { type: 'string' }, example };
}
