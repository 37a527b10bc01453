import { Injectable } from '@nestjs/common';
import { type Actor, requireAdministrator } from '../access/actor.js';
import { BreakNotOpen } from '../accounts/account-errors.js';
import { AccountWritingService } from '../accounts/account-writing.service.js';
import { getAccount } from '../accounts/live-account.js';
import type { CommandSource } from '../exchange/command-source.js';
import type { ReconciliationBreak } from '../exchange/ledger/reconciliation-break.entity.js';

type AcceptedBreak = Pick<ReconciliationBreak, 'id' | 'acctId' | 'internal' | 'reference'>;

/** Closes breaks where the back office is right. Nothing is posted: the position follows the list already. */
@Injectable()
export class BreakAcceptancesService {
  constructor(private readonly writing: AccountWritingService) {}

  /** All of them, or none. */
  async accept(actor: Actor, breaks: readonly AcceptedBreak[]): Promise<void> {
    requireAdministrator(actor);
    await this.writing.executeAll(actor, breaks.map(toCommand), () =>
      breaks.map(({ id, acctId, internal, reference }) => ({
        action: 'break.accepted',
        subject: ['break', id],
        changes: { account: acctId, reference, internal },
      })),
    );
  }
}

/** The figures that are accepted are those that the caller has read. */
const toCommand =
  ({ id, acctId, internal, reference }: AcceptedBreak): CommandSource =>
  (state) => {
    const openBreak = [...getAccount(state, acctId).openBreaks.values()].find((one) => one.id === id);
    if (openBreak?.internal !== internal || openBreak.reference !== reference) throw new BreakNotOpen(id);
    return { type: 'AcceptBreak', acctId, breakId: id };
  };
