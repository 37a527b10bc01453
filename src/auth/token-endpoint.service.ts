import { Injectable } from '@nestjs/common';
import type { Client } from '../clients/client.entity.js';
import { KeyUsesService } from '../clients/key-uses.service.js';
import { ClientAuthenticationService } from './client-authentication.service.js';
import type { Grant } from './grants.js';
import { GrantsTableService } from './grants-table.service.js';
import { UnauthorizedClient, UnsupportedGrantType } from './oauth-errors.js';
import { required, type TokenForm } from './token-form.js';
import { TokenRejectionsService } from './token-refusals.service.js';
import type { IssuedTokens } from './tokens.service.js';

/** The order of the protocol: who asks, what for, whether they may, and then the grant itself. */
@Injectable()
export class TokenEndpointService {
  constructor(
    private readonly clients: ClientAuthenticationService,
    private readonly grants: GrantsTableService,
    private readonly refusals: TokenRejectionsService,
    private readonly uses: KeyUsesService,
  ) {}

  async issue(authorization: string | undefined, form: TokenForm, address: string): Promise<IssuedTokens> {
    let client: Client | null = null;
    try {
      client = await this.clients.authenticate(authorization, form);
      return await this.grantTokens(client, form, address);
    } catch (error) {
      await this.refusals.note(error, form, client?.clientId ?? null);
      throw error;
    }
  }

  /** For what is refused before it is a request for a grant: a body that is no form, a cookie that may not be used. */
  async refuse(error: unknown, form: TokenForm): Promise<never> {
    await this.refusals.note(error, form, null);
    throw error;
  }

  private async grantTokens(client: Client, form: TokenForm, address: string): Promise<IssuedTokens> {
    const grant = this.grants.find(required(form, 'grant_type'));
    if (!grant) throw new UnsupportedGrantType(this.grants.types);
    if (!mayUse(client, grant)) throw new UnauthorizedClient(grant.type);
    const issued = await grant.issue(client, form, address);
    // A public key has proven nothing until now: anybody could have named it.
    this.uses.note(client.clientId);
    return issued;
  }
}

/** A password and a key's own rights are for keys that can keep a secret (RFC 6749 §4.4, RFC 9700 §2.4). */
function mayUse({ grantTypes, tokenEndpointAuthMethod }: Client, { type }: Grant): boolean {
  const needsSecret = type === 'password' || type === 'client_credentials';
  return grantTypes.includes(type) && !(needsSecret && tokenEndpointAuthMethod === 'none');
}
