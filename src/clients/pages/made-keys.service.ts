import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccessChangesService } from '../../access/access-changes.service.js';
import type { Actor } from '../../access/actor.js';
import { AuditService } from '../../audit/audit.service.js';
import { AccessEndedError } from '../client-errors.js';
import { Client, isFirstParty } from '../client.entity.js';

/** The key of the request is locked as well, so that it is not removed meanwhile. */
const ACCESS = `
  select from token_families f join clients c on c.client_id = f.client_id
  where f.client_id = ? and f.user_id = ? and f.acting_user_id = ? and f.revoked_at is null and f.expires_at > now() limit 1 for key share of c`;

/**
 * The keys that applications created for their users: they end with the application's access, and with the application.
 */
@Injectable()
export class MadeKeysService {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditService,
    private readonly changes: AccessChangesService,
  ) {}

  /**
   * The key that creates the new one. Keys created by an application's keys belong to that application, at any depth.
   */
  async findOrigin({ userId, clientId }: Actor): Promise<string | null> {
    const maker = clientId === null ? null : await this.em.findOne(Client, { clientId });
    const application = await this.em.findOne(Client, { clientId: maker?.madeThrough ?? '' });
    return application === null || isFirstParty(application, [userId]) ? clientId : application.clientId;
  }

  /** Within a transaction: keys of this user are created, and access of applications to the user ends, one after another. */
  async lockOwner(userId: number): Promise<void> {
    await this.em.execute('select from users where id = ? for no key update', [userId]);
  }

  /** With the owner locked: a key that is created after the access has ended would stay for good. */
  async requireAccess({ userId, actingUserId, clientId }: Actor): Promise<void> {
    if (clientId === null) return;
    const found = await this.em.execute<unknown[]>(ACCESS, [clientId, userId, actingUserId]);
    if (found.length === 0) throw new AccessEndedError();
  }

  /**
   * Within a transaction, with the owner locked if it is one user: removes the keys that the application created for one user, or for all users when it is
   * removed itself. `forget` runs after the commit and notifies every process.
   */
  async remove(
    applicationId: string,
    withdrawnBy: Pick<Actor, 'userId' | 'actingUserId'> | null,
  ): Promise<Readonly<{ count: number; forget: () => void }>> {
    const removed = await this.findMadeBy(applicationId, withdrawnBy?.userId ?? null);
    await this.em.nativeDelete(Client, { clientId: { $in: removed.map(({ clientId }) => clientId) } });
    for (const { clientId, ownerId: userId } of removed) {
      await this.audit.record({
        action: 'key.removed',
        userId,
        actingUserId: withdrawnBy?.actingUserId ?? null,
        clientId: null,
        subject: ['key', clientId],
        changes: { application: applicationId },
      });
    }
    const forget = (): void => {
      for (const clientId of [applicationId, ...removed.map((key) => key.clientId)])
        this.changes.invalidate('client', clientId);
    };
    return { count: removed.length, forget };
  }

  /** Locked. Keys created with a first-party application are the user's own and stay. */
  private async findMadeBy(applicationId: string, ownerId: number | null): Promise<Client[]> {
    const application = await this.em.findOne(Client, { clientId: applicationId }, { disableIdentityMap: true });
    if (application === null) return [];
    const keys = await this.em.find(
      Client,
      { madeThrough: applicationId, ...(ownerId !== null && { ownerId }) },
      { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true },
    );
    return keys.filter((key) => !isFirstParty(application, [key.ownerId]));
  }
}
