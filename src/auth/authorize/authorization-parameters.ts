import type { AuthorizationQuery } from './authorization.dto.js';
import { MalformedAuthorizationError } from './authorization-errors.js';

/** The parameters of an authorization request. What was sent without a value is not here (RFC 6749 §3.1). */
export type AuthorizationParameters = Readonly<AuthorizationQuery>;

/** A parameter as it was sent; the query may name one several times. */
export type RawParameters = Readonly<Record<string, string | readonly string[]>>;

/** A repeated parameter is left out here, and reported by `refuseRepeats` as soon as the redirect URI is known. */
export function parseParameters(sent: RawParameters): AuthorizationParameters {
  return Object.fromEntries(
    Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== ''),
  );
}

/** RFC 6749 §3.1: a parameter that comes twice says two things. */
export function rejectRepeatedParameters(sent: RawParameters): void {
  const repeated = Object.keys(sent).find((name) => typeof sent[name] !== 'string');
  if (repeated !== undefined) throw new MalformedAuthorizationError(`The parameter ${repeated} appears twice.`);
}

/** Written so that every reader of queries and forms finds the same bytes again; a space is %20 and a plus sign %2B. */
export function formatParameters(parameters: object): string {
  return Object.entries(parameters as Record<string, string | undefined>)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
    )
    .join('&');
}
