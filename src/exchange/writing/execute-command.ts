import type { Engine } from '../../engine/engine.js';
import { toEngineActor } from '../caller.js';
import type { BatchRowsBuilder, ExecutedCommand } from './batch-rows.js';

/**
 * Applies a command to the engine and enters its rows: when it arrives, and again whenever it is read from the journal. `applied` is the
 * command with what the engine does not remember.
 */
export function executeCommand(
  engine: Engine,
  rows: BatchRowsBuilder,
  { seq, time, caller, body }: Omit<ExecutedCommand, 'events'>,
  applied = body,
): ExecutedCommand {
  const events = engine.apply({ ...applied, seq, time, actor: toEngineActor(caller) });
  const executed = { seq, time, caller, body, events };
  rows.enter(executed);
  return executed;
}
