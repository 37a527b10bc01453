import { Injectable } from '@nestjs/common';
import type { Client } from '../../clients/client.entity.js';
import { ClientsService } from '../../clients/clients.service.js';
import { Config } from '../../config/config.js';
import { KeyLimit } from '../../users/key-limit.js';
import { ClientStrategy } from '../client.strategy.js';
import { runStrategy } from '../run-strategy.js';
import { InvalidClientError, MalformedTokenRequestError, TooManyClientRequestsError } from './oauth-errors.js';
import type { TokenForm } from './token-form.js';

type PresentedClient = Pick<TokenForm, 'client_id' | 'client_secret'>;

/** Authenticates the key of a request to an OAuth endpoint, by header or body (RFC 6749 §2.3). */
@Injectable()
export class ClientAuthenticationService {
  private readonly limit: KeyLimit;

  constructor(
    private readonly clients: ClientsService,
    private readonly strategy: ClientStrategy,
    { oauthRequestsPerSecond }: Config,
  ) {
    this.limit = new KeyLimit({ capacity: oauthRequestsPerSecond * 10, perSecond: oauthRequestsPerSecond });
  }

  /**
   * A public key is only named: callers must not rely on its identity. Its requests count for the address, because
   * anyone may name it.
   */
  async authenticate(authorization: string | undefined, form: PresentedClient): Promise<Client> {
    const isProven = authorization !== undefined || form.client_secret !== undefined;
    const client = await (authorization === undefined
      ? this.authenticateByBody(form)
      : this.authenticateByHeader(authorization, form));
    const retryAfterSeconds = isProven ? this.limit.count(client.clientId) : 0;
    if (retryAfterSeconds > 0) throw new TooManyClientRequestsError(retryAfterSeconds);
    return client;
  }

  private authenticateByHeader(authorization: string, form: PresentedClient): Promise<Client> {
    if (form.client_secret !== undefined)
      throw new MalformedTokenRequestError(
        'The API key is proven twice, by the header and by the body. Send one of the two.',
      );
    const request = { headers: { authorization }, namedClientId: form.client_id };
    return runStrategy(this.strategy, request, () => new InvalidClientError());
  }

  private async authenticateByBody({ client_id: clientId, client_secret: secret }: PresentedClient): Promise<Client> {
    if (clientId === undefined) throw new InvalidClientError();
    const client = await (secret === undefined
      ? this.clients.findPublic(clientId)
      : this.clients.authenticate([{ clientId, secret }]));
    if (!client) throw new InvalidClientError();
    return client;
  }

  /** For requests that need a proven key. */
  async authenticateBySecret(authorization: string | undefined, form: PresentedClient): Promise<Client> {
    const client = await this.authenticate(authorization, form);
    if (client.tokenEndpointAuthMethod === 'none') throw new InvalidClientError();
    return client;
  }
}
