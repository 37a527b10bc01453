import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { UnknownKey } from '../../clients/client-errors.js';
import type { Client } from '../../clients/client.entity.js';
import { ClientKeysService } from '../../clients/client-keys.service.js';
import { LoginRequiredError } from '../auth-errors.js';
import { type IssuedTokens, TokensService } from '../tokens.service.js';

/** Long enough to try something, and too short to build upon. */
const PAGE_TOKEN_SECONDS = 600;

export type PageToken = Readonly<{ client: Client; tokens: IssuedTokens }>;

/**
 * Tokens that people get by their session, to try the interface (decision 41). Such a token is of one key and of one sign-in: whatever ends
 * either of the two ends it, and it may do no more than the key by itself.
 */
@Injectable()
export class PageTokensService {
  constructor(
    private readonly clients: ClientKeysService,
    private readonly tokens: TokensService,
  ) {}

  async issue(actor: Actor, clientId: string, sessionId: number | undefined): Promise<PageToken> {
    if (sessionId === undefined) throw new LoginRequiredError();
    const client = await this.clients.find(actor, clientId);
    // A token of a key that is disabled would open nothing.
    if (!client.enabled) throw new UnknownKey();
    const { userId, actingUserId } = actor;
    const grant = {
      clientId: client.clientId,
      userId,
      actingUserId,
      grantType: 'client_credentials',
      scope: '',
      isRefreshable: false,
      sessionId,
    } as const;
    return { client, tokens: await this.tokens.issue({ ...grant, action: 'token.page', seconds: PAGE_TOKEN_SECONDS }) };
  }
}
