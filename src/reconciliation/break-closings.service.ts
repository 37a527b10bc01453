import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { EngineBreak } from '../engine/account.js';
import { UNTRACKED } from '../database/read-options.js';
import { AccountChange } from '../exchange/ledger/account.entity.js';
import type { ReconciliationBreak } from '../exchange/ledger/reconciliation-break.entity.js';
import { StatementFactsService } from './statement-facts.service.js';

/** The list that closed a break, and who posted it; null is the system. Without a list the user accepted the figures. */
export type BreakClosing = Readonly<{ listId: number | null; userId: number | null }>;

/** A list that closes a break leaves no difference in it; an acceptance leaves what was accepted. */
export const isAcceptance = ({ status, difference }: Pick<EngineBreak, 'status' | 'difference'>): boolean =>
  status === 'Closed' && difference !== 0;

/** Reads by which list, or by whose acceptance, breaks were closed. An owner may close in the sandbox what another user is assigned to. */
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
    const accepted = new Set(closed.filter(isAcceptance).map(({ id }) => id));
    // The last one of a break counts.
    return new Map(
      changes.map(({ subjectId, seq }) => {
        const listId = accepted.has(subjectId) ? null : seq;
        return [subjectId, { listId, userId: posterOf(seq) }];
      }),
    );
  }
}
