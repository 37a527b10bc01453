import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccessChangesService } from '../../access/access-changes.service.js';
import { AuditService } from '../../audit/audit.service.js';
import { runAfterCommit } from '../../database/unit-of-work.js';
import { AccessToken, RefreshToken } from '../tokens/token.entity.js';
import { now, TokenFamily } from '../tokens/token-family.entity.js';
import { isToken, hashToken } from '../tokens/token.js';

/** Ends tokens for the key that they were issued to (RFC 7009). */
@Injectable()
export class TokenRevocationService {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditService,
    private readonly changes: AccessChangesService,
  ) {}

  /** Silent about what is unknown, ended already or another key's. */
  async revoke(token: string, clientId: string): Promise<void> {
    const digest = hashToken(token);
    if (isToken('access', token)) {
      if (await this.em.transactional(() => this.revokeAccessToken(digest, clientId)))
        await runAfterCommit(() => this.changes.invalidate('token', digest));
    } else if (isToken('refresh', token)) {
      const family = await this.em.transactional(() => this.revokeFamily(digest, clientId));
      if (family) await runAfterCommit(() => this.changes.invalidate('family', family.id));
    }
  }

  /** An access token ends alone; what it was issued with stays (RFC 7009 §2.1 leaves that open). */
  private async revokeAccessToken(digest: string, clientId: string): Promise<boolean> {
    const family = await this.findFamily(AccessToken, digest, clientId);
    const unrevoked = { digest, revokedAt: null };
    if (!family || (await this.em.nativeUpdate(AccessToken, unrevoked, { revokedAt: now() })) === 0) return false;
    await this.recordRevocation(family, 'access_token');
    return true;
  }

  /** A refresh token takes everything with it that grew from the same grant, and so does one that was used already. */
  private async revokeFamily(digest: string, clientId: string): Promise<TokenFamily | null> {
    const family = await this.findFamily(RefreshToken, digest, clientId);
    const unrevoked = { id: family?.id ?? 0, revokedAt: null };
    if (!family || (await this.em.nativeUpdate(TokenFamily, unrevoked, { revokedAt: now() })) === 0) return null;
    await this.recordRevocation(family, 'refresh_token');
    return family;
  }

  private async findFamily(
    Token: typeof AccessToken | typeof RefreshToken,
    digest: string,
    clientId: string,
  ): Promise<TokenFamily | null> {
    const token = await this.em.findOne<AccessToken | RefreshToken>(Token, { digest }, { disableIdentityMap: true });
    return token && this.em.findOne(TokenFamily, { id: token.familyId, clientId }, { disableIdentityMap: true });
  }

  private recordRevocation(
    { userId, actingUserId, clientId }: TokenFamily,
    kind: 'access_token' | 'refresh_token',
  ): Promise<void> {
    return this.audit.record({ action: 'token.revoked', userId, actingUserId, clientId, changes: { [kind]: true } });
  }
}
