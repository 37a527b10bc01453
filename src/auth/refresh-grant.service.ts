import { Injectable } from '@nestjs/common';
import type { Client } from '../clients/client.entity.js';
import type { Grant } from './grants.js';
import { RefreshTokensService } from './refresh-tokens.service.js';
import { required, type TokenForm } from './token-form.js';
import type { IssuedTokens } from './tokens.service.js';

/** A refresh token for its successors (RFC 6749 §6). */
@Injectable()
export class RefreshGrantService implements Grant {
  readonly type = 'refresh_token';

  constructor(private readonly refreshTokens: RefreshTokensService) {}

  async issue({ clientId }: Client, form: TokenForm): Promise<IssuedTokens> {
    return this.refreshTokens.rotate(required(form, 'refresh_token'), clientId, form.scope);
  }
}
