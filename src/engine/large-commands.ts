/**
 * Commands that end many orders. One that means more orders than its portion ends the first few at once and stays in the state as
 * pending; each `ContinueCommand` in the journal ends the next portion, and the last one finishes the command. Other commands are
 * applied in between.
 *
 * Invariant: the orders that are meant are those that were open when the command came. What decides this cannot change while the
 * command is pending, so the rest can be selected again from the state at any moment, also after a restart: the account, instrument
 * and side of an order are fixed, and its time in force is fixed while its product does not trade.
 */
import type { ContinueCommand, PortionedCommand } from './command.js';
import type { Execution } from './execution.js';
import type { EngineOrder } from './order.js';
import type { Outbox } from './outbox.js';
import type { OrderSelection, PendingCommand } from './pending-command.js';
import { type Refusal, refuse } from './refusal.js';
import type { State } from './state.js';

/** As many ids are returned at once; the rest can be listed. */
const FIRST_IDS = 1_000;

const ALL_ORDERS: OrderSelection = { accounts: null, instruments: null, side: null, expiring: [] };

const sortAscending = (ids: readonly number[] | null): readonly number[] | null => ids && ids.toSorted((a, b) => a - b);

/** Ids rise, whatever the order of the maps they come from: after a restart the same command is to have the same events. */
export function toOrderSelection(restricted: Partial<OrderSelection>): OrderSelection {
  const { accounts, instruments, side, expiring } = { ...ALL_ORDERS, ...restricted };
  return {
    accounts: sortAscending(accounts),
    instruments: sortAscending(instruments),
    side,
    expiring: expiring.toSorted((a, b) => a - b),
  };
}

export class LargeCommands {
  /** The rest of each pending command, selected once; not part of the state. */
  private readonly remainingOrders = new Map<number, number[]>();

  constructor(
    private readonly state: State,
    private readonly out: Outbox,
    private readonly execution: Execution,
  ) {}

  /** The open orders that the command means, the oldest first. */
  selectOrders(command: PortionedCommand, orderSelection: OrderSelection): number[] {
    return selectOrderIds(this.state, command, {
      selection: orderSelection,
      lastOrder: this.state.counters.order,
      done: 0,
    });
  }

  /** Whether the command is to go on in portions. */
  isLarge({ portion }: PortionedCommand, orders: readonly number[]): boolean {
    return portion !== undefined && orders.length > portion;
  }

  /** Ends the first of them and keeps the rest as pending. */
  begin(command: PortionedCommand, orders: readonly number[], orderSelection: OrderSelection): void {
    const { portion = 0, first = portion, ...rest } = command;
    const { command: seq, order: lastOrder, action } = this.state.counters;
    const actionId = command.type === 'MassCancellation' ? action : null;
    const pending = {
      seq,
      actionId,
      command: toCommandBody(rest),
      selection: orderSelection,
      lastOrder,
      orders: orders.length,
      done: 0,
    };
    this.out.emit({ type: 'CommandPending', pending, orderIds: orders.slice(0, FIRST_IDS) });
    this.remainingOrders.set(seq, orders.toReversed());
    this.advance(pending, Math.min(first, portion));
  }

  /** Ends all of them in one go, as a small command does. */
  endAll(command: PortionedCommand, orders: readonly number[], { expiring }: OrderSelection): void {
    for (const id of orders) this.end(command, this.state.orders.get(id), expiring);
  }

  /** Gives the command if this was its last portion. */
  continue({ commandSeq, portion }: ContinueCommand): PortionedCommand | Refusal | null {
    const pending = this.state.pending.get(commandSeq);
    if (pending === undefined) return refuse('command_not_pending', 'No such command is pending.');
    if (!this.remainingOrders.has(commandSeq))
      this.remainingOrders.set(commandSeq, selectOrderIds(this.state, pending.command, pending).reverse());
    return this.advance(pending, portion) ? pending.command : null;
  }

  /** Ends so many of the orders that are left. Gives whether none is left. */
  private advance(pending: PendingCommand, portion: number): boolean {
    const { seq, command } = pending;
    const rest = this.remainingOrders.get(seq) ?? [];
    let { done } = pending;
    let ended = 0;
    for (let id = rest.at(-1); id !== undefined; id = rest.at(-1)) {
      const order = this.state.orders.get(id);
      if (order !== undefined && ended === portion) break;
      rest.pop();
      if (order === undefined) continue; // It was filled or canceled in between.
      this.end(command, order, pending.selection.expiring);
      done = id;
      ended++;
    }
    const advanced = { ...pending, done };
    if (rest.length > 0) this.state.pending.set(seq, advanced);
    else {
      this.state.pending.delete(seq);
      this.remainingOrders.delete(seq);
    }
    this.out.emit({ type: rest.length > 0 ? 'CommandContinued' : 'CommandFinished', pending: advanced });
    return rest.length === 0;
  }

  private end({ type }: PortionedCommand, order: EngineOrder | undefined, expiring: readonly number[]): void {
    if (order === undefined) return;
    if (type === 'MassCancellation') this.execution.cancel(order, 'mass_cancelled');
    else if (type === 'DisableAccount') this.execution.cancel(order, 'account_disabled');
    else
      this.execution.cancel(
        order,
        expiring.includes(order.instrument.id) ? 'instrument_expired' : 'session_closed',
        'OrderExpired',
      );
  }
}

function selectOrderIds(
  state: State,
  command: PortionedCommand,
  { selection: orderSelection, lastOrder, done }: Pick<PendingCommand, 'selection' | 'lastOrder' | 'done'>,
): number[] {
  const isSelected = toOrderFilter(orderSelection);
  const expiring = new Set(orderSelection.expiring);
  const ids: number[] = [];
  for (const order of iterateCandidates(state, orderSelection)) {
    const { id } = order.origin;
    if (id <= done || id > lastOrder || !isSelected(order)) continue;
    if (expiring.has(order.instrument.id) || isEndedByCommand(command, order)) ids.push(id);
  }
  return ids.sort((a, b) => a - b);
}

/** What the candidates do not say by where they were taken from. */
function toOrderFilter({ instruments, side }: OrderSelection): (order: EngineOrder) => boolean {
  const allowedInstruments = instruments && new Set(instruments);
  return ({ instrument, origin }) =>
    (side === null || origin.side === side) && (allowedInstruments === null || allowedInstruments.has(instrument.id));
}

/** From the shortest list that holds all of them. */
function* iterateCandidates(state: State, { accounts, instruments }: OrderSelection): Generator<EngineOrder> {
  if (accounts !== null) {
    for (const acctId of accounts)
      for (const id of state.accounts.get(acctId)?.openOrders ?? []) yield state.orders.peek(id) as EngineOrder;
  } else if (instruments !== null) {
    for (const id of instruments) {
      const instrument = state.instruments.get(id);
      if (instrument !== undefined) yield* state.iterateOpenOrders(instrument);
    }
  } else yield* state.orders.values();
}

/** Whether the command ends an order because of its time in force; cancellations and expiry ask for none. */
function isEndedByCommand(command: PortionedCommand, order: EngineOrder): boolean {
  if (command.type === 'OpenSession') return isPastExpireDate(order, command.sessionDate);
  return command.type !== 'CloseSession' || endsWithSession(order, command.sessionDate);
}

/** Whether an order was good till a date that lies before this session. */
export const isPastExpireDate = ({ terms: { timeInForce, expireDate } }: EngineOrder, sessionDate: string): boolean =>
  timeInForce === 'GTD' && expireDate !== null && expireDate < sessionDate;

/** Everything but GTC lives for its session; GTD until that of its date. */
export function endsWithSession({ terms: { timeInForce, expireDate } }: EngineOrder, sessionDate: string): boolean {
  if (timeInForce === 'GTD') return expireDate === null || expireDate <= sessionDate;
  return timeInForce !== 'GTC';
}

/** The command as it was given, without its place in the journal. */
function toCommandBody(command: PortionedCommand): PortionedCommand {
  switch (command.type) {
    case 'MassCancellation': {
      const { type, acctId, instrumentId, productGroupId, side } = command;
      return { type, acctId, instrumentId, productGroupId, side };
    }
    case 'DisableAccount':
      return { type: command.type, acctId: command.acctId };
    case 'ExpireInstrument':
      return { type: command.type, instrumentId: command.instrumentId };
    case 'OpenSession':
    case 'CloseSession':
      return { type: command.type, productId: command.productId, sessionDate: command.sessionDate };
  }
}
