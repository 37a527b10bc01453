import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Actor, toUserId } from '../../access/actor.js';
import type { EngineBreak } from '../../engine/account.js';
import type { ExactPrice } from '../../engine/exact-price.js';
import { parseEvent } from '../../exchange/command-text.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { AccountChange } from '../../exchange/ledger/account.entity.js';
import { JournalEntry } from '../../exchange/ledger/journal-entry.entity.js';
import { PositionStatement, StatedPosition } from '../../exchange/ledger/position-statement.entity.js';
import { ReconciliationBreak } from '../../exchange/ledger/reconciliation-break.entity.js';
import { Trade } from '../../exchange/ledger/trade.entity.js';
import { UnknownBreakError } from '../../accounts/account-errors.js';
import type { BreakNote } from './break-note.entity.js';
import type { User } from '../../users/user.entity.js';
import type { BreakAssignment } from './break-assignment.entity.js';
import { BreakAssignmentsService } from './break-assignments.service.js';
import { BreakNotesService } from './break-notes.service.js';
import { type BreakFilter, type BreakNeighbors, BreaksService, isAcceptance } from './breaks.service.js';
import { StatementRightsService } from '../statement-rights.service.js';
import { UNTRACKED } from '../../database/unit-of-work.js';

/** A list's quantity and price of the instrument. An instrument that the list omits is flat and has no price. */
export type ListSide = Readonly<{ statement: PositionStatement; quantity: number; price: ExactPrice | null }>;
type SessionTrades = Readonly<{ sessionDate: string; trades: number; quantity: number }>;

/** Both sides of a break: the lists of the back office, and the sessions that the books consist of. */
export type BreakSides = Readonly<{
  broken: ReconciliationBreak;
  list: ListSide | null;
  before: ListSide | null;
  sessions: readonly SessionTrades[];
  heldNow: number;
  scale: number;
  symbol: string;
  mayPostStatements: boolean;
  notes: readonly BreakNote[];
  assignment: BreakAssignment | undefined;
  assignees: readonly User[];
  steps: readonly BreakStep[];
  neighbors: BreakNeighbors;
  /** In the list of all open breaks. Null for a page, which does not show them. */
  openNeighbors: BreakNeighbors | null;
}>;

/** A change of the break by a list or by an acceptance: the command, its time and user, and both sides at that time. */
type BreakStep = Readonly<{
  seq: number;
  at: number;
  by: number | null;
  happened: 'Opened' | 'Changed' | 'Closed' | 'Accepted';
  row: EngineBreak;
}>;

const stepOf = { BreakOpened: 'Opened', BreakChanged: 'Changed', BreakClosed: 'Closed' } as const;

/** Loads both sides of a break. */
@Injectable()
export class BreakSidesService {
  constructor(
    private readonly em: EntityManager,
    private readonly rights: StatementRightsService,
    private readonly exchange: ExchangeService,
    private readonly notes: BreakNotesService,
    private readonly assignments: BreakAssignmentsService,
    private readonly breaks: BreaksService,
  ) {}

  /** `filter` is that of the list which the break was opened from. */
  async find(
    actor: Actor,
    id: number,
    { filter, isForPage }: Readonly<{ filter: BreakFilter; isForPage: boolean }>,
  ): Promise<BreakSides> {
    const broken = await this.em.findOne(ReconciliationBreak, { id }, UNTRACKED);
    const right = broken && (await this.rights.find(actor, broken.acctId));
    if (broken === null || right === null) throw new UnknownBreakError();
    const { acctId, instrumentId, asOf } = broken;
    const list = await this.findSide(
      await this.em.findOne(PositionStatement, { acctId, asOf }, { ...UNTRACKED, orderBy: { seq: 'desc' } }),
      instrumentId,
    );
    const earlier = await this.em.findOne(
      PositionStatement,
      { acctId, asOf: { $lt: asOf } },
      { ...UNTRACKED, orderBy: { asOf: 'desc', seq: 'desc' } },
    );
    const assignment = (await this.assignments.findFor([id])).get(id);
    const dated = { broken, dueOn: assignment?.dueOn ?? null };
    const openOnes: BreakFilter = { status: 'Open', assigneeId: undefined, isOverdue: false, now: filter.now };
    const { scale, symbol } = (await this.exchange.loadInstruments()).getFacts(instrumentId);
    return {
      ...{ broken, list, before: await this.findSide(earlier, instrumentId), scale, symbol },
      sessions: await this.listSessions(broken, earlier?.asOf ?? '0001-01-01'),
      heldNow: await this.exchange.look(
        ({ accounts }) => accounts.get(acctId)?.holdings.get(instrumentId)?.quantity ?? 0,
      ),
      mayPostStatements: right.mayPost,
      notes: await this.notes.findByBreak(id),
      assignees: right.mayPost ? await this.assignments.listAssignees(actor) : [],
      assignment,
      steps: await this.listSteps(broken),
      neighbors: await this.breaks.findNeighbors(actor, dated, filter),
      openNeighbors: isForPage ? null : await this.breaks.findNeighbors(actor, dated, openOnes),
    };
  }

  /** What the account traded after the earlier list, up to the date of the break. */
  private async listSessions(
    { acctId, instrumentId, asOf }: ReconciliationBreak,
    since: string,
  ): Promise<SessionTrades[]> {
    const isBuyer = { buyAcctId: acctId };
    const isSeller = { sellAcctId: acctId };
    const trades = await this.em.find(
      Trade,
      { instrumentId, sessionDate: { $lte: asOf, $gt: since }, $or: [isBuyer, isSeller] },
      { ...UNTRACKED, fields: ['quantity', 'buyAcctId', 'sellAcctId', 'sessionDate'], orderBy: { sessionDate: 'asc' } },
    );
    const sessions = new Map<string, SessionTrades>();
    for (const { sessionDate, quantity, buyAcctId, sellAcctId } of trades) {
      const before = sessions.get(sessionDate) ?? { sessionDate, trades: 0, quantity: 0 };
      const change = (buyAcctId === acctId ? quantity : 0) - (sellAcctId === acctId ? quantity : 0);
      sessions.set(sessionDate, { sessionDate, trades: before.trades + 1, quantity: before.quantity + change });
    }
    return [...sessions.values()];
  }

  /** Time and user come from the command journal. */
  private async listSteps({ id, acctId }: ReconciliationBreak): Promise<BreakStep[]> {
    const changes = await this.em.find(
      AccountChange,
      { acctId, subjectId: id, type: { $in: ['BreakOpened', 'BreakChanged', 'BreakClosed'] } },
      { ...UNTRACKED, orderBy: { seq: 'asc' } },
    );
    const entries = await this.em.find(
      JournalEntry,
      { seq: { $in: changes.map(({ seq }) => seq) } },
      { fields: ['seq', 'actingUserId', 'at'], ...UNTRACKED },
    );
    const entryOf = new Map(entries.map((entry) => [entry.seq, entry]));
    return changes.flatMap(({ seq, type, event }) => {
      const entry = entryOf.get(seq);
      if (entry === undefined || (type !== 'BreakOpened' && type !== 'BreakChanged' && type !== 'BreakClosed'))
        return [];
      const by = toUserId(entry.actingUserId);
      const { row } = parseEvent(type, event);
      return [{ seq, at: entry.at, by, happened: isAcceptance(row) ? 'Accepted' : stepOf[type], row }];
    });
  }

  private async findSide(statement: PositionStatement | null, instrumentId: number): Promise<ListSide | null> {
    if (statement === null) return null;
    const row = await this.em.findOne(StatedPosition, { statementSeq: statement.seq, instrumentId }, UNTRACKED);
    return {
      statement,
      quantity: row?.quantity ?? 0,
      price: row === null ? null : { price: row.price, extraDecimals: row.extraDecimals },
    };
  }
}
