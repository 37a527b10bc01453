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
 * The figures of a rejection, as members of its problem. Money is in `currency`; `nearest` are prices on the tick, the
 * lowest first.
 */
export type ProblemValues = Readonly<{
  /** The margin that the action needs besides that in use. */
  required?: number;
  /** The remaining buying power. */
  available?: number;
  /** The margin that is in use. */
  used?: number;
  buying_power?: number;
  /** The limit that would be exceeded. */
  limit?: number;
  /** The value with the action. */
  would_be?: number;
  currency?: string;
  tick?: number;
  /** The nearest prices that would be accepted, ascending: two, or one at the edge of the range. */
  nearest?: readonly number[];
  /** The lowest price within the price band. */
  low?: number;
  /** The highest price within the price band. */
  high?: number;
  /** The reference price of the band. */
  reference?: number;
  /** The order that has the `client_order_id`. */
  order_id?: number;
}>;

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

/** What a failure extends: its kind and code, and its text where that is always the same. */
export function domainError<const Kind extends ErrorKind, const Code extends string>(
  kind: Kind,
  code: Code,
  text?: string,
) {
  return class extends DomainError {
    readonly kind = kind;
    readonly code = code;

    constructor(message = text, options?: ErrorOptions) {
      super(message, options);
    }
  };
}
