import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccessChangesService } from '../../access/access-changes.service.js';
import type { Actor } from '../../access/actor.js';
import { AuditService } from '../../audit/audit.service.js';
import { BrowserSession } from '../sessions/session.entity.js';
import { isOpenSession, SessionsService } from '../sessions/sessions.service.js';
import { ActingService } from '../sessions/acting.service.js';
import { UnknownSessionError } from '../auth-errors.js';

/** A session as its user sees it. */
export type OwnSession = Readonly<{ id: number; since: Date; lastSeenAt: Date; address: string; userAgent: string }>;

/** Lists and ends the sessions of a user. */
@Injectable()
export class OwnSessionsService {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditService,
    private readonly changes: AccessChangesService,
    private readonly acting: ActingService,
    private readonly sessions: SessionsService,
  ) {}

  async list({ userId }: Actor): Promise<OwnSession[]> {
    const sessions = await this.em.find(BrowserSession, isOpenSession({ userId }), {
      orderBy: { lastSeenAt: 'desc', id: 'desc' },
      disableIdentityMap: true,
    });
    return sessions.map(({ id, createdAt, lastSeenAt, address, userAgent }) => ({
      ...{ id, since: createdAt, lastSeenAt, address, userAgent },
    }));
  }

  /** The user is part of the condition: another user's session and a missing one are the same. */
  async end(actor: Actor, id: number): Promise<void> {
    const ended = await this.endMatching(actor, { id });
    if (ended === 0) throw new UnknownSessionError();
  }

  /** Ends all sessions except the current one. Returns their number. */
  async endOthers(actor: Actor, currentSessionId: number): Promise<number> {
    return this.endMatching(actor, { id: { $ne: currentSessionId } });
  }

  private async endMatching(actor: Actor, which: FilterQuery<BrowserSession>): Promise<number> {
    const { sessions, familyIds } = await this.em.transactional(async () => {
      const ended = await this.sessions.endMatching(isOpenSession({ $and: [which, { userId: actor.userId }] }));
      for (const { id } of ended.sessions) {
        await this.acting.end(id);
        await this.audit.recordFor(actor, { action: 'session.ended', subject: ['session', id] });
      }
      return ended;
    });
    for (const id of familyIds) this.changes.invalidate('family', id);
    return sessions.length;
  }
}
