import { Injectable } from '@nestjs/common';
import type { Client } from '../../clients/client.entity.js';
import type { GrantHandler } from './grant-handler.js';
import { RefreshTokensService } from '../tokens/refresh-tokens.service.js';
import { requireParameter, type TokenForm } from './token-form.js';
import type { IssuedTokens } from '../tokens/tokens.service.js';

/** Exchanges a refresh token for its successors (RFC 6749 §6). */
@Injectable()
export class RefreshGrantService implements GrantHandler {
  readonly type = 'refresh_token';

  constructor(private readonly refreshTokens: RefreshTokensService) {}

  async issue({ clientId }: Client, form: TokenForm): Promise<IssuedTokens> {
    return this.refreshTokens.rotate(requireParameter(form, 'refresh_token'), clientId, form.scope);
  }
}
