import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { UnknownKeyError } from '../../clients/client-errors.js';
import type { Client } from '../../clients/client.entity.js';
import { ClientKeysService } from '../../clients/client-keys.service.js';
import { LoginRequiredError } from '../auth-errors.js';
import { type IssuedTokens, TokenIssuerService } from '../tokens/token-issuer.service.js';

/** Long enough for trying requests, too short for an application. */
const PAGE_TOKEN_SECONDS = 600;

export type PageToken = Readonly<{ client: Client; tokens: IssuedTokens }>;

/**
 * Trial tokens that users get by their session (decision 41). The token belongs to one key and one session and ends
 * with either; it may do no more than the key by itself.
 */
@Injectable()
export class PageTokensService {
  constructor(
    private readonly clients: ClientKeysService,
    private readonly tokens: TokenIssuerService,
  ) {}

  async issue(actor: Actor, clientId: string, sessionId: number | undefined): Promise<PageToken> {
    if (sessionId === undefined) throw new LoginRequiredError();
    const client = await this.clients.find(actor, clientId);
    // A token of a disabled key would be invalid.
    if (!client.enabled) throw new UnknownKeyError();
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
