import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccessChangesService } from '../../access/access-changes.service.js';
import type { Actor } from '../../access/actor.js';
import { AuditService } from '../../audit/audit.service.js';
import { UnknownUser } from '../../users/user-errors.js';
import { UsersService } from '../../users/users.service.js';
import { CannotActForUserError } from '../auth-errors.js';

type EndedActing = Readonly<{ userId: number; actingUserId: number; families: readonly string[] | null }>;

/**
 * The customer's row is locked meanwhile, so that acting cannot start while the user is being disabled. The streams of
 * open pages end, because the session has another user now.
 */
const START = `
  with customer as (
    select id from users where id = ? and enabled and role = 'Customer' for share
  )
  update sessions s set customer_id = customer.id from customer
  where s.id = ? and s.customer_id is null and s.ended_at is null returning s.id, pg_notify('access_changed', 'user ' || s.user_id)`;

/** Access that applications got while acting ends with it. */
const toEndActingStatement = (which: string): string => `
  with acting as (
    select id, user_id, customer_id from sessions s where ${which} and customer_id is not null for update
  ), ended as (
    update sessions s set customer_id = null from acting where s.id = acting.id
  ), revoked as (
    update token_families f set revoked_at = now() from acting
    where f.session_id = acting.id and f.acting_user_id = acting.user_id and f.user_id = acting.customer_id and f.revoked_at is null
    returning f.id
  )
  select customer_id "userId", user_id "actingUserId", (select array_agg(id::text) from revoked) "families",
    pg_notify('access_changed', 'user ' || user_id)
  from acting`;

const END = toEndActingStatement('id = ?');
const END_BY_DIGEST = toEndActingStatement('digest = ?');
const END_ALL = toEndActingStatement('(user_id = ? or customer_id = ?)');

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
    if (!customer) throw new UnknownUser();
    await this.em.transactional(async (em) => {
      const started: unknown[] = await em.execute(START, [customerId, sessionId]);
      if (started.length === 0) throw new CannotActForUserError();
      await this.audit.record({ action: 'acting.started', userId: customerId, actingUserId: actor.userId });
    });
  }

  /** Does nothing if the session is not acting. */
  async end(sessionId: number): Promise<void> {
    const ended = await this.em.transactional(() => this.endAndAudit(END, [sessionId]));
    for (const id of ended.flatMap(({ families }) => families ?? [])) this.changes.invalidate('family', id);
  }

  /** For the session of this cookie, within the caller's transaction. */
  async endByDigest(digest: string): Promise<void> {
    await this.endAndAudit(END_BY_DIGEST, [digest]);
  }

  /** Ends the acting of a user and of administrators for this user, within the caller's transaction. */
  async endAll(userId: number): Promise<void> {
    await this.endAndAudit(END_ALL, [userId, userId]);
  }

  private async endAndAudit(statement: string, values: readonly unknown[]): Promise<EndedActing[]> {
    const ended = await this.em.execute<EndedActing[]>(statement, [...values]);
    for (const { userId, actingUserId } of ended)
      await this.audit.record({ action: 'acting.ended', userId, actingUserId });
    return ended;
  }
}
