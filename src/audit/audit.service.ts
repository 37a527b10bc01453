import { EntityManager } from '@mikro-orm/postgresql';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { getClientAddress } from '../access/client-address.js';
import { type Actor, OPERATOR } from '../access/actor.js';
import { auditAddress, auditFrom, type AuditNote, auditStatement, auditValues } from './audit-writing.js';
import { RefusalCap } from './refusal-cap.js';

const WRITE = auditFrom('(values (1)) as once');

/** In place of every further refusal of an address in this minute. */
const FLOOD: AuditNote = {
  action: 'audit.flood',
  outcome: 'denied',
  detail: 'more than 60 refusals in a minute; those that follow in it are not written down',
};

/** Writes down who did what. Inside a transaction the entry belongs to it: both are kept, or neither is. */
@Injectable()
export class AuditService implements BeforeApplicationShutdown {
  private readonly log = new Logger(AuditService.name);
  private readonly cap = new RefusalCap();
  private readonly aside = new Set<Promise<void>>();

  constructor(private readonly em: EntityManager) {}

  async note(note: AuditNote, em: EntityManager = this.em): Promise<void> {
    const written = this.admitted(note, getClientAddress());
    if (written !== null) await em.execute(WRITE, auditValues(written));
  }

  /** For an entry that is written by the transaction of somebody else, later and outside of this request: gives what writes it, null where there are too many. */
  recorder(): (note: AuditNote) => ReturnType<typeof auditStatement> | null {
    const [whence, address] = [getClientAddress(), auditAddress()];
    return (note) => {
      const written = this.admitted(note, whence);
      return written === null ? null : auditStatement(written, address);
    };
  }

  private admitted(note: AuditNote, address: string | null): AuditNote | null {
    const verdict = note.outcome === 'denied' && address !== null ? this.cap.judge(address) : 'write';
    return verdict === 'leave out' ? null : verdict === 'write' ? note : FLOOD;
  }

  /** Beside an answer that need not wait for it, because nothing has happened that could be lost; and outside of any transaction, which may end before it. */
  noteAside(note: AuditNote): void {
    const written = this.note(note, this.em.fork())
      .catch((error: unknown) => this.log.warn(`A refusal could not be written down: ${String(error)}`))
      .finally(() => this.aside.delete(written));
    this.aside.add(written);
  }

  /** The database may only be left when nothing is under way to it. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.aside);
  }

  /** What a signed-in caller did: for themselves, or for the customer they act for. */
  async noteOf(
    { userId, actingUserId, clientId }: Actor,
    what: Pick<AuditNote, 'action' | 'outcome' | 'detail'>,
  ): Promise<void> {
    await this.note({ userId: toUserId(userId), actingUserId: toUserId(actingUserId), clientId, ...what });
  }
}

/** The operator is no user: an entry without who and from where is theirs. */
const toUserId = (id: number): number | null => (id === OPERATOR.userId ? null : id);
