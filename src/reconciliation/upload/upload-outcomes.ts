import type { MoneyStatementCommand, PositionStatementCommand } from '../../engine/command.js';
import type { EngineEvent } from '../../engine/event.js';
import type { CommandResult } from '../../exchange/commit-loop.js';
import type { AccountAuditNote } from '../../accounts/account-writing.service.js';
import { isRepeatedStatement, createPositionsNote } from '../positions-note.js';
import type { UploadOutcome } from './statement-upload.entity.js';

/** Summarizes the exchange's result for a statement. */
export function toUploadOutcome(
  { type, acctId, asOf }: MoneyStatementCommand | PositionStatementCommand,
  executed: CommandResult | undefined,
): UploadOutcome {
  const events = executed?.events ?? [];
  const countEvents = (change: EngineEvent['type']): number => events.filter((event) => event.type === change).length;
  const [stated] = events.flatMap((event) => (event.type === 'MoneyStated' ? [event] : []));
  return {
    ...{ acctId, asOf, seq: executed?.seq ?? 0, version: stated?.money.version ?? null },
    isRepeated:
      type === 'StateMoney' ? stated?.isRepeated === true : executed !== undefined && isRepeatedStatement(events),
    ...{ opened: countEvents('BreakOpened'), changed: countEvents('BreakChanged'), closed: countEvents('BreakClosed') },
  };
}

/** The audit note of a statement, the same as for a single statement. Null for a repeated statement. */
export function toAuditNote(
  command: MoneyStatementCommand | PositionStatementCommand,
  executed: CommandResult | undefined,
): AccountAuditNote | null {
  const { acctId, asOf } = command;
  if (command.type === 'StatePositions')
    return createPositionsNote({ acctId, asOf, rows: command.positions.length }, executed);
  const { version, isRepeated } = toUploadOutcome(command, executed);
  return isRepeated
    ? null
    : { action: 'account.money_stated', subject: ['account', acctId], changes: { as_of: asOf, version: version ?? 0 } };
}
