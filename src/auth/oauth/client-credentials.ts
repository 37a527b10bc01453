import type { OfferedCredentials } from '../../clients/clients.service.js';
import { parseBasicCredentials } from '../basic-credentials.js';
import { InvalidClientError, MalformedTokenRequestError } from './oauth-errors.js';
import type { TokenForm } from './token-form.js';

/** How a token request names its key: with a secret, in one or two readings, or by id only. */
export type ClientCredentials = Readonly<{ offered: readonly OfferedCredentials[] } | { publicId: string }>;

/** Reads Basic or body, never both (RFC 6749 §2.3). */
export function parseClientCredentials(
  authorization: string | undefined,
  form: Pick<TokenForm, 'client_id' | 'client_secret'>,
): ClientCredentials {
  const { client_id: clientId, client_secret: secret } = form;
  if (authorization === undefined) {
    if (clientId === undefined) throw new InvalidClientError();
    return secret === undefined ? { publicId: clientId } : { offered: [{ clientId, secret }] };
  }
  if (secret !== undefined)
    throw new MalformedTokenRequestError(
      'The API key is proven twice, by the header and by the body. Send one of the two.',
    );
  const offered = parseBasicCredentials(authorization);
  if (!offered) throw new InvalidClientError();
  if (clientId !== undefined && !offered.some((one) => one.clientId === clientId)) {
    throw new MalformedTokenRequestError('The client_id in the body is not the one in the header.');
  }
  return { offered };
}
