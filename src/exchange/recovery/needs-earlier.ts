import type { State } from '../../engine/state.js';
import type { CommandSource } from '../commit-loop.js';

/** Whether the engine needs what the database knows of this client order id: it remembers those that came since it was built. */
export function needsEarlier(given: CommandSource, memory: State): boolean {
  if (
    typeof given === 'function' ||
    !('clientOrderId' in given) ||
    given.clientOrderId === null ||
    given.acctId === null
  )
    return false;
  return memory.accounts.get(given.acctId)?.clientOrders.has(given.clientOrderId) === false;
}
