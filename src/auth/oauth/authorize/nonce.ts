import { MalformedAuthorizationError } from './authorization-errors.js';
import type { AuthorizationParameters } from './authorization-parameters.js';
import type { ResponseType } from './response-type.js';

/**
 * A value that the client finds again in the id token. OpenID Connect Core §3.2.2.1 and §3.3.2.11 require one when an
 * id token is returned directly; the interface does not. A nonce is echoed, and required only if the key or the service
 * is set up so.
 */
export function parseNonce(
  { nonce }: AuthorizationParameters,
  { idToken }: ResponseType,
  isRequired: boolean,
): string | null {
  if (nonce === undefined && idToken && isRequired)
    throw new MalformedAuthorizationError(
      'The parameter nonce is missing; it is needed wherever an id token is asked for.',
    );
  return nonce ?? null;
}
