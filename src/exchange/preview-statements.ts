/** Previews statements: the engine takes them on a copy of the state. */
import type { MoneyStatementCommand, PositionStatementCommand } from '../engine/command.js';
import { Engine } from '../engine/engine.js';
import type { EngineEvent } from '../engine/event.js';
import { requireRow } from '../engine/require-row.js';
import type { State } from '../engine/state.js';
import { StateCopy } from '../engine/state-copy.js';
import { computeLiveValues, type LiveValues } from '../engine/valuation.js';
import { SYSTEM_CALLER, toEngineActor } from './caller.js';

/** What an account is worth before and after a statement, and what the statement does. */
export type StatementEffect = Readonly<{ before: LiveValues; after: LiveValues; events: readonly EngineEvent[] }>;

/** In order, each after the ones before. */
export function previewStatements(
  state: State,
  commands: readonly (MoneyStatementCommand | PositionStatementCommand)[],
  time: number,
): readonly StatementEffect[] {
  const copy = new StateCopy(state, true);
  const engine = new Engine(copy);
  return commands.map((command) => {
    const account = requireRow(copy.accounts, command.acctId);
    const before = computeLiveValues(account);
    const events = engine.apply({
      ...command,
      seq: copy.counters.command + 1,
      time,
      actor: toEngineActor(SYSTEM_CALLER),
    });
    return { before, after: computeLiveValues(account), events };
  });
}
