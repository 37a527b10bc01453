import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { UNTRACKED } from '../database/read-options.js';
import { AccountChange } from '../exchange/ledger/account.entity.js';
import type { ReconciliationBreak } from '../exchange/ledger/reconciliation-break.entity.js';
import { StatementFactsService } from './statement-facts.service.js';

/** The list that closed a break, and who posted it; null is the system. */
export type BreakClosing = Readonly<{ listId: number; userId: number | null }>;

/** Reads by which list breaks were closed. An owner may close in the sandbox what another user is assigned to. */
@Injectable()
export class BreakClosingsService {
  constructor(
    private readonly em: EntityManager,
    private readonly facts: StatementFactsService,
  ) {}

  /** Of those that are closed now, by their ids. */
  async findFor(breaks: readonly ReconciliationBreak[]): Promise<ReadonlyMap<number, BreakClosing>> {
    const closed = breaks.filter(({ status }) => status === 'Closed');
    if (closed.length === 0) return new Map();
    const changes = await this.em.find(
      AccountChange,
      { subjectId: { $in: closed.map(({ id }) => id) }, type: 'BreakClosed' },
      { ...UNTRACKED, fields: ['seq', 'subjectId'], orderBy: { seq: 'asc' } },
    );
    const posterOf = await this.facts.findPosters(changes);
    // The last one of a break counts.
    return new Map(changes.map(({ subjectId, seq }) => [subjectId, { listId: seq, userId: posterOf(seq) }]));
  }
}
