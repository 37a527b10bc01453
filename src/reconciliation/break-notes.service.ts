import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { requireAdministrator } from '../access/require-administrator.js';
import { AuditService } from '../audit/audit.service.js';
import { ReconciliationBreak } from '../exchange/ledger/reconciliation-break.entity.js';
import { UnknownBreak } from '../accounts/account-errors.js';
import { BreakNote } from './break-note.entity.js';
import { StatementRightsService } from './statement-rights.service.js';

type NotedBreak = Pick<ReconciliationBreak, 'id' | 'acctId'>;
type LatestNote = Pick<BreakNote, 'text' | 'statementSeq'>;

/** Notes on breaks. Users who may view the account read them; users who may post its positions write them. */
@Injectable()
export class BreakNotesService {
  constructor(
    private readonly em: EntityManager,
    private readonly rights: StatementRightsService,
    private readonly audit: AuditService,
  ) {}

  async write(actor: Actor, breakId: number, text: string): Promise<BreakNote> {
    const broken = await this.em.findOne(ReconciliationBreak, { id: breakId }, { disableIdentityMap: true });
    const right = broken && (await this.rights.find(actor, broken.acctId));
    if (broken === null || right === null) throw new UnknownBreak();
    if (!right.mayPost) requireAdministrator(actor);
    return this.add(actor, broken, { text, statementSeq: null });
  }

  /** Adds the note of a position list to each break that the list closed or changed. */
  async addToBreaks(actor: Actor, breaks: readonly NotedBreak[], what: LatestNote): Promise<void> {
    for (const broken of breaks) await this.add(actor, broken, what);
  }

  /** Oldest first. */
  findByBreak(breakId: number): Promise<BreakNote[]> {
    return this.em.find(BreakNote, { breakId }, { orderBy: { id: 'asc' }, disableIdentityMap: true });
  }

  /** The latest note of each break. */
  async findLatest(breakIds: readonly number[]): Promise<ReadonlyMap<number, BreakNote>> {
    const found = await this.em.find(
      BreakNote,
      { breakId: { $in: [...breakIds] } },
      { orderBy: { id: 'asc' }, disableIdentityMap: true },
    );
    return new Map(found.map((note) => [note.breakId, note]));
  }

  /** Stores the note, and an audit entry without the note's text, in one transaction. */
  private async add(actor: Actor, { id, acctId }: NotedBreak, what: LatestNote): Promise<BreakNote> {
    return this.em.transactional(async (em) => {
      const note = new BreakNote(id, actor, what);
      await em.persist(note).flush();
      await this.audit.recordFor(actor, {
        action: 'break.noted',
        subject: ['break', id],
        changes: { account: acctId, note: note.id },
      });
      return note;
    });
  }
}
