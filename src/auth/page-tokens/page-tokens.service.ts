import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { UnknownKey } from '../../clients/client-errors.js';
import type { Client } from '../../clients/client.entity.js';
import { ClientKeysService } from '../../clients/client-keys.service.js';
import { LoginRequired } from '../auth-errors.js';
import { type IssuedTokens, TokensService } from '../tokens.service.js';

/** Long enough to try something, and too short to build upon. */
const PAGE_TOKEN_SECONDS = 600;

export type PageToken = Readonly<{ key: Client; tokens: IssuedTokens }>;

/**
 * Tokens that people get by their session, to try the interface (decision 41). Such a token is of one key and of one sign-in: whatever ends
 * either of the two ends it, and it may do no more than the key by itself.
 */
@Injectable()
export class PageTokensService {
  constructor(
    private readonly keys: ClientKeysService,
    private readonly tokens: TokensService,
  ) {}

  async issue(actor: Actor, clientId: string, sessionId: number | undefined): Promise<PageToken> {
    if (sessionId === undefined) throw new LoginRequired();
    const key = await this.keys.find(actor, clientId);
    // A token of a key that is disabled would open nothing.
    if (!key.enabled) throw new UnknownKey();
    const { userId, actingUserId } = actor;
    const granted = {
      clientId: key.clientId,
      userId,
      actingUserId,
      grantType: 'client_credentials',
      scope: '',
      isRefreshable: false,
      sessionId,
    } as const;
    return { key, tokens: await this.tokens.issue({ ...granted, action: 'token.page', seconds: PAGE_TOKEN_SECONDS }) };
  }
}
