import { OPERATOR } from '../access/actor.js';
import type { EngineEvent } from '../engine/event.js';
import type { PositionRow } from '../engine/holding.js';
import type { OrderRow } from '../engine/order.js';
import { CLEARING } from '../engine/settlement.js';
import type { State } from '../engine/state.js';
import { type InstrumentFacts, TradedInstruments } from '../exchange/traded-instruments.js';
import type { ExecutedCommand } from '../exchange/writing/batch-rows.js';
import type { AccountEvent } from './account-event.js';
import { comparePlaces } from './event-place.js';
import {
  accountEvent,
  breakEvent,
  fillEvent,
  grantEvent,
  moneyEvent,
  orderEvent,
  positionEvent,
  statementEvent,
} from './event-of.js';
import type { OrderHappening } from './happening.js';

/** Converts engine events to account events, in the same order in which the tables return them. */
export function toAccountEvents(entries: readonly ExecutedCommand[], state: State): AccountEvent[] {
  const accountEvents: AccountEvent[] = [];
  for (const entry of entries) {
    const events = entry.events.flatMap((event) => eventsIn(event, entry, state));
    accountEvents.push(
      ...(events.length > 1 ? events.sort((one, other) => comparePlaces(one.place, other.place)) : events),
    );
  }
  return accountEvents;
}

function eventsIn(event: EngineEvent, entry: ExecutedCommand, state: State): AccountEvent[] {
  if ('order' in event) return [stepOf(event.type, event.order, { entry, state, tradeId: null })];
  if ('row' in event)
    return [
      breakEvent({ ...toOrigin(entry), type: event.type, row: event.row, symbol: factsOf(event.row, state).symbol }),
    ];
  // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check -- the other events belong to no account
  switch (event.type) {
    case 'Traded':
      return [
        ...[event.buy, event.sell].map((order) =>
          stepOf('OrderTraded', order, { entry, state, tradeId: event.trade.id }),
        ),
        ...[event.buy, event.sell].map(({ side, clientOrderId }) =>
          fillEvent(entry.seq, { trade: event.trade, side, clientOrderId, ...factsOf(event.trade, state) }),
        ),
      ];
    case 'Settled': {
      const side = event.trade.buyAcctId === CLEARING ? 'Sell' : 'Buy';
      return [fillEvent(entry.seq, { trade: event.trade, side, clientOrderId: null, ...factsOf(event.trade, state) })];
    }
    case 'PositionChanged':
      return [positionOf(event.position, entry, state)];
    case 'AccountChanged': {
      const { acctId, isEnabled, ownerId, name, currency, timeZone, limits } = event;
      return [
        accountEvent({ ...toOrigin(entry), acctId, isEnabled, terms: { ownerId, name, currency, timeZone, limits } }),
      ];
    }
    case 'AccountGranted':
      return [grantEvent({ ...toOrigin(entry), acctId: event.acctId, userId: event.userId, access: event.access })];
    default:
      return statedIn(event, entry);
  }
}

function statedIn(event: EngineEvent, entry: ExecutedCommand): AccountEvent[] {
  const { seq, time: postedAt } = entry;
  if (event.type === 'MoneyStated') {
    const { acctId, money } = event;
    return event.isRepeated
      ? []
      : [moneyEvent({ value: { acctId, ...money, seq, postedAt }, postedBy: posterOf(entry) })];
  }
  if (event.type !== 'PositionsStated') return [];
  const { acctId, asOf, positions } = event;
  return [
    statementEvent({ statement: { seq, acctId, asOf, postedAt }, postedBy: posterOf(entry), rows: positions.length }),
  ];
}

function stepOf(
  step: OrderHappening['step'],
  order: OrderRow,
  { entry, state, tradeId }: Readonly<{ entry: ExecutedCommand; state: State; tradeId: number | null }>,
): AccountEvent {
  const { scale, symbol } = factsOf(order, state);
  return orderEvent({ ...toOrigin(entry), step, order, scale, symbol, tradeId });
}

function positionOf(
  { acctId, instrumentId, quantity, cost, realised, extraDecimals }: PositionRow,
  entry: ExecutedCommand,
  state: State,
): AccountEvent {
  const { scale, symbol } = factsOf({ instrumentId }, state);
  const { valuePerUnit } = productOf({ instrumentId }, state);
  const { currency } = found(state.accounts.get(acctId), `account ${acctId}`);
  return positionEvent({
    ...toOrigin(entry),
    acctId,
    instrumentId,
    symbol,
    currency,
    scale,
    valuePerUnit,
    quantity,
    cost,
    realised,
    extraDecimals,
  });
}

const factsOf = ({ instrumentId }: Readonly<{ instrumentId: number }>, state: State): InstrumentFacts =>
  new TradedInstruments(state).of(instrumentId);

const productOf = ({ instrumentId }: Readonly<{ instrumentId: number }>, { instruments }: State) =>
  found(instruments.get(instrumentId), `instrument ${instrumentId}`).product.terms;

const toOrigin = ({ seq, time }: ExecutedCommand): Readonly<{ seq: number; time: number }> => ({ seq, time });

/** Null is the system. */
const posterOf = ({ caller: { actingUserId } }: ExecutedCommand): number | null =>
  actingUserId === OPERATOR.userId ? null : actingUserId;

function found<Kept>(kept: Kept | undefined, name: string): Kept {
  if (kept === undefined) throw new Error(`An engine event refers to ${name}, which does not exist.`);
  return kept;
}
