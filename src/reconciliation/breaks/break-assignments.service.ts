import { EntityManager, type FilterQuery } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Actor, requireAdministrator } from '../../access/actor.js';
import { BreakNotOpenError, DateInThePastError, UnknownAssigneeError } from '../../accounts/account-errors.js';
import { AccountWritingService } from '../../accounts/account-writing.service.js';
import { getAccount } from '../../accounts/live-account.js';
import type { AuditedAction } from '../../audit/audit-writing.js';
import { AuditService } from '../../audit/audit.service.js';
import { VenueClockService } from '../../clock/venue-clock.service.js';
import type { CommandSource } from '../../exchange/command-source.js';
import type { ReconciliationBreak } from '../../exchange/ledger/reconciliation-break.entity.js';
import { User } from '../../users/user.entity.js';
import { BreakAssignment, toDueDate } from './break-assignment.entity.js';
import { BreakNotesService } from './break-notes.service.js';
import { BreaksService } from './breaks.service.js';
import type { FoundBreak } from '../stated.js';
import type { BreakUpdates } from './breaks.dto.js';
import { UNTRACKED } from '../../database/unit-of-work.js';

/** The most administrators to choose from. */
const ASSIGNEES_SHOWN = 200;

/**
 * Assigns breaks to users, sets due dates, writes one note on many breaks, and accepts them. For those who may post
 * positions of the accounts.
 */
@Injectable()
export class BreakAssignmentsService {
  constructor(
    private readonly em: EntityManager,
    private readonly breaks: BreaksService,
    private readonly notes: BreakNotesService,
    private readonly writing: AccountWritingService,
    private readonly audit: AuditService,
    private readonly clock: VenueClockService,
  ) {}

  /** Updates all of the breaks or, if one of them is unknown to the user, or open no more and to be accepted, none. */
  async update(
    actor: Actor,
    { break_ids: ids, assignee_id: assigneeId, due_on: dueOn, note, accept: isAccepted = false }: BreakUpdates,
  ): Promise<FoundBreak[]> {
    this.requireDay(dueOn);
    const changes = { ...(assigneeId !== undefined && { assigneeId }), ...(dueOn !== undefined && { dueOn }) };
    const updated = await this.em.transactional(async (em) => {
      const breaks = await this.breaks.findToUpdate(actor, ids);
      if (assigneeId !== undefined && assigneeId !== null) await this.requireAssignee(actor, assigneeId);
      if (Object.keys(changes).length > 0) {
        await em.upsertMany(
          BreakAssignment,
          breaks.map(({ id }) => ({ breakId: id, ...changes })),
          { onConflictFields: ['breakId'], onConflictMergeFields: Object.keys(changes) as (keyof typeof changes)[] },
        );
        await this.audit.recordEachFor(
          actor,
          breaks.map((broken) => createAuditEntry(broken, changes)),
        );
      }
      if (note !== undefined) await this.notes.addToBreaks(actor, breaks, { text: note, statementSeq: null });
      if (!isAccepted) return breaks;
      // Last, because nothing takes a command of the exchange back.
      await this.accept(actor, breaks);
      return this.breaks.findToUpdate(actor, ids);
    });
    return this.breaks.addSymbols(updated);
  }

  /**
   * Closes breaks where the back office is right: all of them, or none. Nothing is posted, because the position follows
   * the list already.
   */
  private async accept(actor: Actor, breaks: readonly ReconciliationBreak[]): Promise<void> {
    requireAdministrator(actor);
    await this.writing.executeAll(actor, breaks.map(toAcceptance), () =>
      breaks.map(({ id, acctId, internal, reference }) => ({
        action: 'break.accepted',
        subject: ['break', id],
        changes: { account: acctId, reference, internal },
      })),
    );
  }

  /** The assignments of these breaks by their ids. */
  async findFor(breakIds: readonly number[]): Promise<ReadonlyMap<number, BreakAssignment>> {
    const found = await this.em.find(BreakAssignment, { breakId: { $in: [...breakIds] } }, UNTRACKED);
    return new Map(found.map((assignment) => [assignment.breakId, assignment]));
  }

  /** Those whom the caller may assign a break to: administrators, and the caller. */
  async listAssignees({ userId }: Actor): Promise<User[]> {
    return this.em.find(
      User,
      { $or: [{ role: 'Admin' }, { id: userId }], enabled: true },
      { ...UNTRACKED, orderBy: { email: 'asc' }, limit: ASSIGNEES_SHOWN },
    );
  }

  /** Today is allowed: a break is overdue from the day after. */
  private requireDay(dueOn: string | null | undefined): void {
    const today = toDueDate(this.clock.now());
    if (typeof dueOn === 'string' && dueOn < today) throw new DateInThePastError(dueOn, today);
  }

  private async requireAssignee({ userId }: Actor, assigneeId: number): Promise<void> {
    const where: FilterQuery<User> = { id: assigneeId, enabled: true };
    const user = await this.em.findOne(User, assigneeId === userId ? where : { ...where, role: 'Admin' }, UNTRACKED);
    if (user === null) throw new UnknownAssigneeError();
  }
}

/** The figures that are accepted are those that the caller has read. */
const toAcceptance =
  ({ id, acctId, internal, reference }: ReconciliationBreak): CommandSource =>
  (state) => {
    const openBreak = [...getAccount(state, acctId).openBreaks.values()].find((one) => one.id === id);
    if (openBreak?.internal !== internal || openBreak.reference !== reference) throw new BreakNotOpenError(id);
    return { type: 'AcceptBreak', acctId, breakId: id };
  };

const createAuditEntry = (
  { id, acctId }: ReconciliationBreak,
  { assigneeId, dueOn }: Readonly<{ assigneeId?: number | null; dueOn?: string | null }>,
): AuditedAction => ({
  action: 'break.assigned',
  subject: ['break', id],
  changes: {
    account: acctId,
    ...(assigneeId === null ? { unassigned: true } : assigneeId !== undefined && { user: assigneeId }),
    ...(dueOn === null ? { undated: true } : dueOn !== undefined && { due: dueOn }),
  },
});
