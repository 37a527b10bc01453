import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccessChangesService } from '../../access/access-changes.service.js';
import type { Actor } from '../../access/actor.js';
import { AuditService } from '../../audit/audit.service.js';
import { SESSION_IDLE_SECONDS } from '../sessions/sessions.service.js';
import { ActingService } from '../sessions/acting.service.js';
import { UnknownSessionError } from './account-errors.js';

/** A session as its user sees it. */
export type OwnSession = Readonly<{ id: number; since: Date; lastSeenAt: Date; address: string; userAgent: string }>;

type Row = Omit<OwnSession, 'id'> & Readonly<{ id: string }>;
type EndedSignIn = Readonly<{ what: 'session' | 'family'; id: string }>;

const ACTIVE_SESSION =
  'user_id = ? and ended_at is null and expires_at > now() and last_seen_at > now() - make_interval(secs => ?)';

const LIST_SESSIONS = `
  select id, created_at "since", last_seen_at "lastSeenAt", address, user_agent "userAgent"
  from sessions where ${ACTIVE_SESSION} order by last_seen_at desc, id desc`;

/** Tokens of a session end with it, in one statement. */
const toEndSessionsStatement = (which: '=' | '<>'): string => `
  with ended as (
    update sessions set ended_at = now() where ${ACTIVE_SESSION} and id ${which} ? returning id, user_id
  ), revoked as (
    update token_families f set revoked_at = now() from ended where f.session_id = ended.id and f.revoked_at is null returning f.id
  )
  select 'session' "what", id, pg_notify('access_changed', 'user ' || user_id) from ended union all select 'family', id, null from revoked`;

/** Lists and ends the sessions of a user. */
@Injectable()
export class OwnSessionsService {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditService,
    private readonly changes: AccessChangesService,
    private readonly acting: ActingService,
  ) {}

  async list({ userId }: Actor): Promise<OwnSession[]> {
    const rows = await this.em.execute<Row[]>(LIST_SESSIONS, [userId, SESSION_IDLE_SECONDS]);
    return rows.map((row) => ({
      ...row,
      id: Number(row.id),
      since: new Date(row.since),
      lastSeenAt: new Date(row.lastSeenAt),
    }));
  }

  /** The user is part of the condition: another user's session and a missing one are the same. */
  async end(actor: Actor, id: number): Promise<void> {
    const ended = await this.endMatching(actor, '=', id);
    if (ended === 0) throw new UnknownSessionError();
  }

  /** Ends all sessions except the current one. Returns their number. */
  async endOthers(actor: Actor, currentSessionId: number): Promise<number> {
    return this.endMatching(actor, '<>', currentSessionId);
  }

  private async endMatching(actor: Actor, which: '=' | '<>', id: number): Promise<number> {
    const ended = await this.em.transactional(async (em) => {
      const rows = await em.execute<EndedSignIn[]>(toEndSessionsStatement(which), [
        actor.userId,
        SESSION_IDLE_SECONDS,
        id,
      ]);
      for (const { what, id: session } of rows) if (what === 'session') await this.auditEnd(actor, session);
      return rows;
    });
    for (const row of ended) if (row.what === 'family') this.changes.invalidate('family', row.id);
    return ended.filter(({ what }) => what === 'session').length;
  }
  private async auditEnd(actor: Actor, session: string): Promise<void> {
    await this.acting.end(Number(session));
    await this.audit.recordFor(actor, { action: 'session.ended', subject: ['session', session] });
  }
}
