import type { CommandBody } from '../engine/command.js';
import type { State } from '../engine/state.js';
import type { ClientOrderAddress, EarlierOrder } from './store/exchange-store.js';

/** A command with a check of the state when its turn comes; the check throws if nothing should be executed. */
export type CheckedCommand<Body extends CommandBody = CommandBody> = Readonly<{
  body: Body;
  check(state: State, body: Body): void;
}>;

/** A command, or what creates it from the state when its turn comes. */
export type CommandSource = CommandBody | CheckedCommand | ((state: State) => CommandBody);

export function toCommandBody(source: CommandSource, state: State): CommandBody {
  if (typeof source === 'function') return source(state);
  if (!('check' in source)) return source;
  source.check(state, source.body);
  return source.body;
}

/** The client order id that a command names and that `memory` may not have when the command is executed. */
export function findNamedOrder(source: CommandSource, memory: State): ClientOrderAddress | null {
  if (typeof source === 'function') return null;
  const body = 'check' in source ? source.body : source;
  if (!('clientOrderId' in body) || body.clientOrderId === null || body.acctId === null) return null;
  const { acctId, clientOrderId } = body;
  const account = memory.accounts.get(acctId);
  return account === undefined || account.clientOrders.isRecent(clientOrderId) ? null : { acctId, clientOrderId };
}

/** The same command, which names the earlier order itself. */
export function nameEarlier(source: CommandSource, earlier: EarlierOrder): CommandSource {
  if (typeof source === 'function') return source;
  return 'check' in source
    ? { ...source, body: { ...source.body, earlier } as CommandBody }
    : ({ ...source, earlier } as CommandBody);
}
