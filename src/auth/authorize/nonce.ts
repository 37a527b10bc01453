import { MalformedAuthorizationError } from './authorization-errors.js';
import type { AuthorizationParameters } from './authorization-parameters.js';
import type { ResponseType } from './response-type.js';

/**
 * What a client sends along to find it again in the id token. OpenID Connect Core §3.2.2.1 and §3.3.2.11 want one wherever an id token
 * comes straight back; the interface knows none. So one that is sent is echoed, and one is missed only where the key, or the service, asks for it.
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
