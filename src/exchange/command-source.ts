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

/** The order that a command names by client order id; null if it names none so. */
export function findNamedOrder(body: CommandBody): ClientOrderAddress | null {
  if (!('clientOrderId' in body) || body.clientOrderId === null || body.acctId === null) return null;
  return { acctId: body.acctId, clientOrderId: body.clientOrderId };
}

/** The order that each command of a request names by client order id. */
export type NamedOrders = readonly (ClientOrderAddress | null)[];

/** Null if no command names one so. What a function creates names none. */
export function findNamedOrders(commands: readonly CommandSource[]): NamedOrders | null {
  const named = commands.map((source) =>
    typeof source === 'function' ? null : findNamedOrder('check' in source ? source.body : source),
  );
  return named.every((one) => one === null) ? null : named;
}

/** The same command with the earlier order that it names. */
export const addEarlier = (body: CommandBody, earlier: EarlierOrder): CommandBody =>
  ({ ...body, earlier }) as CommandBody;

export function addEarlierTo(source: CommandSource, earlier: EarlierOrder): CommandSource {
  if (typeof source === 'function') return source;
  return 'check' in source ? { ...source, body: addEarlier(source.body, earlier) } : addEarlier(source, earlier);
}
