import type { Engine } from '../../engine/engine.js';
import { toEngineActor } from '../caller.js';
import type { BatchRowsBuilder, ExecutedCommand } from './batch-rows.js';

/** Applies a command to the engine and enters its rows: when it arrives, and again whenever it is read from the journal. */
export function executeCommand(
  engine: Engine,
  rows: BatchRowsBuilder,
  { seq, time, caller, body }: Omit<ExecutedCommand, 'events'>,
  payload?: string,
): ExecutedCommand {
  const events = engine.apply({ ...body, seq, time, actor: toEngineActor(caller) });
  const executed = { seq, time, caller, body, events };
  rows.enter(executed, payload);
  return executed;
}
