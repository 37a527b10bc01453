import { Injectable } from '@nestjs/common';
import type { Client } from '../../clients/client.entity.js';
import { UsersService } from '../../users/users.service.js';
import type { GrantHandler } from './grant-handler.js';
import { UnauthorizedClientError } from './oauth-errors.js';
import { parseScope, computeGrantedScope } from '../scope.js';
import type { TokenForm } from './token-form.js';
import { type IssuedTokens, TokenIssuerService } from '../tokens/token-issuer.service.js';

/**
 * The client_credentials grant (RFC 6749 §4.4): the key acts for its owner, as a customer and never as an
 * administrator. Only keys with this grant may use it, and there is no refresh token (§4.4.3): the key can always ask
 * again. While an administrator knows the secret, because they created it for the owner, the key acts on behalf, as
 * long as the administrator may.
 */
@Injectable()
export class ClientCredentialsGrantService implements GrantHandler {
  readonly type = 'client_credentials';

  constructor(
    private readonly tokens: TokenIssuerService,
    private readonly users: UsersService,
  ) {}

  async issue(client: Client, form: TokenForm): Promise<IssuedTokens> {
    const { clientId, ownerId, madeBy } = client;
    const requestedScope = parseScope(form.scope);
    if (madeBy !== null) await this.requireEnabledAdministrator(madeBy);
    const owner = { userId: ownerId, actingUserId: madeBy ?? ownerId };
    const scope = computeGrantedScope(requestedScope, client, { ...owner, role: 'Customer', isInteractive: false });
    return this.tokens.issue({ clientId, ...owner, grantType: this.type, scope, isRefreshable: false });
  }

  private async requireEnabledAdministrator(administratorId: number): Promise<void> {
    const administrator = await this.users.find(administratorId);
    if (administrator?.role !== 'Admin' || !administrator.enabled) throw new UnauthorizedClientError(this.type);
  }
}
