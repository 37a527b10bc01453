import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { OPERATOR, toUserId } from '../../access/actor.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { UNTRACKED } from '../../database/unit-of-work.js';
import type { TradedInstruments } from '../../exchange/traded-instruments.js';
import { JournalEntry } from '../../exchange/ledger/journal-entry.entity.js';

/** Facts that a statement does not store itself: the user who posted it, and its instruments' symbols and price scales. */
@Injectable()
export class StatementFactsService {
  constructor(
    private readonly em: EntityManager,
    private readonly exchange: ExchangeService,
  ) {}

  /** The time against which the date of a statement is checked. */
  now(): number {
    return this.exchange.now();
  }

  /** The user who posted each statement. Null is the system. */
  async findPosters(statements: readonly Readonly<{ seq: number }>[]): Promise<(seq: number) => number | null> {
    const entries = await this.em.find(
      JournalEntry,
      { seq: { $in: statements.map(({ seq }) => seq) } },
      { ...UNTRACKED, fields: ['seq', 'actingUserId'] },
    );
    const users = new Map(entries.map(({ seq, actingUserId }) => [seq, actingUserId]));
    return (seq) => toUserId(users.get(seq) ?? OPERATOR.userId);
  }

  loadInstruments(): Promise<TradedInstruments> {
    return this.exchange.loadInstruments();
  }
}
