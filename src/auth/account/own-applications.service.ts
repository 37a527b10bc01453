import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccessChangesService } from '../../access/access-changes.service.js';
import type { Actor } from '../../access/actor.js';
import { AuditService } from '../../audit/audit.service.js';
import { NothingGranted } from './account-errors.js';

/** An application that may do something in somebody's name: because they agreed to it, or because it holds tokens of theirs. */
export type OwnApplication = Readonly<{
  clientId: string;
  name: string;
  /** Whether it is the user's own API key, about which nobody asks. */
  isOwn: boolean;
  terms: string;
  hasTokens: boolean;
  since: Date;
  /** When it last got a token; null if it has none now. */
  lastTokenAt: Date | null;
}>;

/** Tokens that an administrator earned in the user's name are not the user's to take away. */
const MINE = 'f.user_id = ? and f.acting_user_id = f.user_id and f.revoked_at is null';

const LIST = `
  select c.client_id "clientId", c.name, c.owner_id = ? "isOwn", coalesce(k.scope, h.scope) "terms", h.client_id is not null "hasTokens",
    least(k.granted_at, h.since) "since", h.last "lastTokenAt"
  from clients c
  left join consents k on k.client_id = c.client_id and k.user_id = ?
  left join (
    select f.client_id, string_agg(distinct f.scope, ' ') scope, min(f.created_at) since, max(coalesce(t.created_at, f.created_at)) last
    from token_families f left join access_tokens t on t.family_id = f.id
    where ${MINE} and f.expires_at > now() group by f.client_id
  ) h on h.client_id = c.client_id
  where k.client_id is not null or h.client_id is not null
  order by lower(c.name), c.client_id`;

const WITHDRAW = 'delete from consents where user_id = ? and client_id = ? returning scope';
const REVOKE = `update token_families f set revoked_at = now() where ${MINE} and f.client_id = ? returning f.id`;

/** Which applications may act for somebody, and taking that away again. */
@Injectable()
export class OwnApplicationsService {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditService,
    private readonly changes: AccessChangesService,
  ) {}

  async list({ userId }: Actor): Promise<OwnApplication[]> {
    const rows = await this.em.execute<OwnApplication[]>(LIST, [userId, userId, userId]);
    return rows.map((row) => ({ ...row, since: new Date(row.since), lastTokenAt: row.lastTokenAt && new Date(row.lastTokenAt) }));
  }

  /** The application has to ask again, and what it holds is worth nothing from this moment on. */
  async withdraw({ userId, actingUserId }: Actor, clientId: string): Promise<void> {
    if (clientId.includes('\0')) throw new NothingGranted();
    const revoked = await this.em.transactional(async (em) => {
      const agreed = await em.execute<{ scope: string }[]>(WITHDRAW, [userId, clientId]);
      const families = await em.execute<{ id: string }[]>(REVOKE, [userId, clientId]);
      if (agreed.length + families.length === 0) throw new NothingGranted();
      await this.audit.note({ action: 'consent.withdrawn', userId, actingUserId, clientId, detail: agreed[0]?.scope ?? 'tokens' });
      return families;
    });
    for (const { id } of revoked) this.changes.forgetNow('family', id);
  }
}
