import { readFileSync } from 'node:fs';
import type { Credential } from '../access/access.decorator.js';

/** A JSON Schema of the draft of OpenAPI 3.1 (2020-12). */
export type Schema = Readonly<Record<string, unknown>>;

/** A parameter of a handler, according to the source. */
export type ContractParameter = Readonly<{ description: string; schema: Schema }>;

/** A handler, according to the source: its doc comment, its types, and every error that its code can throw. */
export type ContractOperation = Readonly<{
  tag: string;
  file: string;
  summary: string;
  description: string;
  deprecated: boolean;
  parameters: readonly ContractParameter[];
  /** Null when the handler returns nothing. */
  response: Schema | null;
  /** The example of the response. */
  example?: unknown;
  /** The content type of the body: JSON, unless the route takes forms. */
  contentType: string;
  /** The credential that the handler itself requires, at a public route. */
  credential?: Credential;
  /** Further responses by status: successful ones have the schema of `answer`, all others no body. */
  responses: Readonly<Record<string, string>>;
  /** The codes; after a space the status of one that has two. */
  errorCodes: readonly string[];
}>;

/**
 * An error class of the source. A missing resource at its own URL may be a broken rule elsewhere: then there are two
 * classes with two statuses.
 */
type ContractError = Readonly<{ kind: string; status: number; otherStatus?: number; file: string }>;

/** One section of docs/errors.md. */
export type ErrorSection = Readonly<{ code: string; status: number; otherStatus?: number; cause: string; fix: string }>;

/**
 * A document of docs/ that the service shows as a page; the summary is its first paragraph, the text Markdown without
 * the title.
 */
export type Guide = Readonly<{ name: string; title: string; summary: string; text: string }>;

/** An entry of CHANGELOG.md; its id stays when other entries come or its version is released. */
export type Change = Readonly<{ id: string; version: string; kind: string; text: string; date: string }>;

/** An AsyncAPI 3.0 document, as far as the running service changes it. */
export type AsyncApi = Readonly<{ info: object; servers: Readonly<{ service: object }> }> &
  Readonly<Record<string, unknown>>;

/**
 * Facts that only the source has and the running service does not: comments, types and reachable errors. The build step
 * `build/contract.ts` writes it beside this file.
 */
export type Contract = Readonly<{
  /** The hash of all sources. */
  sources: string;
  version: string;
  description: string;
  tags: Readonly<Record<string, string>>;
  operations: Readonly<Record<string, ContractOperation>>;
  schemas: Readonly<Record<string, Schema>>;
  errorsByCode: Readonly<Record<string, ContractError>>;
  errors: readonly ErrorSection[];
  guides: readonly Guide[];
  changes: readonly Change[];
  /** The file `docs/asyncapi.json`. */
  asyncApi: AsyncApi;
}>;

let cachedContract: Contract | undefined;

/** The file does not change while the process runs; it is read once. */
export function readContract(): Contract {
  cachedContract ??= JSON.parse(readFileSync(new URL('contract.json', import.meta.url), 'utf8')) as Contract;
  return cachedContract;
}
