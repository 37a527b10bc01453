import type { State } from '../../engine/state.js';
import type { CommandSource } from '../commit-loop.js';

/** Whether the engine needs the stored order of this client order id: it remembers only those since it was built. */
export function needsEarlier(command: CommandSource, memory: State): boolean {
  if (
    typeof command === 'function' ||
    !('clientOrderId' in command) ||
    command.clientOrderId === null ||
    command.acctId === null
  )
    return false;
  return memory.accounts.get(command.acctId)?.clientOrders.has(command.clientOrderId) === false;
}
