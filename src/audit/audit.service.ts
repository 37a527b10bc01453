import { EntityManager } from '@mikro-orm/postgresql';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { getClientAddress } from '../database/unit-of-work.js';
import { type Actor, toUserId } from '../access/actor.js';
import {
  auditAddress,
  type AuditedAction,
  type AuditNote,
  auditValues,
  buildAuditInsert,
  buildAuditStatement,
} from './audit-writing.js';
import { RefusalCap } from './refusal-cap.js';

const WRITE = buildAuditInsert(1);

/** Written instead of all further denied requests of an address in this minute. */
const FLOOD: AuditNote = { action: 'audit.flood', outcome: 'denied' };

/** Writes audit log entries. Inside a transaction, the entry is committed or rolled back with it. */
@Injectable()
export class AuditService implements BeforeApplicationShutdown {
  private readonly log = new Logger(AuditService.name);
  private readonly cap = new RefusalCap();
  private readonly aside = new Set<Promise<void>>();

  constructor(private readonly em: EntityManager) {}

  async record(note: AuditNote, em: EntityManager = this.em): Promise<void> {
    const written = this.admit(note, getClientAddress());
    if (written !== null) await em.execute(WRITE, auditValues(written));
  }

  /**
   * For entries that another transaction writes later, outside this request. The returned function builds the insert statement, or
   * returns null if the address exceeded its cap of denied requests.
   */
  createRecorder(): (note: AuditNote) => ReturnType<typeof buildAuditStatement> | null {
    const [whence, address] = [getClientAddress(), auditAddress()];
    return (note) => {
      const written = this.admit(note, whence);
      return written === null ? null : buildAuditStatement(written, address);
    };
  }

  private admit(note: AuditNote, address: string | null): AuditNote | null {
    const verdict = note.outcome === 'denied' && address !== null ? this.cap.judge(address) : 'write';
    return verdict === 'leave out' ? null : verdict === 'write' ? note : FLOOD;
  }

  /** Writes the entry without delaying the response and outside of any transaction. For denied requests, which change nothing. */
  recordInBackground(note: AuditNote): void {
    const written = this.record(note, this.em.fork())
      .catch((error: unknown) =>
        this.log.warn(`An audit entry of a denied request could not be written: ${String(error)}`),
      )
      .finally(() => this.aside.delete(written));
    this.aside.add(written);
  }

  /** Waits for pending entries before the database connection closes. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.aside);
  }

  /** Writes an entry of an authenticated caller, who may act for a customer. */
  async recordFor(actor: Actor, action: AuditedAction): Promise<void> {
    await this.record({ ...toAuditActor(actor), ...action });
  }

  /** Writes entries of changes that an authenticated caller has made together, in one statement. */
  async recordEachFor(actor: Actor, actions: readonly AuditedAction[]): Promise<void> {
    if (actions.length === 0) return;
    const caller = toAuditActor(actor);
    await this.em.execute(
      buildAuditInsert(actions.length),
      actions.flatMap((action) => auditValues({ ...caller, ...action })),
    );
  }
}

const toAuditActor = ({
  userId,
  actingUserId,
  clientId,
}: Actor): Pick<AuditNote, 'userId' | 'actingUserId' | 'clientId'> => ({
  userId: toUserId(userId),
  actingUserId: toUserId(actingUserId),
  clientId,
});
