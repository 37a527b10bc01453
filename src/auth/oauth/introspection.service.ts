import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Client } from '../../clients/client.entity.js';
import { isFirstPartySql } from '../../clients/first-party.js';
import { Config } from '../../config/config.js';
import { KeyLimit } from '../../users/key-limit.js';
import { TooManyClientRequestsError } from './oauth-errors.js';
import { isToken, hashToken } from '../tokens/token.js';
import { toResponseScope } from '../tokens/token-rights.js';

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

type Row = Omit<ActiveToken, 'isAccessToken'> & Readonly<{ isFirstParty: boolean }>;

/**
 * Checks everything that can end a token; another key's token counts as invalid, unless the key has the introspection
 * right.
 */
const toActiveTokenQuery = (table: string, scope: string, unusedCondition: string): string => `
  select f.user_id "userId", f.acting_user_id "actingUserId", f.client_id "clientId", ${scope} scope, ${isFirstPartySql('f.user_id', 'f.acting_user_id')} "isFirstParty",
    floor(extract(epoch from t.created_at))::int "issuedAt", floor(extract(epoch from least(t.expires_at, f.expires_at)))::int "expiresAt"
  from ${table} t
  join token_families f on f.id = t.family_id
  join clients c on c.client_id = f.client_id
  join users u on u.id = f.user_id
  join users a on a.id = f.acting_user_id
  where t.digest = ? and (f.client_id = ? or ?) and ${unusedCondition} and f.revoked_at is null and c.enabled and u.enabled and a.enabled
    and (a.id = u.id or a.role = 'Admin')
    and t.expires_at > now() and f.expires_at > now() and t.created_at <= now() + interval '5 seconds'`;

const ACTIVE_ACCESS_TOKEN = toActiveTokenQuery('access_tokens', 't.scope', 't.revoked_at is null');
const ACTIVE_REFRESH_TOKEN = toActiveTokenQuery('refresh_tokens', 'f.scope', 't.used_at is null');

/** Returns the state of a token to its key (RFC 7662). */
@Injectable()
export class IntrospectionService {
  private readonly limit: KeyLimit;

  constructor(
    private readonly em: EntityManager,
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
    const [row] = await this.em.execute<Row[]>(isAccessToken ? ACTIVE_ACCESS_TOKEN : ACTIVE_REFRESH_TOKEN, [
      hashToken(token),
      clientId,
      mayIntrospect,
    ]);
    if (!row) return null;
    const { isFirstParty, ...activeToken } = row;
    return { ...activeToken, scope: toResponseScope(activeToken.scope, isFirstParty), isAccessToken };
  }
}
