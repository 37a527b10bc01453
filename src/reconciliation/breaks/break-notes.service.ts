import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import { UNTRACKED } from '../../database/unit-of-work.js';
import { AuditService } from '../../audit/audit.service.js';
import { ReconciliationBreak } from '../../exchange/ledger/reconciliation-break.entity.js';
import { UnknownBreakError } from '../../accounts/account-errors.js';
import { BreakNote } from './break-note.entity.js';
import { StatementRightsService } from '../statement-rights.service.js';

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
    const broken = await this.em.findOne(ReconciliationBreak, { id: breakId }, UNTRACKED);
    if (broken === null) throw new UnknownBreakError();
    await this.rights.requirePoster(actor, [broken.acctId], () => new UnknownBreakError());
    const [note] = await this.addToBreaks(actor, [broken], { text, statementSeq: null });
    if (note === undefined) throw new UnknownBreakError();
    return note;
  }

  /** Adds one note to each break, and an audit entry without its text, in one transaction. */
  async addToBreaks(actor: Actor, breaks: readonly NotedBreak[], what: LatestNote): Promise<readonly BreakNote[]> {
    return this.em.transactional(async (em) => {
      const notes = breaks.map(({ id }) => new BreakNote(id, actor, what));
      await em.persist(notes).flush();
      await this.audit.recordEachFor(
        actor,
        notes.map(({ id: note, breakId }, at) => ({
          action: 'break.noted',
          subject: ['break', breakId],
          changes: { account: breaks[at]?.acctId, note },
        })),
      );
      return notes;
    });
  }

  /** Oldest first. */
  findByBreak(breakId: number): Promise<BreakNote[]> {
    return this.em.find(BreakNote, { breakId }, { ...UNTRACKED, orderBy: { id: 'asc' } });
  }

  /** The latest note of each break. */
  async findLatest(breakIds: readonly number[]): Promise<ReadonlyMap<number, BreakNote>> {
    const found = await this.em.find(
      BreakNote,
      { breakId: { $in: [...breakIds] } },
      { ...UNTRACKED, orderBy: { id: 'asc' } },
    );
    return new Map(found.map((note) => [note.breakId, note]));
  }
}
