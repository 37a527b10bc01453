import type { Credential } from '../access/access.decorator.js';
import { Answers } from './answers.js';
import { bodyOf } from './bodies.js';
import { constrained } from './constraints.js';
import type { Contract, ContractDoor, Schema } from './contract.js';
import type { Door } from './door.js';
import { exampleOf, referred } from './examples.js';
import type { OpenApi, Operation, Parameter } from './openapi.js';

/** The two halves of one door: what the service has, and what its source says. */
type Joined = Readonly<{ door: Door; said: ContractDoor }>;

const silent: ContractDoor = {
  room: 'unknown',
  file: '',
  summary: '',
  description: '',
  deprecated: false,
  parameters: [],
  answer: null,
  answers: {},
  takes: 'application/json',
  refusals: [],
};

/** Puts doors and contract together as OpenAPI 3.1. The same input gives the same bytes. */
export function openApi(doors: readonly Door[], contract: Contract, baseUrl: string): OpenApi {
  const shapes = constrained(contract.shapes);
  const answers = new Answers(contract, shapes, baseUrl);
  const joined = doors.map((door) => ({ door, said: contract.doors[door.handler] ?? silent }));
  const paths: Record<string, Record<string, Operation>> = {};
  for (const one of joined) {
    const path = one.door.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [one.door.method]: operation(one, shapes, answers) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Kontor',
      version: contract.version,
      summary: contract.description,
      description: manners,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl, description: 'This service' }],
    tags: tags(joined, contract),
    paths,
    components: {
      schemas: used(shapes, paths, answers.shared),
      responses: answers.shared,
      parameters: commonParameters(joined),
      headers: answers.headers,
      securitySchemes,
    },
  };
}

const manners = [
  'Answers are HTML unless `Accept` names `application/json`; a page and its JSON carry the same facts.',
  'Failures are problems of RFC 9457. `code` is stable; `type` is the address of a page that says what it means and what to do.',
  'Without a valid token the answer is 303 to `/`; send `Prefer: status=401` with every request to get a plain 401 instead. A client that follows the 303 with the wrong `Authorization`, or with the `flash` cookie of the 303, is answered 401 by `GET /` with the same problem.',
].join('\n\n');

const securitySchemes: Readonly<Record<string, Schema>> = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An access token from `POST /oauth/token`.' },
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

function operation({ door, said }: Joined, shapes: Readonly<Record<string, Schema>>, answers: Answers): Operation {
  const parameters = [
    ...parametersOf({ door, said }, shapes),
    ...common
      .filter(({ isAt }) => isAt(door))
      .map(({ is }) => ({ $ref: `#/components/parameters/${is.name.replace('-', '')}` })),
  ];
  const body = bodyOf(door, said, shapes);
  return {
    operationId: operationId(door),
    tags: [said.room],
    summary: said.summary,
    ...(said.description && { description: said.description }),
    ...(said.deprecated && { deprecated: true }),
    security: securityOf(said.needs ?? door.access),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: body } }),
    responses: answers.of(door, said),
  };
}

function securityOf(access: Credential): Operation['security'] {
  if (access === 'stream') return [{ bearer: [] }, { ticket: [] }];
  return access === 'none' ? [] : [{ [access]: [] }];
}

function operationId({ handler }: Door): string {
  const [controller = '', method = ''] = handler.split('.');
  return `${snake(controller.replace(/Controller$/, ''))}_${snake(method)}`;
}

const snake = (name: string): string => name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();

/** Headers that many doors read alike are written down once. */
const common: readonly Readonly<{ isAt: (door: Door) => boolean; is: Parameter }>[] = [
  {
    isAt: ({ access }) => access !== 'none',
    is: {
      name: 'Prefer',
      in: 'header',
      description: 'With `status=401` a missing or wrong authorization is answered by 401 instead of 303.',
      required: false,
      schema: { type: 'string' },
      example: 'status=401',
    },
  },
  {
    isAt: ({ keepsAnswers }) => keepsAnswers,
    is: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'Makes it safe to send the request again: for 72 hours, a copy under the same key is answered like the first, with `Idempotent-Replayed: true`, also when the service was killed in between.',
      required: false,
      schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
      example: '3f0c1a52-8d0e-4a5b-9a52-5f1f5a0f8f2e',
    },
  },
];

function commonParameters(joined: readonly Joined[]): Record<string, Parameter> {
  const used = common.filter(({ isAt }) => joined.some(({ door }) => isAt(door)));
  return Object.fromEntries(used.map(({ is }) => [is.name.replace('-', ''), is]));
}

/** A whole DTO in query or path is one parameter for each of its fields. */
function parametersOf({ door, said }: Joined, shapes: Readonly<Record<string, Schema>>): Parameter[] {
  return door.inputs
    .filter(({ from }) => from !== 'body')
    .flatMap((input) => {
      const { from, name, integer } = input;
      const { description = '', schema = {} } = said.parameters[input.index] ?? {};
      if (name === null) return fieldParameters(schema, from, shapes);
      const narrowed = { ...schema, ...(integer && { type: 'integer' }), ...input.schema };
      return [
        parameter(
          name,
          from,
          { ...(description && { description }), ...narrowed },
          { required: from === 'path', shapes },
        ),
      ];
    });
}

/** A DTO of a single field is explained once, at the class. */
function fieldParameters(schema: Schema, from: string, shapes: Readonly<Record<string, Schema>>): Parameter[] {
  const shape = referred(schema, shapes) ?? schema;
  const required = (shape['required'] ?? []) as readonly string[];
  const fields = Object.entries((shape['properties'] ?? {}) as Record<string, Schema>);
  const explained = fields.length === 1 ? { description: shape['description'] } : {};
  return fields.map(([name, of]) =>
    parameter(name, from, { ...explained, ...of }, { required: from === 'path' || required.includes(name), shapes }),
  );
}

function parameter(
  name: string,
  place: string,
  { description, ...schema }: Schema,
  { required, shapes }: { required: boolean; shapes: Readonly<Record<string, Schema>> },
): Parameter {
  return {
    name,
    in: place,
    description: typeof description === 'string' ? description : '',
    required,
    schema,
    example: exampleOf(schema, shapes, name),
  };
}

function tags(joined: readonly Joined[], { rooms }: Contract): { name: string; description: string }[] {
  const names = [...new Set(joined.map(({ said }) => said.room))].sort();
  return names.map((name) => ({ name, description: rooms[name] ?? '' }));
}

/** Only shapes that something refers to, directly or through another shape. */
function used(shapes: Readonly<Record<string, Schema>>, ...roots: readonly unknown[]): Record<string, Schema> {
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      visit(shapes[name] ?? null);
    }
  };
  roots.forEach(visit);
  return Object.fromEntries(Object.entries(shapes).filter(([name]) => names.has(name)));
}
