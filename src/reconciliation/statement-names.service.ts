import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { AuditSubjectsService } from '../audit/audit-subjects.service.js';
import { toContainsPattern } from '../instruments/reference-definitions.js';
import { AccountAccessService } from '../accounts/account-access.service.js';
import { PositionStatement, StatedPosition } from '../exchange/ledger/position-statement.entity.js';
import { ReconciliationBreak } from '../exchange/ledger/reconciliation-break.entity.js';
import { InstrumentEntity } from '../instruments/instrument.entity.js';
import { UNTRACKED } from '../database/unit-of-work.js';

/** More matches than this are not helpful. */
const MATCHES_MAX = 1000;

/** Finds breaks and lists of positions by symbol for the audit log, and supplies their names. */
@Injectable()
export class StatementNamesService implements OnModuleInit {
  constructor(
    private readonly em: EntityManager,
    private readonly things: AuditSubjectsService,
    private readonly access: AccountAccessService,
  ) {}

  onModuleInit(): void {
    this.things.kinds.break.register({
      search: (_, text) => this.findBreaks(text),
      names: (actor, ids) => this.nameBreaks(actor, ids),
    });
    this.things.kinds.list.register({
      search: (_, text) => this.findLists(text),
      names: (actor, ids) => this.nameLists(actor, ids),
    });
  }

  private async findBreaks(text: string): Promise<readonly number[]> {
    const found = await this.em.find(
      ReconciliationBreak,
      { instrumentId: { $in: await this.findInstruments(text) } },
      { ...UNTRACKED, fields: ['id'], orderBy: { id: 'desc' }, limit: MATCHES_MAX },
    );
    return found.map(({ id }) => id);
  }

  /** Lists that have an instrument with the symbol. */
  private async findLists(text: string): Promise<readonly number[]> {
    const found = await this.em
      .createQueryBuilder(StatedPosition)
      .select('statementSeq', true)
      .where({ instrumentId: { $in: await this.findInstruments(text) } })
      .orderBy({ statementSeq: 'desc' })
      .limit(MATCHES_MAX)
      .execute<{ statementSeq: string }[]>('all');
    return found.map(({ statementSeq }) => Number(statementSeq));
  }

  private async findInstruments(text: string): Promise<number[]> {
    const symbol = { $ilike: toContainsPattern(text) };
    return (await this.em.find(InstrumentEntity, { symbol }, { ...UNTRACKED, fields: ['id'] })).map(({ id }) => id);
  }

  private async nameBreaks(actor: Actor, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const where = { id: { $in: [...ids] }, ...(await this.access.findReadableCondition(actor)) };
    const breaks = await this.em.find(ReconciliationBreak, where, UNTRACKED);
    const instruments = await this.em.find(
      InstrumentEntity,
      { id: { $in: breaks.map(({ instrumentId }) => instrumentId) } },
      { ...UNTRACKED, fields: ['id', 'symbol'] },
    );
    const symbols = new Map(instruments.map(({ id, symbol }) => [id, symbol]));
    return new Map(breaks.map(({ id, instrumentId, asOf }) => [id, `${symbols.get(instrumentId) ?? ''} of ${asOf}`]));
  }

  private async nameLists(actor: Actor, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const where = { seq: { $in: [...ids] }, ...(await this.access.findReadableCondition(actor)) };
    const lists = await this.em.find(PositionStatement, where, { ...UNTRACKED, fields: ['seq'] });
    return new Map(lists.map(({ seq }) => [seq, `list ${seq}`]));
  }
}
