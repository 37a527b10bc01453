import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccessChangesService } from '../access/access-changes.service.js';
import { AuditService } from '../audit/audit.service.js';
import { runAfterCommit } from '../database/unit-of-work.js';
import { isToken, hashToken } from './token.js';

type RevokedFamily = Readonly<{ familyId: string; userId: number; actingUserId: number }>;

/** An access token ends alone; what it was issued with stays (RFC 7009 §2.1 leaves that open). */
const REVOKE_ACCESS_TOKEN = `
  update access_tokens t set revoked_at = now() from token_families f
  where t.digest = ? and f.id = t.family_id and f.client_id = ? and t.revoked_at is null
  returning f.id "familyId", f.user_id "userId", f.acting_user_id "actingUserId"`;

/** A refresh token takes everything with it that grew from the same grant, and so does one that was used already. */
const REVOKE_FAMILY = `
  update token_families f set revoked_at = now() from refresh_tokens r
  where r.digest = ? and r.family_id = f.id and f.client_id = ? and f.revoked_at is null
  returning f.id "familyId", f.user_id "userId", f.acting_user_id "actingUserId"`;

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
      if (await this.revokeAndAudit(REVOKE_ACCESS_TOKEN, { digest, clientId, kind: 'access_token' }))
        await runAfterCommit(() => this.changes.invalidate('token', digest));
    } else if (isToken('refresh', token)) {
      const family = await this.revokeAndAudit(REVOKE_FAMILY, { digest, clientId, kind: 'refresh_token' });
      if (family) await runAfterCommit(() => this.changes.invalidate('family', family.familyId));
    }
  }

  private revokeAndAudit(
    statement: string,
    { digest, clientId, kind }: Readonly<Record<'digest' | 'clientId' | 'kind', string>>,
  ): Promise<RevokedFamily | null> {
    return this.em.transactional(async (em) => {
      const [family] = await em.execute<RevokedFamily[]>(statement, [digest, clientId]);
      if (!family) return null;
      await this.audit.record({
        action: 'token.revoked',
        userId: family.userId,
        actingUserId: family.actingUserId,
        clientId,
        changes: { [kind]: true },
      });
      return family;
    });
  }
}
