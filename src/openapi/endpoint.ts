import type { Credential } from '../access/access.decorator.js';
import type { Problem } from '../errors/problem.js';

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
  status: number;
  /** A standard fixes the answer as JSON, so no page shows it. */
  alwaysJson: boolean;
  /** It is answered whatever `Accept` says. */
  anyAccept: boolean;
  /** A standard has its own shape for failures. */
  errorFormat: ((problem: Problem) => object) | null;
  /** The columns of the table that the answer can be had as, too. */
  csvColumns: readonly string[] | null;
  /** The content type, where the handler fixes one that is neither JSON nor a page. */
  contentType: string | null;
  /** The content of the stream of events, where the endpoint has one. */
  streamExample: string | null;
  redirects: boolean;
  /** An answer is kept under the `Idempotency-Key` that its request came with. */
  storesResponses: boolean;
  /** A browser is asked for the password again when the last proof is old. */
  requiresRecentSignIn: boolean;
  inputs: readonly EndpointInput[];
}>;
