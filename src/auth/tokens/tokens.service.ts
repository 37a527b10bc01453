import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor, Role } from '../../access/actor.js';
import type { StreamLease } from '../../access/stream-leases.service.js';
import { AccessChangesService } from '../../access/access-changes.service.js';
import { AccessRevocationService } from '../../access/access-revocation.service.js';
import { isFirstPartySql } from '../../clients/client.entity.js';
import { TokenFamily, now } from './token-family.entity.js';
import { AccessToken } from './token.entity.js';
import { isToken, hashToken } from './token.js';
import { JOIN_ENTITLED, toTokenStatement } from './token-statements.js';
import { toEffectiveScope, toTokenRights } from '../scope.js';
import { type VerifiedToken, TokenCache } from './token-cache.js';

type VerifiedTokenRow = Readonly<{
  userId: number;
  actingUserId: number;
  role: Role;
  clientId: string;
  scope: string;
  grantedScope: string;
  isTrial: boolean;
  isFirstParty: boolean;
  familyId: string;
  expiresInMs: string;
}>;

/**
 * Everything that can end a token is asked in one statement. A token from the future was issued before the clock was set
 * back, and would outlive its time. Nobody is an administrator by a key alone,
 * and what a sign-in gave in the name of a key alone is for trying (decision 41).
 */
const VERIFY = `
  select f.userId "userId", f.actingUserId "actingUserId", f.clientId "clientId", t.scope, f.scope "grantedScope", f.id "familyId",
    case f.grantType when 'client_credentials' then 'Customer' else u.role end "role",
    f.grantType = 'client_credentials' and f.sessionId is not null "isTrial", ${isFirstPartySql('f.userId', 'f.actingUserId')} "isFirstParty",
    floor(extract(epoch from t.expiresAt - now()) * 1000) "expiresInMs"
  from AccessToken t
  join TokenFamily f on f.id = t.familyId${JOIN_ENTITLED}
  where t.digest = ? and t.revokedAt is null and f.revokedAt is null
    and t.expiresAt > now() and f.expiresAt > now() and t.createdAt <= now() + interval '5 seconds'`;

/** Each is measured in decision 68. */
export const TOKEN_STATEMENTS = { VERIFY };

const hasSameRights = (later: Actor | null, { role, limitedTo }: Actor): boolean =>
  later?.role === role && String(later.limitedTo) === String(limitedTo);

/** Recognizes access tokens, and forgets them as soon as they are revoked anywhere. */
@Injectable()
export class TokensService implements OnModuleInit {
  private readonly verifyStatement: string;
  private readonly cache = new TokenCache();

  constructor(
    private readonly em: EntityManager,
    private readonly changes: AccessChangesService,
    private readonly accessRevocation: AccessRevocationService,
  ) {
    this.verifyStatement = toTokenStatement(em.getMetadata(), VERIFY);
  }

  onModuleInit(): void {
    this.changes.announcements.register((change) => this.cache.invalidate(change));
    this.accessRevocation.revocations.register((userId) => this.revokeAll(userId));
  }

  /** Whom a token stands for, or null. What was looked up a moment ago is remembered, while revocations can be heard. */
  async verify(token: string): Promise<Actor | null> {
    if (!isToken('access', token)) return null;
    const digest = hashToken(token);
    const now = performance.now();
    if (!this.changes.isListening(now)) return (await this.lookUp(digest))?.actor ?? null;
    return this.cache.find(digest, now, () => this.lookUp(digest));
  }

  /** For a stream: looked up now, because only the database knows until when the token is valid. */
  async createLease(token: string): Promise<StreamLease | undefined> {
    const now = performance.now();
    const verified = await this.lookUp(hashToken(token));
    if (!verified) return undefined;
    const { actor, expiresInMs } = verified;
    // A user who is no administrator any more may come in again as what they are now.
    return {
      actor,
      checkedAt: now,
      expiresAt: now + expiresInMs,
      isStillValid: async () => hasSameRights(await this.verify(token), actor),
    };
  }

  /** To which key each of these tokens was given, whether or not it still opens anything. By digest. */
  async findClientIds(digests: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const em = this.em.fork();
    const tokens = await em.find(
      AccessToken,
      { digest: { $in: [...digests] } },
      { fields: ['digest', 'familyId'], disableIdentityMap: true },
    );
    const families = await em.find(
      TokenFamily,
      { id: { $in: tokens.map(({ familyId }) => familyId) } },
      { fields: ['id', 'clientId'], disableIdentityMap: true },
    );
    const clientIds = new Map(families.map(({ id, clientId }) => [id, clientId]));
    return new Map(
      tokens.flatMap(({ digest, familyId }) => {
        const clientId = clientIds.get(familyId);
        return clientId === undefined ? [] : [[digest, clientId]];
      }),
    );
  }

  /** What a person earned, for themselves or for a customer, and what administrators earned for them. */
  private async revokeAll(userId: number): Promise<void> {
    const unrevoked = { $or: [{ userId }, { actingUserId: userId }], revokedAt: null };
    await this.em.nativeUpdate(TokenFamily, unrevoked, { revokedAt: now() });
  }

  private async lookUp(digest: string): Promise<VerifiedToken | null> {
    const [row] = await this.em.execute<VerifiedTokenRow[]>(this.verifyStatement, [digest]);
    if (!row) return null;
    const { userId, actingUserId, clientId, scope, isTrial } = row;
    const actor = {
      userId,
      actingUserId,
      ...toTokenRights({ ...row, scope: toEffectiveScope(row) }),
      clientId,
      scope: scope === '' ? [] : scope.split(' '),
      ...(isTrial && { isTrial }),
    };
    return { actor, familyId: Number(row.familyId), expiresInMs: Number(row.expiresInMs) };
  }
}
