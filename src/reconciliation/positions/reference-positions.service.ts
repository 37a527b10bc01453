import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import type { CommandSource } from '../../exchange/command-source.js';
import { AccountChange } from '../../exchange/ledger/account.entity.js';
import { PositionStatement, StatedPosition } from '../../exchange/ledger/position-statement.entity.js';
import { ReconciliationBreak } from '../../exchange/ledger/reconciliation-break.entity.js';
import type { TradedInstruments } from '../../exchange/traded-instruments.js';
import { AccountAccessService } from '../../accounts/account-access.service.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { UnknownReferencePositionsError } from '../../accounts/account-errors.js';
import { AccountWritingService } from '../../accounts/account-writing.service.js';
import { getAccount } from '../../accounts/live-account.js';
import type { NewReferencePositions } from './reference-positions.dto.js';
import { requireFewRows } from '../row-limit.js';
import { toEngineRows } from './counted-rows.js';
import {
  isRepeatedStatement,
  createPositionsNote,
  findResolvedBreaks,
  type FoundBreak,
  type FoundBreaks,
  type ListedPositions,
  type StatedRow,
} from '../stated.js';
import { requirePast } from '../statements/statement-dates.js';
import { StatementFactsService } from '../statements/statement-facts.service.js';
import { StatementRightsService } from '../statement-rights.service.js';
import { UNTRACKED } from '../../database/unit-of-work.js';

export type StatementFilter = Readonly<{
  size: number;
  after: number | null;
  acctId: number | undefined;
  asOf: string | undefined;
  containing: string | undefined;
  order: 'asc' | 'desc';
}>;

/** `resolved` has the breaks that this request closed or changed. */
type TakenPositions = StatementWithRows &
  Readonly<{ breaks: FoundBreaks; isRepeated: boolean; resolved: readonly Readonly<{ id: number; acctId: number }>[] }>;
type BreakChange = Readonly<{ type: string; id: number }>;
type StatementWithRows = Readonly<{ stated: ListedPositions; rows: readonly StatedRow[] }>;

function toStatedRow(row: StatedPosition, instruments: TradedInstruments): StatedRow {
  const { scale, symbol } = instruments.getFacts(row.instrumentId);
  return { row, scale, symbol };
}

/** Reads and posts lists of reference positions, as reported by the back office. */
@Injectable()
export class ReferencePositionsService {
  constructor(
    private readonly em: EntityManager,
    private readonly writing: AccountWritingService,
    private readonly access: AccountAccessService,
    private readonly accounts: AccountsService,
    private readonly rights: StatementRightsService,
    private readonly facts: StatementFactsService,
  ) {}

  /** In the order in which they were posted, or the latest first. */
  async list(
    actor: Actor,
    { size, after, acctId, asOf, containing, order }: StatementFilter,
  ): Promise<ListedPositions[]> {
    const where: FilterQuery<PositionStatement>[] = [await this.access.findReadableCondition(actor)];
    if (acctId !== undefined) where.push({ acctId });
    if (containing !== undefined)
      where.push({ acctId: { $in: [...(await this.accounts.findByName(actor, containing))] } });
    if (after !== null) where.push({ seq: order === 'asc' ? { $gt: after } : { $lt: after } });
    if (asOf !== undefined) where.push({ asOf });
    return this.toStatedPositions(
      await this.em.find(PositionStatement, { $and: where }, { ...UNTRACKED, orderBy: { seq: order }, limit: size }),
    );
  }

  async show(actor: Actor, seq: number): Promise<StatementWithRows> {
    const statement = await this.em.findOne(PositionStatement, { seq }, UNTRACKED);
    if (statement === null || !(await this.access.mayRead(actor, statement.acctId)))
      throw new UnknownReferencePositionsError();
    return this.loadStatement(statement);
  }

  /**
   * Saves the whole list or nothing; the error names every invalid row. Posting the latest list again saves no new version:
   * `isRepeated` is true. It may still close or change breaks, because the books may have changed since.
   */
  async post(actor: Actor, { acct_id: acctId, as_of: asOf, position }: NewReferencePositions): Promise<TakenPositions> {
    requireFewRows(position.length);
    await this.rights.requirePoster(actor, [acctId]);
    const command: CommandSource = (state) => {
      requirePast(asOf, getAccount(state, acctId).timeZone, this.facts.now());
      return {
        type: 'StatePositions',
        acctId,
        asOf,
        positions: toEngineRows(
          state,
          getAccount(state, acctId),
          position.map(({ instrument_id: instrumentId, quantity, price }) => ({ instrumentId, quantity, price })),
        ),
        revision: 2,
      };
    };
    const { seq, events } = await this.writing.execute(actor, command, (executed) =>
      createPositionsNote({ acctId, asOf, rows: position.length }, executed),
    );
    const resolved = events.flatMap((event) => ('row' in event ? [event] : []));
    const isRepeated = isRepeatedStatement(events);
    // Commands of an account execute in the order of their numbers, so the repeated list is the last one before this command.
    const statement = await this.em.findOneOrFail(
      PositionStatement,
      isRepeated ? { acctId, asOf, seq: { $lt: seq } } : { seq },
      { ...UNTRACKED, orderBy: { seq: 'desc' } },
    );
    const found =
      isRepeated && resolved.length === 0
        ? await this.findBreakChanges(statement)
        : resolved.map(({ type, row: { id } }) => ({ type, id }));
    return {
      ...(await this.loadStatement(statement)),
      breaks: await this.toFoundBreaks(found),
      isRepeated,
      resolved: findResolvedBreaks(events),
    };
  }

  /** The breaks that a list opened, changed or closed when it was posted. */
  private async findBreakChanges({ seq, acctId }: PositionStatement): Promise<BreakChange[]> {
    const changes = await this.em.find(AccountChange, { seq, acctId }, UNTRACKED);
    return changes.map(({ type, subjectId: id }) => ({ type, id }));
  }

  private async loadStatement(statement: PositionStatement): Promise<StatementWithRows> {
    const [stated] = await this.toStatedPositions([statement]);
    const rows = await this.em.find(
      StatedPosition,
      { statementSeq: statement.seq },
      { ...UNTRACKED, orderBy: { instrumentId: 'asc' } },
    );
    const instruments = await this.facts.loadInstruments();
    return {
      stated: stated ?? { statement, postedBy: null, rows: rows.length, replacedBy: null },
      rows: rows.map((row) => toStatedRow(row, instruments)),
    };
  }

  private async toStatedPositions(statements: readonly PositionStatement[]): Promise<ListedPositions[]> {
    const posterOf = await this.facts.findPosters(statements);
    const counts = await this.em.countBy(StatedPosition, 'statementSeq', {
      where: { statementSeq: { $in: statements.map(({ seq }) => seq) } },
    });
    const latestOf = await this.findLatest(statements);
    return statements.map((statement) => ({
      statement,
      postedBy: posterOf(statement.seq),
      rows: counts[statement.seq] ?? 0,
      replacedBy: latestOf(statement) === statement.seq ? null : latestOf(statement),
    }));
  }

  /** The last list of the account and the date of each. */
  private async findLatest(
    statements: readonly PositionStatement[],
  ): Promise<(statement: PositionStatement) => number> {
    const found = await this.em
      .createQueryBuilder(PositionStatement)
      .select(['acctId', 'asOf', 'seq'])
      .distinctOn(['acctId', 'asOf'])
      .where({
        acctId: { $in: [...new Set(statements.map(({ acctId }) => acctId))] },
        asOf: { $in: [...new Set(statements.map(({ asOf }) => asOf))] },
      })
      .orderBy({ acctId: 'asc', asOf: 'asc', seq: 'desc' })
      .execute<Record<'acctId' | 'asOf' | 'seq', string>[]>('all');
    const latest = new Map(found.map(({ acctId, asOf, seq }) => [`${acctId} ${asOf}`, Number(seq)]));
    return ({ acctId, asOf, seq }) => latest.get(`${acctId} ${asOf}`) ?? seq;
  }

  private async toFoundBreaks(found: readonly BreakChange[]): Promise<FoundBreaks> {
    const idsOf = (type: 'BreakOpened' | 'BreakChanged' | 'BreakClosed'): number[] =>
      found.flatMap((one) => (one.type === type ? [one.id] : []));
    const [opened, changed, closed] = [idsOf('BreakOpened'), idsOf('BreakChanged'), idsOf('BreakClosed')];
    const rows = await this.em.find(
      ReconciliationBreak,
      { id: { $in: [...opened, ...changed, ...closed] } },
      { ...UNTRACKED, orderBy: { id: 'asc' } },
    );
    const instruments = await this.facts.loadInstruments();
    const among = (ids: readonly number[]): FoundBreak[] =>
      rows
        .filter(({ id }) => ids.includes(id))
        .map((broken) => ({ broken, symbol: instruments.getFacts(broken.instrumentId).symbol }));
    return { opened: among(opened), changed: among(changed), closed: among(closed) };
  }
}
