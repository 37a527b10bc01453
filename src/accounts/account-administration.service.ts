import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';
import type { AccountLimits } from '../engine/command.js';
import type { CommandSource } from '../exchange/command-source.js';
import type { CommandResult } from '../exchange/commit-loop.js';
import type { FieldChange } from '../audit/audit-detail.js';
import { findFieldChanges } from '../instruments/field-changes.js';
import { formatAmount, parseAmount } from '../money/amount.js';
import { UsersService } from '../users/users.service.js';
import { UnknownOwnerError } from './account-errors.js';
import type { AuditedAction } from '../audit/audit-writing.js';
import { AccountWritingService } from './account-writing.service.js';
import type { ChangedAccount, GivenLimits, NewAccount } from './accounts.dto.js';
import { findNextAccountId, getAccount, NO_LIMITS } from './live-account.js';

/** `note` is called after the command was executed, because only then are the previous values known. */
type AuditedCommand = Readonly<{ command: CommandSource; note: () => AuditedAction }>;

/** Opens, changes, enables and disables accounts. For administrators. */
@Injectable()
export class AccountAdministrationService {
  constructor(
    private readonly users: UsersService,
    private readonly writing: AccountWritingService,
  ) {}

  /** Returns the id of the new account. */
  async open(
    actor: Actor,
    { owner_id: ownerId, name, currency, time_zone: timeZone, limits }: NewAccount,
  ): Promise<number> {
    if ((await this.users.find(ownerId)) === null) throw new UnknownOwnerError(ownerId);
    const executed = await this.writing.execute(
      actor,
      (state) => ({
        type: 'OpenAccount',
        acctId: findNextAccountId(state),
        ownerId,
        name,
        currency,
        timeZone,
        limits: mergeLimits(limits),
      }),
      (done) => ({
        action: 'account.opened',
        subject: ['account', findOpenedAccount(done)],
        changes: { user: ownerId, currency },
      }),
    );
    return findOpenedAccount(executed);
  }

  /** Makes all changes in one transaction. Disabling an account also cancels its working orders. */
  async change(actor: Actor, acctId: number, { name, limits, enabled }: ChangedAccount): Promise<void> {
    const steps: AuditedCommand[] = [];
    if (name !== undefined || limits !== undefined) {
      let fields: FieldChange[] = [];
      steps.push({
        command: (state) => {
          const before = getAccount(state, acctId);
          const after = { name: name ?? before.name, limits: mergeLimits(limits, before.limits) };
          fields = findFieldChanges(describeSettings(before), describeSettings(after));
          return { type: 'ChangeAccount', acctId, ...after };
        },
        note: () => ({ action: 'account.changed', subject: ['account', acctId], changes: { fields } }),
      });
    }
    if (enabled !== undefined) steps.push(createEnablingCommand(acctId, enabled));
    if (steps.length > 0)
      await this.writing.executeAll(
        actor,
        steps.map(({ command }) => command),
        () => steps.map(({ note }) => note()),
      );
  }
}

/** Reads the id from the result, not from the command: with an `Idempotency-Key` the command may have run in an earlier process. */
function findOpenedAccount({ events }: CommandResult): number {
  for (const event of events) if (event.type === 'AccountChanged') return event.acctId;
  throw new Error('The exchange returned no AccountChanged event for OpenAccount.');
}

const createEnablingCommand = (acctId: number, isEnabled: boolean): AuditedCommand => ({
  command: (state) => ({ type: isEnabled ? 'EnableAccount' : 'DisableAccount', acctId: getAccount(state, acctId).id }),
  note: () => ({ action: isEnabled ? 'account.enabled' : 'account.disabled', subject: ['account', acctId] }),
});

/** Merges submitted limits into the previous ones. Null removes a limit; an omitted limit stays as it is. */
function mergeLimits(requested: GivenLimits | undefined, before: AccountLimits = NO_LIMITS): AccountLimits {
  if (requested === undefined) return before;
  const { max_daily_loss: loss } = requested;
  return {
    maxOrderQuantity: overrideLimit(requested.max_order_quantity, before.maxOrderQuantity),
    maxPosition: overrideLimit(requested.max_position, before.maxPosition),
    maxProductContracts: overrideLimit(requested.max_product_contracts, before.maxProductContracts),
    maxDailyLoss: overrideLimit(loss === undefined || loss === null ? loss : parseAmount(loss), before.maxDailyLoss),
    buyingPowerPercent: overrideLimit(requested.buying_power_percent, before.buyingPowerPercent),
    maxWorkingOrders: overrideLimit(requested.max_working_orders, before.maxWorkingOrders),
  };
}

const overrideLimit = <Limit>(requested: Limit | undefined, before: Limit): Limit =>
  requested === undefined ? before : requested;

/** Formats money amounts for the audit log. */
function describeSettings({ name, limits }: Readonly<{ name: string; limits: AccountLimits }>): object {
  return { name, ...limits, maxDailyLoss: limits.maxDailyLoss === null ? null : formatAmount(limits.maxDailyLoss) };
}
