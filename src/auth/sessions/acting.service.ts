import { EntityManager, type FilterQuery, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { User } from '../../users/user.entity.js';
import { revokeFamilies } from '../tokens/token-family.entity.js';
import { BrowserSession } from './session.entity.js';
import { AccessChangesService } from '../../access/access-changes.service.js';
import type { Actor } from '../../access/actor.js';
import { AuditService } from '../../audit/audit.service.js';
import { UnknownUserError } from '../../users/user-errors.js';
import { UsersService } from '../../users/users.service.js';
import { CannotActForUserError } from '../auth-errors.js';

/** Administrators acting for a customer in a browser: start and end are audited, as everything in between. */
@Injectable()
export class ActingService {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditService,
    private readonly users: UsersService,
    private readonly changes: AccessChangesService,
  ) {}

  /** From here on the session has the customer's rights, until acting ends. */
  async start(actor: Actor, sessionId: number, customerId: number): Promise<void> {
    const customer = await this.users.find(customerId);
    if (!customer) throw new UnknownUserError();
    await this.em.transactional(async (em) => {
      // Locked meanwhile, so that acting cannot start while the user is being disabled.
      const isAllowed = await em.findOne(
        User,
        { id: customerId, enabled: true, role: 'Customer' },
        { lockMode: LockMode.PESSIMISTIC_READ, disableIdentityMap: true },
      );
      const unused = { id: sessionId, customerId: null, endedAt: null };
      if (!isAllowed || (await em.nativeUpdate(BrowserSession, unused, { customerId })) === 0)
        throw new CannotActForUserError();
      // The streams of open pages end, because the session has another user now.
      await this.changes.announceUser(actor.userId);
      await this.audit.record({ action: 'acting.started', userId: customerId, actingUserId: actor.userId });
    });
  }

  /** Does nothing if the session is not acting. */
  async end(sessionId: number): Promise<void> {
    const familyIds = await this.em.transactional(() => this.endAndAudit({ id: sessionId }));
    for (const id of familyIds) this.changes.invalidate('family', id);
  }

  /** For the session of this cookie, within the caller's transaction. */
  async endByDigest(digest: string): Promise<void> {
    await this.endAndAudit({ digest });
  }

  /** Ends the acting of a user and of administrators for this user, within the caller's transaction. */
  async endAll(userId: number): Promise<void> {
    await this.endAndAudit({ $or: [{ userId }, { customerId: userId }] });
  }

  /** Access that applications got while acting ends with it. Returns its families. */
  private async endAndAudit(condition: FilterQuery<BrowserSession>): Promise<number[]> {
    const acting = await this.em.find(
      BrowserSession,
      { $and: [condition, { customerId: { $ne: null } }] },
      { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true },
    );
    const ended: number[] = [];
    for (const { id: sessionId, userId: actingUserId, customerId } of acting) {
      const userId = Number(customerId);
      await this.em.nativeUpdate(BrowserSession, { id: sessionId }, { customerId: null });
      ended.push(...(await revokeFamilies(this.em, { sessionId, actingUserId, userId })));
      await this.changes.announceUser(actingUserId);
      await this.audit.record({ action: 'acting.ended', userId, actingUserId });
    }
    return ended;
  }
}
