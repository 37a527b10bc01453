import { Injectable } from '@nestjs/common';
import type { GrantType } from '../../clients/grant-types.js';
import { AuthorizationCodeGrantService } from './authorize/authorization-code-grant.service.js';
import { ClientCredentialsGrantService } from './client-credentials-grant.service.js';
import type { GrantHandler } from './grant-handler.js';
import { PasswordGrantService } from './password-grant.service.js';
import type { Client } from '../../clients/client.entity.js';
import { RefreshTokensService } from '../tokens/refresh-tokens.service.js';
import { requireParameter, type TokenForm } from './token-form.js';
import type { IssuedTokens } from '../tokens/token-issuer.service.js';

/** Exchanges a refresh token for its successors (RFC 6749 §6). */
@Injectable()
export class RefreshGrantService implements GrantHandler {
  readonly type = 'refresh_token';

  constructor(private readonly refreshTokens: RefreshTokensService) {}

  async issue({ clientId }: Client, form: TokenForm): Promise<IssuedTokens> {
    return this.refreshTokens.rotate(requireParameter(form, 'refresh_token'), clientId, form.scope);
  }
}

/** The grants of the token endpoint, one handler each, without those that are switched off. */
@Injectable()
export class GrantHandlersService {
  private readonly handlers: ReadonlyMap<string, GrantHandler>;

  constructor(
    password: PasswordGrantService,
    refresh: RefreshGrantService,
    authorizationCode: AuthorizationCodeGrantService,
    clientCredentials: ClientCredentialsGrantService,
  ) {
    const handlers: GrantHandler[] = [password, refresh, authorizationCode, clientCredentials];
    this.handlers = new Map(
      handlers.filter(({ isEnabled = true }) => isEnabled).map((handler) => [handler.type, handler]),
    );
  }

  get types(): readonly GrantType[] {
    return [...this.handlers.values()].map(({ type }) => type);
  }

  find(type: string): GrantHandler | undefined {
    return this.handlers.get(type);
  }
}
