import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccessChangesService } from '../access/access-changes.service.js';
import type { Actor } from '../access/actor.js';
import { AuditService } from '../audit/audit.service.js';
import { Client, isFirstParty, isFirstPartySql } from './client.entity.js';

type MadeKey = Readonly<{ clientId: string; userId: number }>;

/** Keys created with a first-party application are the user's own and stay. */
const REMOVE = `
  delete from clients m using clients c
  where m.made_through = ? and c.client_id = m.made_through and (m.owner_id = ? or ?) and not ${isFirstPartySql('m.owner_id')}
  returning m.client_id "clientId", m.owner_id "userId"`;

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

  /**
   * Within a transaction: removes the keys that the application created for one user, or for all users when it is
   * removed itself. `forget` runs after the commit and notifies every process.
   */
  async remove(
    applicationId: string,
    withdrawnBy: Pick<Actor, 'userId' | 'actingUserId'> | null,
  ): Promise<Readonly<{ count: number; forget: () => void }>> {
    const removed = await this.em.execute<MadeKey[]>(REMOVE, [
      applicationId,
      withdrawnBy?.userId ?? 0,
      withdrawnBy === null,
    ]);
    for (const { clientId, userId } of removed) {
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
}
