import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { OPERATOR } from '../../access/actor.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import type { TradedInstruments } from '../../exchange/traded-instruments.js';
import { JournalEntry } from '../../exchange/ledger/journal-entry.entity.js';

/** What a statement does not say itself: who gave the command that stands behind it, the symbols of its instruments, and how many decimals its prices have. */
@Injectable()
export class StatementFactsService {
  constructor(
    private readonly em: EntityManager,
    private readonly exchange: ExchangeService,
  ) {}

  /** The time by which the date of a statement is over. */
  now(): number {
    return this.exchange.now();
  }

  /** Null is the house itself. */
  async posters(statements: readonly Readonly<{ seq: number }>[]): Promise<(seq: number) => number | null> {
    const entries = await this.em.find(
      JournalEntry,
      { seq: { $in: statements.map(({ seq }) => seq) } },
      { fields: ['seq', 'actingUserId'], disableIdentityMap: true },
    );
    const users = new Map(entries.map(({ seq, actingUserId }) => [seq, actingUserId]));
    return (seq) => {
      const userId = users.get(seq) ?? OPERATOR.userId;
      return userId === OPERATOR.userId ? null : userId;
    };
  }

  instruments(): Promise<TradedInstruments> {
    return this.exchange.tradedInstruments();
  }
}
