import type { ProblemValues } from './problem-values.view.js';

/** What went wrong, as a caller should think of it. The error filter alone knows the statuses behind these words. */
export type ErrorKind =
  | 'anonymous'
  | 'unproven'
  | 'malformed'
  | 'denied'
  | 'unknown'
  | 'wrong_method'
  | 'unacceptable'
  | 'too_slow'
  | 'conflict'
  | 'too_large'
  | 'unsupported'
  | 'refused'
  | 'too_many'
  | 'oversized_headers'
  | 'upgrade'
  | 'busy';

/** One wrong field: a JSON Pointer into the body, or the name of a parameter, and what is wrong with it. */
export type Issue = Readonly<{ pointer: string; message: string }>;

/**
 * An expected failure, phrased for the caller: cause and fix. Whatever else is thrown is a bug and becomes a 500.
 * `message` is published; `cause` is only ever logged. Every `code` has its section in docs/errors.md.
 */
export abstract class DomainError extends Error {
  abstract readonly kind: ErrorKind;
  abstract readonly code: string;
  readonly issues?: readonly Issue[];
  readonly retryAfterSeconds?: number;
  /** The credentials that would have helped, as `WWW-Authenticate` spells them; `anonymous` has a good default. */
  readonly challenge?: string;

  /** The order action that was refused, as it is kept and shown. */
  readonly action?: object | undefined;

  /** The numbers for which it was refused. */
  readonly values?: ProblemValues | undefined;

  override get name(): string {
    return this.constructor.name;
  }
}
