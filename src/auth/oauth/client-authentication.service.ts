import { Injectable } from '@nestjs/common';
import type { Client } from '../../clients/client.entity.js';
import { ClientsService } from '../../clients/clients.service.js';
import { Config } from '../../config/config.js';
import { parseClientCredentials } from './client-credentials.js';
import { KeyLimit } from '../../users/key-limit.js';
import { InvalidClientError, TooManyClientRequestsError } from './oauth-errors.js';
import type { TokenForm } from './token-form.js';

type PresentedClient = Pick<TokenForm, 'client_id' | 'client_secret'>;

/** Authenticates the key of a request to an OAuth endpoint, by header or body (RFC 6749 §2.3). */
@Injectable()
export class ClientAuthenticationService {
  private readonly limit: KeyLimit;

  constructor(
    private readonly clients: ClientsService,
    { oauthRequestsPerSecond }: Config,
  ) {
    this.limit = new KeyLimit({ capacity: oauthRequestsPerSecond * 10, perSecond: oauthRequestsPerSecond });
  }

  /**
   * A public key is only named: callers must not rely on its identity. Its requests count for the address, because
   * anyone may name it.
   */
  async authenticate(authorization: string | undefined, form: PresentedClient): Promise<Client> {
    const credentials = parseClientCredentials(authorization, form);
    const client =
      'offered' in credentials
        ? await this.clients.authenticate(credentials.offered)
        : await this.clients.findPublic(credentials.publicId);
    if (!client) throw new InvalidClientError();
    const retryAfterSeconds = 'offered' in credentials ? this.limit.count(client.clientId) : 0;
    if (retryAfterSeconds > 0) throw new TooManyClientRequestsError(retryAfterSeconds);
    return client;
  }

  /** For requests that need a proven key. */
  async authenticateBySecret(authorization: string | undefined, form: PresentedClient): Promise<Client> {
    const client = await this.authenticate(authorization, form);
    if (client.tokenEndpointAuthMethod === 'none') throw new InvalidClientError();
    return client;
  }
}
