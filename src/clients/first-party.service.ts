import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { AccessChangesService } from '../access/access-changes.service.js';
import type { Actor } from '../access/actor.js';
import { AuditService } from '../audit/audit.service.js';
import { Client } from './client.entity.js';
import { UnknownKey } from './client-errors.js';

/** Marks keys as first-party for all users, for administrators (decision 57). */
@Injectable()
export class FirstPartyService {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditService,
    private readonly changes: AccessChangesService,
  ) {}

  /** The key's tokens are checked again from now on. */
  async mark(actor: Actor, clientId: string, isFirstParty: boolean): Promise<Client> {
    const marked = await this.em.transactional(async (em) => {
      const key = clientId.includes('\0') ? null : await em.findOne(Client, { clientId });
      if (!key) throw new UnknownKey();
      key.firstParty = isFirstParty;
      await em.flush();
      await this.audit.recordFor(actor, {
        action: 'key.changed',
        subject: ['key', clientId],
        changes: { [isFirstParty ? 'first_party' : 'third_party']: true },
      });
      return key;
    });
    this.changes.invalidate('client', clientId);
    return marked;
  }
}
