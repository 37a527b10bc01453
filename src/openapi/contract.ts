import { readFileSync } from 'node:fs';
import type { Credential } from '../access/access.decorator.js';

/** A JSON Schema of the draft that OpenAPI 3.1 speaks (2020-12). */
export type Schema = Readonly<Record<string, unknown>>;

/** What the source says of one parameter of a handler. */
export type ContractParameter = Readonly<{ description: string; schema: Schema }>;

/** What the source says of one handler: its doc comment, its types, and every refusal that its code can reach. */
export type ContractOperation = Readonly<{
  tag: string;
  file: string;
  summary: string;
  description: string;
  deprecated: boolean;
  parameters: readonly ContractParameter[];
  /** Null when the handler returns nothing. */
  response: Schema | null;
  /** The answer as its author would show it. */
  example?: unknown;
  /** The content type of the body: JSON, unless the endpoint takes forms. */
  contentType: string;
  /** The credential that the handler itself asks for, at a public endpoint. */
  credential?: Credential;
  /** Further answers, by status: those of success look like `answer`, all others have no body. */
  responses: Readonly<Record<string, string>>;
  /** The codes; behind a blank the status of one that has two. */
  errorCodes: readonly string[];
}>;

/** A failure that some class in the source stands for. What is missing at its own address may be a rule that is broken elsewhere: then there are two classes, and two statuses. */
type ContractError = Readonly<{ kind: string; status: number; otherStatus?: number; file: string }>;

/** One section of docs/errors.md. */
export type ErrorSection = Readonly<{ code: string; status: number; otherStatus?: number; cause: string; fix: string }>;

/** A document of docs/ that the service shows as a page; the summary is its first paragraph, the text Markdown without the title. */
export type Guide = Readonly<{ name: string; title: string; summary: string; text: string }>;

/**
 * What only the source knows and the running service does not: comments, types and reachable failures. The build step
 * `build/contract.ts` writes it beside this file.
 */
export type Contract = Readonly<{
  /** The hash of everything it was read from. */
  sources: string;
  version: string;
  description: string;
  tags: Readonly<Record<string, string>>;
  operations: Readonly<Record<string, ContractOperation>>;
  schemas: Readonly<Record<string, Schema>>;
  errorsByCode: Readonly<Record<string, ContractError>>;
  errors: readonly ErrorSection[];
  guides: readonly Guide[];
}>;

let cachedContract: Contract | undefined;

/** The file does not change while the process runs; it is read once. */
export function readContract(): Contract {
  cachedContract ??= JSON.parse(readFileSync(new URL('contract.json', import.meta.url), 'utf8')) as Contract;
  return cachedContract;
}
