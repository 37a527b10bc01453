import type { ResourceScope } from '../access/actor.js';
import type { Credential } from '../access/access.decorator.js';
import type { Problem } from '../errors/problem.js';

const appliesAlways = (): boolean => true;
const hasBody = ({ method }: Endpoint): boolean => method !== 'get' && method !== 'head';

/**
 * The errors that no handler throws itself, because hooks and guards throw them: the endpoints that have them. A test
 * holds this table against the failures in the source, both ways.
 */
export const generalErrors: Readonly<Record<string, (endpoint: Endpoint) => boolean>> = {
  login_required: ({ access }) => access !== 'none',
  // Where the 303 of the others leads.
  'login_required 401': ({ path }) => path === '/',
  // A token that is limited to scopes opens what they name, and nothing else.
  insufficient_scope: ({ access }) => access === 'bearer' || access === 'stream',
  // A browser enters by its session, and changes something only with a form of this service.
  foreign_form: (endpoint) => (endpoint.access === 'bearer' || endpoint.access === 'session') && hasBody(endpoint),
  // A form of a browser whose user proved the password a while ago.
  recent_sign_in_required: ({ requiresRecentSignIn }) => requiresRecentSignIn,
  wrong_password: ({ requiresRecentSignIn }) => requiresRecentSignIn,
  too_many_proofs: ({ requiresRecentSignIn }) => requiresRecentSignIn,
  passwords_busy: ({ requiresRecentSignIn }) => requiresRecentSignIn,
  foreign_origin: ({ access }) => access === 'stream',
  invalid_request: appliesAlways,
  malformed_http: appliesAlways,
  malformed_url: appliesAlways,
  malformed_json: hasBody,
  malformed_body: hasBody,
  body_too_large: hasBody,
  too_many_downloads: ({ csvColumns }) => csvColumns !== null,
  downloads_busy: ({ csvColumns }) => csvColumns !== null,
  unsupported_media_type: appliesAlways,
  // Where a standard fixes the answer, or it is a file, it is sent whatever is accepted.
  not_acceptable: ({ alwaysJson, anyAccept, contentType }) => !alwaysJson && !anyAccept && contentType === null,
  headers_too_large: appliesAlways,
  request_timeout: appliesAlways,
  too_many_requests: appliesAlways,
  server_error: appliesAlways,
  database_unavailable: appliesAlways,
  storage_full: hasBody,
  request_under_way: ({ storesResponses }) => storesResponses,
  idempotency_key_reused: ({ storesResponses }) => storesResponses,
  keyed_requests_busy: ({ storesResponses }) => storesResponses,
  // A part of the address that is too long to be anybody's name leads nowhere.
  unknown_route: ({ path }) => path.includes(':'),
  // No endpoint accepts the method.
  wrong_method: () => false,
  // The handler of an endpoint that takes a connection over throws these itself.
  malformed_handshake: () => false,
  upgrade_required: () => false,
};

/** The errors of every endpoint. docs/http.md lists them once, the page of an endpoint does not. */
export const universalErrors: ReadonlySet<string> = new Set(
  Object.keys(generalErrors).filter((code) => generalErrors[code] === appliesAlways),
);

/** Where a handler's argument comes from. A source without a name is a whole DTO. */
export type EndpointInput = Readonly<{
  index: number;
  from: 'body' | 'query' | 'path' | 'header';
  name: string | null;
  integer: boolean;
  schema: Readonly<Record<string, unknown>>;
}>;

/** One endpoint of the running service: everything that decorators declare about a handler. */
export type Endpoint = Readonly<{
  /** `OrdersController.list`: the key of its entry in the contract. */
  handler: string;
  method: string;
  path: string;
  access: Credential;
  /** What a token that is limited to scopes needs; null where no scope opens the endpoint, or no token is needed. */
  scope: ResourceScope | null;
  status: number;
  /** A standard fixes the answer as JSON, so no page shows it. */
  alwaysJson: boolean;
  /** It is answered whatever `Accept` says. */
  anyAccept: boolean;
  /** A standard has its own shape for failures. */
  errorFormat: ((problem: Problem) => object) | null;
  /** The columns of the table that the answer can be had as, too. */
  csvColumns: readonly string[] | null;
  /** It can be had as Markdown, too. */
  hasMarkdown: boolean;
  /** A page or form of the service without a JSON form. */
  isBrowserOnly: boolean;
  /** The content type, where the handler fixes one that is neither JSON nor a page. */
  contentType: string | null;
  /** The content of the stream of events, where the endpoint has one. */
  streamExample: string | null;
  redirects: boolean;
  /** An answer is kept under the `Idempotency-Key` that its request came with. */
  storesResponses: boolean;
  /** A browser is asked for the password again when the last proof is old. */
  requiresRecentSignIn: boolean;
  /** The classes of the guards of this route alone. */
  guards: readonly string[];
  inputs: readonly EndpointInput[];
}>;
