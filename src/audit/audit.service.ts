import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Actor, OPERATOR } from '../access/actor.js';
import { auditFrom, type AuditNote, auditValues } from './audit-writing.js';

const WRITE = auditFrom('(values (1)) as once');

/** Writes down who did what. Inside a transaction the entry belongs to it: both are kept, or neither is. */
@Injectable()
export class AuditService {
  constructor(private readonly em: EntityManager) {}

  async note(note: AuditNote): Promise<void> {
    await this.em.execute(WRITE, auditValues(note));
  }

  /** What a signed-in caller did: for themselves, or for the customer they act for. */
  async noteOf({ userId, actingUserId, clientId }: Actor, what: Pick<AuditNote, 'action' | 'outcome' | 'detail'>): Promise<void> {
    await this.note({ userId: somebody(userId), actingUserId: somebody(actingUserId), clientId, ...what });
  }
}

/** The operator is no user: an entry without who and from where is theirs. */
const somebody = (id: number): number | null => (id === OPERATOR.userId ? null : id);
