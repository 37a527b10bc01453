import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccessChangesService } from '../access/access-changes.service.js';
import { AuditService } from '../audit/audit.service.js';
import { runAfterCommit } from '../database/unit-of-work.js';
import { isToken, tokenDigest } from './token.js';

type EndedFamily = Readonly<{ familyId: string; userId: number; actingUserId: number }>;

/** An access token ends alone; what it was issued with stays (RFC 7009 §2.1 leaves that open). */
const END_ACCESS = `
  update access_tokens t set revoked_at = now() from token_families f
  where t.digest = ? and f.id = t.family_id and f.client_id = ? and t.revoked_at is null
  returning f.id "familyId", f.user_id "userId", f.acting_user_id "actingUserId"`;

/** A refresh token takes everything with it that grew from the same grant, and so does one that was used already. */
const END_FAMILY = `
  update token_families f set revoked_at = now() from refresh_tokens r
  where r.digest = ? and r.family_id = f.id and f.client_id = ? and f.revoked_at is null
  returning f.id "familyId", f.user_id "userId", f.acting_user_id "actingUserId"`;

/** Ends tokens for the key that they were issued to (RFC 7009). */
@Injectable()
export class RevocationService {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditService,
    private readonly changes: AccessChangesService,
  ) {}

  /** Silent about what is unknown, ended already or another key's. */
  async revoke(token: string, clientId: string): Promise<void> {
    const digest = tokenDigest(token);
    if (isToken('access', token)) {
      if (await this.end(END_ACCESS, { digest, clientId, detail: 'access token' }))
        await runAfterCommit(() => this.changes.forgetNow('token', digest));
    } else if (isToken('refresh', token)) {
      const ended = await this.end(END_FAMILY, { digest, clientId, detail: 'refresh token and its family' });
      if (ended) await runAfterCommit(() => this.changes.forgetNow('family', ended.familyId));
    }
  }

  private end(
    statement: string,
    { digest, clientId, detail }: Readonly<Record<'digest' | 'clientId' | 'detail', string>>,
  ): Promise<EndedFamily | null> {
    return this.em.transactional(async (em) => {
      const [ended] = await em.execute<EndedFamily[]>(statement, [digest, clientId]);
      if (!ended) return null;
      await this.audit.note({
        action: 'token.revoked',
        userId: ended.userId,
        actingUserId: ended.actingUserId,
        clientId,
        detail,
      });
      return ended;
    });
  }
}
