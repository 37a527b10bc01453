import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Client, isFirstParty } from '../../clients/client.entity.js';
import { ClientsService } from '../../clients/clients.service.js';
import { Config } from '../../config/config.js';
import { KeyLimit } from '../../users/key-limit.js';
import { TooManyClientRequestsError } from './oauth-errors.js';
import { AccessToken, RefreshToken } from '../tokens/token.entity.js';
import { inSeconds, isActiveFamily, now, TokenFamily } from '../tokens/token-family.entity.js';
import { isToken, hashToken } from '../tokens/token.js';
import { toEffectiveScope, toResponseScope } from '../scope.js';

/** A valid token with the data of its family and row. Times are seconds since 1970. */
export type ActiveToken = Readonly<{
  isAccessToken: boolean;
  userId: number;
  actingUserId: number;
  clientId: string;
  scope: string;
  issuedAt: number;
  expiresAt: number;
}>;

/** Returns the state of a token to its key (RFC 7662). */
@Injectable()
export class IntrospectionService {
  private readonly limit: KeyLimit;

  constructor(
    private readonly em: EntityManager,
    private readonly clients: ClientsService,
    { introspectionsPerSecond }: Config,
  ) {
    this.limit = new KeyLimit({ capacity: introspectionsPerSecond * 10, perSecond: introspectionsPerSecond });
  }

  /** Null for a token that is invalid for this key, for any reason. */
  async introspect(token: string, { clientId, mayIntrospect }: Client): Promise<ActiveToken | null> {
    // RFC 7662 §4: a caller who tries many tokens is slowed down.
    const retryAfterSeconds = this.limit.count(clientId);
    if (retryAfterSeconds > 0) throw new TooManyClientRequestsError(retryAfterSeconds);
    const isAccessToken = isToken('access', token);
    if (!isAccessToken && !isToken('refresh', token)) return null;
    const found = await (isAccessToken ? this.findAccessToken(token) : this.findRefreshToken(token));
    const family = found && (await this.em.findOne(TokenFamily, { id: found.familyId }, { disableIdentityMap: true }));
    if (!family || (family.clientId !== clientId && !mayIntrospect)) return null;
    return this.toActiveToken(found, family, isAccessToken);
  }

  private findAccessToken(token: string): Promise<AccessToken | null> {
    const valid = { ...isActiveToken(token), revokedAt: null };
    return this.em.findOne(AccessToken, valid, { disableIdentityMap: true });
  }

  private findRefreshToken(token: string): Promise<RefreshToken | null> {
    const valid = { ...isActiveToken(token), usedAt: null };
    return this.em.findOne(RefreshToken, valid, { disableIdentityMap: true });
  }

  private async toActiveToken(
    token: AccessToken | RefreshToken,
    family: TokenFamily,
    isAccessToken: boolean,
  ): Promise<ActiveToken | null> {
    const { clientId, userId, actingUserId } = family;
    const client = await this.clients.findEnabled(clientId);
    if (!client) return null;
    const { scope: grantedScope } = family;
    const isTrusted = isFirstParty(client, [userId, actingUserId]);
    const scope = 'scope' in token ? token.scope : grantedScope;
    return {
      isAccessToken,
      userId,
      actingUserId,
      clientId,
      scope: toResponseScope(toEffectiveScope({ scope, grantedScope, isFirstParty: isTrusted }), isTrusted),
      issuedAt: toSeconds(token.createdAt.getTime()),
      expiresAt: toSeconds(Math.min(token.expiresAt.getTime(), family.expiresAt.getTime())),
    };
  }
}

/** Everything that can end a token, but for its own use or revocation. */
const isActiveToken = (token: string): object => ({
  digest: hashToken(token),
  expiresAt: { $gt: now() },
  createdAt: { $lte: inSeconds(5) },
  familyId: isActiveFamily(),
});

const toSeconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);
