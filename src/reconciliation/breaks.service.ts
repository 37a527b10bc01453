import { EntityManager, type FilterQuery, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import { PriceScalesService } from '../exchange/ledger/price-scales.service.js';
import { ReconciliationBreak } from '../exchange/ledger/reconciliation-break.entity.js';
import { AccountAccessService } from '../accounts/account-access.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { type SortedRange, type SortColumns, toOrder } from '../database/sorting.js';
import { createOverdueCondition } from './break-assignment.entity.js';
import { UNASSIGNED } from './breaks.dto.js';
import type { BreakSortField } from './break-sorting.js';
import type { FoundBreak } from './stated.js';
import { DAY_MS } from './statement-dates.js';

export type BreakFilter = Readonly<
  SortedRange<BreakSortField> &
    Partial<Pick<ReconciliationBreak, 'acctId' | 'status' | 'asOf' | 'instrumentId'>> &
    Readonly<{ account?: string | undefined; symbol?: string | undefined; olderThanDays?: number | undefined }> &
    AssignmentFilter
>;

type AssignmentFilter = Readonly<{
  assigneeId: number | typeof UNASSIGNED | undefined;
  isOverdue: boolean;
  now: number;
}>;

/** The numbers of breaks. */
export type OpenNeighbors = Readonly<{ previous: number | null; next: number | null }>;

const ASSIGNED_TO = '(select a.break_id from break_assignments a where a.assignee_id = ?)';

const ASSIGNED = '(select a.break_id from break_assignments a where a.assignee_id is not null)';

const WITH_SYMBOL = '(select i.id from instruments i where i.symbol = ?)';

const sortColumns: SortColumns<BreakSortField, ReconciliationBreak> = {
  as_of: 'asOf',
  opened_at: 'openedAt',
  difference: 'difference',
  due_on: (alias) => `(select a.due_on from break_assignments a where a.break_id = ${alias}.id)`,
};

const toAssigneeFilter = (assigneeId: number | typeof UNASSIGNED): FilterQuery<ReconciliationBreak> =>
  assigneeId === UNASSIGNED ? { id: { $nin: raw(ASSIGNED) } } : { id: { $in: raw(ASSIGNED_TO, [assigneeId]) } };

/** Lists the breaks between reference positions and the books. */
@Injectable()
export class BreaksService {
  constructor(
    private readonly em: EntityManager,
    private readonly access: AccountAccessService,
    private readonly accounts: AccountsService,
    private readonly scales: PriceScalesService,
  ) {}

  async list(
    actor: Actor,
    {
      size,
      after,
      offset = 0,
      sort = null,
      now,
      account,
      symbol,
      olderThanDays,
      assigneeId,
      isOverdue,
      ...conditions
    }: BreakFilter,
  ): Promise<FoundBreak[]> {
    const readable = await this.access.findReadableAccounts(actor);
    const where: FilterQuery<ReconciliationBreak>[] = [conditions];
    if (assigneeId !== undefined) where.push(toAssigneeFilter(assigneeId));
    if (isOverdue) where.push(createOverdueCondition(now));
    if (readable !== 'all') where.push({ acctId: { $in: [...readable] } });
    if (account !== undefined) where.push({ acctId: { $in: [...(await this.accounts.findByName(actor, account))] } });
    if (symbol !== undefined) where.push({ instrumentId: { $in: raw(WITH_SYMBOL, [symbol.toUpperCase()]) } });
    if (olderThanDays !== undefined) where.push({ openedAt: { $lte: now - olderThanDays * DAY_MS } });
    if (after !== null) where.push({ id: { $gt: after } });
    const found = await this.em.find(
      ReconciliationBreak,
      { $and: where },
      { orderBy: toOrder(sort, sortColumns), limit: size, offset, disableIdentityMap: true },
    );
    return this.addSymbols(found);
  }

  /** The open breaks before and after one, by number, of the accounts that the user may view. */
  async findOpenNeighbors(actor: Actor, id: number): Promise<OpenNeighbors> {
    const readable = await this.access.findReadableAccounts(actor);
    const where = { status: 'Open' as const, ...(readable !== 'all' && { acctId: { $in: [...readable] } }) };
    const options = { fields: ['id'], disableIdentityMap: true } as const;
    const [previous, next] = [
      await this.em.findOne(
        ReconciliationBreak,
        { ...where, id: { $lt: id } },
        { ...options, orderBy: { id: 'desc' } },
      ),
      await this.em.findOne(ReconciliationBreak, { ...where, id: { $gt: id } }, { ...options, orderBy: { id: 'asc' } }),
    ];
    return { previous: previous?.id ?? null, next: next?.id ?? null };
  }

  async addSymbols(found: readonly ReconciliationBreak[]): Promise<FoundBreak[]> {
    const factsOf = await this.scales.loadFacts(found.map(({ instrumentId }) => instrumentId));
    return found.map((broken) => ({ broken, symbol: factsOf(broken.instrumentId).symbol }));
  }
}
