import type { AuthorizationQuery } from './authorization.dto.js';
import { MalformedAuthorizationError } from './authorization-errors.js';

/** The parameters of an authorization request. Parameters without a value are omitted (RFC 6749 §3.1). */
export type AuthorizationParameters = Readonly<AuthorizationQuery>;

/** A parameter as sent; a query may repeat it. */
export type RawParameters = Readonly<Record<string, string | readonly string[]>>;

/** A repeated parameter is omitted here, and reported by `rejectRepeatedParameters` when the redirect URI is known. */
export function parseParameters(sent: RawParameters): AuthorizationParameters {
  return Object.fromEntries(
    Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''),
  );
}

/** RFC 6749 §3.1: parameters must not be repeated. */
export function rejectRepeatedParameters(sent: RawParameters): void {
  const repeated = Object.keys(sent).find((name) => typeof sent[name] !== 'string');
  if (repeated !== undefined) throw new MalformedAuthorizationError(`The parameter ${repeated} appears twice.`);
}

/** Encoded so that every parser of queries and forms reads the same bytes; a space is %20 and a plus sign %2B. */
export function formatParameters(parameters: object): string {
  return Object.entries(parameters as Record<string, string | undefined>)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
    )
    .join('&');
}
