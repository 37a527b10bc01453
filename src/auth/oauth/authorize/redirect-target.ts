import { isOwnMachine, isRegisteredUri } from '../../../clients/redirect-uri.js';
import { UnregisteredRedirectError } from './authorization-errors.js';
import type { AuthorizationParameters } from './authorization-parameters.js';

/** The target of the response. While `isCertain` is false nothing is sent there, not even an error. */
export type RedirectTarget = Readonly<{ uri: string; isCertain: boolean }>;

type RedirectClient = Readonly<{ ownerId: number; redirectUris: readonly string[] }>;

/**
 * Exactly one of the registered URIs. A key without any may use a loopback address if the user is its owner, which is
 * known only after the sign-in.
 */
export function parseRedirectTarget(
  { redirect_uri: uri = '' }: AuthorizationParameters,
  { ownerId, redirectUris }: RedirectClient,
  userId: number | null,
): RedirectTarget {
  if (isRegisteredUri(uri, redirectUris)) return { uri, isCertain: true };
  const isPossiblyOwner = redirectUris.length === 0 && isOwnMachine(uri) && (userId === null || userId === ownerId);
  if (!isPossiblyOwner) throw new UnregisteredRedirectError();
  return { uri, isCertain: userId !== null };
}
