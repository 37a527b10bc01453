import { Injectable } from '@nestjs/common';
import type { Client } from '../../clients/client.entity.js';
import { KeyUsesService } from '../../clients/key-uses.service.js';
import { ClientAuthenticationService } from './client-authentication.service.js';
import type { GrantHandler } from './grant-handler.js';
import { GrantHandlersService } from './grant-handlers.service.js';
import { UnauthorizedClientError, UnsupportedGrantTypeError } from './oauth-errors.js';
import { requireParameter, type TokenForm } from './token-form.js';
import { TokenRejectionsService } from './token-rejections.service.js';
import type { IssuedTokens } from '../tokens/token-issuer.service.js';

/** The order of the protocol: who asks, what for, whether they may, and then the grant itself. */
@Injectable()
export class TokenEndpointService {
  constructor(
    private readonly clients: ClientAuthenticationService,
    private readonly grants: GrantHandlersService,
    private readonly rejections: TokenRejectionsService,
    private readonly uses: KeyUsesService,
  ) {}

  async issue(authorization: string | undefined, form: TokenForm, address: string): Promise<IssuedTokens> {
    let client: Client | null = null;
    try {
      client = await this.clients.authenticate(authorization, form);
      return await this.grantTokens(client, form, address);
    } catch (error) {
      await this.rejections.record(error, form, client?.clientId ?? null);
      throw error;
    }
  }

  /** For what is refused before it is a request for a grant: a body that is no form, a cookie that may not be used. */
  async reject(error: unknown, form: TokenForm): Promise<never> {
    await this.rejections.record(error, form, null);
    throw error;
  }

  private async grantTokens(client: Client, form: TokenForm, address: string): Promise<IssuedTokens> {
    const grant = this.grants.find(requireParameter(form, 'grant_type'));
    if (!grant) throw new UnsupportedGrantTypeError(this.grants.types);
    if (!isGrantAllowed(client, grant)) throw new UnauthorizedClientError(grant.type);
    const issued = await grant.issue(client, form, address);
    // A public key has proven nothing until now: anybody could have named it.
    this.uses.record(client.clientId);
    return issued;
  }
}

/** A password and a key's own rights are for keys that can keep a secret (RFC 6749 §4.4, RFC 9700 §2.4). */
function isGrantAllowed({ grantTypes, tokenEndpointAuthMethod }: Client, { type }: GrantHandler): boolean {
  const needsSecret = type === 'password' || type === 'client_credentials';
  return grantTypes.includes(type) && !(needsSecret && tokenEndpointAuthMethod === 'none');
}
