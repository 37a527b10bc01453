import { toUserId } from '../access/actor.js';
import type { EngineEvent } from '../engine/event.js';
import type { PositionRow } from '../engine/position-row.js';
import type { OrderRow } from '../engine/order.js';
import { CLEARING } from '../engine/settlement.js';
import type { State } from '../engine/state.js';
import { type InstrumentFacts, TradedInstruments } from '../exchange/traded-instruments.js';
import type { ExecutedCommand } from '../exchange/writing/batch-rows.js';
import type { AccountEvent, OrderHappening } from './account-event.js';
import { comparePlaces } from './event-place.js';
import {
  toAccountChange,
  toBreakChange,
  fillEvent,
  grantEvent,
  toMoneyPosting,
  orderEvent,
  toPositionChange,
  toStatementPosting,
} from './event-conversion.js';

/** Converts engine events to account events, in the same order in which the tables return them. */
export function toAccountEvents(entries: readonly ExecutedCommand[], state: State): AccountEvent[] {
  const accountEvents: AccountEvent[] = [];
  for (const entry of entries) {
    const events = entry.events.flatMap((event) => listAccountEvents(event, entry, state));
    accountEvents.push(
      ...(events.length > 1 ? events.sort((one, other) => comparePlaces(one.place, other.place)) : events),
    );
  }
  return accountEvents;
}

function listAccountEvents(event: EngineEvent, entry: ExecutedCommand, state: State): AccountEvent[] {
  const { seq, time } = entry;
  if ('order' in event) return [toOrderEvent(event.type, event.order, { entry, state, tradeId: null })];
  if ('row' in event) {
    const { symbol } = findFacts(event.row, state);
    return [toBreakChange({ seq, time, type: event.type, row: event.row, symbol })];
  }
  // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check -- the other events belong to no account
  switch (event.type) {
    case 'Traded': {
      const { trade, buy, sell } = event;
      const orders = [buy, sell];
      return [
        ...orders.map((order) => toOrderEvent('OrderTraded', order, { entry, state, tradeId: trade.id })),
        ...orders.map(({ side, clientOrderId }) =>
          fillEvent(seq, { trade, side, clientOrderId, ...findFacts(trade, state) }),
        ),
      ];
    }
    case 'Settled': {
      const { trade } = event;
      const side = trade.buyAcctId === CLEARING ? 'Sell' : 'Buy';
      return [fillEvent(seq, { trade, side, clientOrderId: null, ...findFacts(trade, state) })];
    }
    case 'PositionChanged':
      return [toPositionEvent(event.position, entry, state)];
    case 'AccountChanged': {
      const { acctId, isEnabled, ownerId, name, currency, timeZone, limits } = event;
      return [toAccountChange({ seq, time, acctId, isEnabled, terms: { ownerId, name, currency, timeZone, limits } })];
    }
    case 'AccountGranted':
      return [grantEvent({ seq, time, acctId: event.acctId, userId: event.userId, access: event.access })];
    default:
      return toStatementEvents(event, entry);
  }
}

function toStatementEvents(event: EngineEvent, entry: ExecutedCommand): AccountEvent[] {
  const { seq, time: postedAt } = entry;
  const postedBy = toUserId(entry.caller.actingUserId);
  if (event.type === 'MoneyStated') {
    const { acctId, money, isRepeated } = event;
    return isRepeated ? [] : [toMoneyPosting({ value: { acctId, ...money, seq, postedAt }, postedBy })];
  }
  if (event.type !== 'PositionsStated') return [];
  const { acctId, asOf, positions } = event;
  return [toStatementPosting({ statement: { seq, acctId, asOf, postedAt }, postedBy, rows: positions.length })];
}

function toOrderEvent(
  step: OrderHappening['step'],
  order: OrderRow,
  { entry: { seq, time }, state, tradeId }: Readonly<{ entry: ExecutedCommand; state: State; tradeId: number | null }>,
): AccountEvent {
  const { scale, symbol } = findFacts(order, state);
  return orderEvent({ seq, time, step, order, scale, symbol, tradeId });
}

function toPositionEvent(position: PositionRow, { seq, time }: ExecutedCommand, state: State): AccountEvent {
  const { scale, symbol } = findFacts(position, state);
  const { valuePerUnit } = findProduct(position, state);
  const { currency } = requireFound(state.accounts.get(position.acctId), `account ${position.acctId}`);
  return toPositionChange({ ...position, seq, time, symbol, currency, scale, valuePerUnit });
}

const findFacts = ({ instrumentId }: Readonly<{ instrumentId: number }>, state: State): InstrumentFacts =>
  new TradedInstruments(state).getFacts(instrumentId);

const findProduct = ({ instrumentId }: Readonly<{ instrumentId: number }>, { instruments }: State) =>
  requireFound(instruments.get(instrumentId), `instrument ${instrumentId}`).product.terms;

function requireFound<Kept>(kept: Kept | undefined, name: string): Kept {
  if (kept === undefined) throw new Error(`An engine event refers to ${name}, which does not exist.`);
  return kept;
}
