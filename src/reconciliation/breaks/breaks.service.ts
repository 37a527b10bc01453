import { EntityManager, type FilterQuery, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/actor.js';
import type { EngineBreak } from '../../engine/account.js';
import { AccountChange } from '../../exchange/ledger/account.entity.js';
import { PriceScalesService } from '../../exchange/ledger/price-scales.service.js';
import { ReconciliationBreak } from '../../exchange/ledger/reconciliation-break.entity.js';
import { AccountAccessService } from '../../accounts/account-access.service.js';
import { UnknownBreakError } from '../../accounts/account-errors.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { UNTRACKED } from '../../database/unit-of-work.js';
import { parseSort, type SortedRange, type SortColumns, toOrder, toSide, type Way } from '../../database/sorting.js';
import { toContainsPattern } from '../../instruments/reference-definitions.js';
import { createOverdueCondition } from './break-assignment.entity.js';
import { type BreakQuestion, type BreakSortField, UNASSIGNED } from './breaks.dto.js';
import type { FoundBreak } from '../stated.js';
import { StatementFactsService } from '../statements/statement-facts.service.js';
import { StatementRightsService } from '../statement-rights.service.js';
import { DAY_MS } from '../statements/statement-dates.js';

/** Which breaks a list has, and their order. */
export type BreakFilter = Readonly<
  Pick<SortedRange<BreakSortField>, 'sort'> &
    Partial<Pick<ReconciliationBreak, 'acctId' | 'status' | 'asOf' | 'instrumentId'>> &
    Readonly<{ difference?: Readonly<{ $ne: 0 }> }> &
    Readonly<{ account?: string | undefined; symbol?: string | undefined; olderThanDays?: number | undefined }> &
    AssignmentFilter
>;

type AssignmentFilter = Readonly<{
  assigneeId: number | typeof UNASSIGNED | undefined;
  isOverdue: boolean;
  now: number;
}>;

/**
 * A list that closes a break leaves no difference in it; an acceptance leaves what was accepted: for one break, and as
 * a condition for the list.
 */
export const isAcceptance = ({ status, difference }: Pick<EngineBreak, 'status' | 'difference'>): boolean =>
  status === 'Closed' && difference !== 0;

const ACCEPTED = { status: 'Closed', difference: { $ne: 0 } } as const;

/** The list that closed a break, and who posted it; null is the system. Without a list the user accepted the figures. */
export type BreakClosing = Readonly<{ listId: number | null; userId: number | null }>;

/** The filters and the order of a list. `status` is that of a query without one. */
export function toBreakFilter(
  query: BreakQuestion,
  { status: usual, now }: Readonly<{ status: 'Open' | 'All'; now: number }>,
): BreakFilter {
  const { acct_id: acctId, instrument_id: instrumentId, as_of: asOf, status = usual } = query;
  return {
    now,
    sort: parseSort(query.sort),
    account: query.account,
    olderThanDays: query.older_than_days,
    symbol: query.symbol,
    assigneeId: query.assignee_id,
    isOverdue: query.overdue === 'true',
    ...(acctId !== undefined && { acctId }),
    ...(instrumentId !== undefined && { instrumentId }),
    ...(asOf !== undefined && { asOf }),
    ...(status === 'Accepted' ? { ...ACCEPTED } : status !== 'All' && { status }),
  };
}

/** A break, with the day on which it is due. */
type DatedBreak = Readonly<{ broken: ReconciliationBreak; dueOn: string | null }>;

/** The numbers of breaks. */
export type BreakNeighbors = Readonly<{ previous: number | null; next: number | null }>;

const ASSIGNED_TO = '(select a.break_id from break_assignments a where a.assignee_id = ?)';

const ASSIGNED = '(select a.break_id from break_assignments a where a.assignee_id is not null)';

/** A text that is no symbol is part of a name. */
const WITH_SYMBOL = `(
  select i.id from instruments i join products p on p.id = i.product_id
  where i.symbol = ? or (p.name ilike ? and not exists (select from instruments s where s.symbol = ?)))`;

const sortColumns: SortColumns<BreakSortField, ReconciliationBreak> = {
  as_of: 'asOf',
  opened_at: 'openedAt',
  difference: 'difference',
  due_on: (alias) => `(select a.due_on from break_assignments a where a.break_id = ${alias}.id)`,
};

const getSortValue = ({ broken, dueOn }: DatedBreak, field: BreakSortField): string | number | null =>
  field === 'due_on'
    ? dueOn
    : field === 'difference'
      ? broken.difference
      : field === 'as_of'
        ? broken.asOf
        : broken.openedAt;

const toSymbolParameters = (text: string): string[] => [
  text.toUpperCase(),
  toContainsPattern(text),
  text.toUpperCase(),
];

const toAssigneeFilter = (assigneeId: number | typeof UNASSIGNED): FilterQuery<ReconciliationBreak> =>
  assigneeId === UNASSIGNED ? { id: { $nin: raw(ASSIGNED) } } : { id: { $in: raw(ASSIGNED_TO, [assigneeId]) } };

const listAccounts = (breaks: readonly ReconciliationBreak[]): number[] => [
  ...new Set(breaks.map(({ acctId }) => acctId)),
];

/** Finds the breaks between reference positions and the books. */
@Injectable()
export class BreaksService {
  constructor(
    private readonly em: EntityManager,
    private readonly access: AccountAccessService,
    private readonly accounts: AccountsService,
    private readonly scales: PriceScalesService,
    private readonly rights: StatementRightsService,
    private readonly facts: StatementFactsService,
  ) {}

  /** For those who may post positions of all the accounts. Breaks that the user may not view are unknown. */
  async findToUpdate(actor: Actor, ids: readonly number[]): Promise<ReconciliationBreak[]> {
    const found = await this.em.find(
      ReconciliationBreak,
      { id: { $in: [...ids] } },
      { ...UNTRACKED, orderBy: { id: 'asc' } },
    );
    if (found.length < ids.length) throw new UnknownBreakError();
    await this.rights.requirePoster(actor, listAccounts(found), () => new UnknownBreakError());
    return found;
  }

  /** Whether the user may update at least one of these breaks. */
  async mayUpdate(actor: Actor, breaks: readonly FoundBreak[]): Promise<boolean> {
    return this.rights.mayPostSome(actor, listAccounts(breaks.map(({ broken }) => broken)));
  }

  async list(
    actor: Actor,
    { size, after, offset = 0, sort = null, ...filter }: BreakFilter & SortedRange<BreakSortField>,
  ): Promise<FoundBreak[]> {
    const where = await this.toConditions(actor, filter);
    if (after !== null) where.push({ id: { $gt: after } });
    const found = await this.em.find(
      ReconciliationBreak,
      { $and: where },
      { ...UNTRACKED, orderBy: toOrder(sort, sortColumns), limit: size, offset },
    );
    return this.addSymbols(found);
  }

  /** The breaks before and after one in a list, also where the list has that break no longer. */
  async findNeighbors(
    actor: Actor,
    dated: DatedBreak,
    { sort = null, ...filter }: BreakFilter,
  ): Promise<BreakNeighbors> {
    const place = { id: dated.broken.id, value: sort === null ? null : getSortValue(dated, sort.field) };
    const where = await this.toConditions(actor, filter);
    const find = async (way: Way): Promise<number | null> => {
      const found = await this.em.findOne(
        ReconciliationBreak,
        { $and: [...where, toSide<BreakSortField, ReconciliationBreak>(sort, sortColumns, { ...place, way })] },
        { ...UNTRACKED, fields: ['id'], orderBy: toOrder(sort, sortColumns, way) },
      );
      return found?.id ?? null;
    };
    return { previous: await find('before'), next: await find('after') };
  }

  private async toConditions(
    actor: Actor,
    { now, account, symbol, olderThanDays, assigneeId, isOverdue, ...conditions }: Omit<BreakFilter, 'sort'>,
  ): Promise<FilterQuery<ReconciliationBreak>[]> {
    const where: FilterQuery<ReconciliationBreak>[] = [conditions, await this.access.findReadableCondition(actor)];
    if (assigneeId !== undefined) where.push(toAssigneeFilter(assigneeId));
    if (isOverdue) where.push(createOverdueCondition(now));
    if (account !== undefined) where.push({ acctId: { $in: [...(await this.accounts.findByName(actor, account))] } });
    if (symbol !== undefined) where.push({ instrumentId: { $in: raw(WITH_SYMBOL, toSymbolParameters(symbol)) } });
    if (olderThanDays !== undefined) where.push({ openedAt: { $lte: now - olderThanDays * DAY_MS } });
    return where;
  }

  async addSymbols(found: readonly ReconciliationBreak[]): Promise<FoundBreak[]> {
    const factsOf = await this.scales.loadFacts(found.map(({ instrumentId }) => instrumentId));
    return found.map((broken) => ({ broken, symbol: factsOf(broken.instrumentId).symbol }));
  }

  /**
   * By which list, or by whose acceptance, breaks were closed: of those that are closed now, by their ids. An owner may
   * close in the sandbox what another user is assigned to.
   */
  async findClosings(breaks: readonly ReconciliationBreak[]): Promise<ReadonlyMap<number, BreakClosing>> {
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
