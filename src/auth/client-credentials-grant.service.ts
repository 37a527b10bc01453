import { Injectable } from '@nestjs/common';
import type { Client } from '../clients/client.entity.js';
import type { Grant } from './grants.js';
import { readScope } from './scope.js';
import type { TokenForm } from './token-form.js';
import { type IssuedTokens, TokensService } from './tokens.service.js';

/**
 * The key on its own (RFC 6749 §4.4): it acts for its owner, as a customer and never as an administrator. Only keys that were
 * given this grant may use it, and there is no refresh token (§4.4.3): the key can always ask again.
 */
@Injectable()
export class ClientCredentialsGrant implements Grant {
  readonly type = 'client_credentials';

  constructor(private readonly tokens: TokensService) {}

  async issue({ clientId, ownerId }: Client, form: TokenForm): Promise<IssuedTokens> {
    const scope = readScope(form.scope);
    return this.tokens.issue({ clientId, userId: ownerId, actingUserId: ownerId, grantType: this.type, scope, isRefreshable: false });
  }
}
