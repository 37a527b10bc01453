import { OPERATOR } from '../access/actor.js';
import type { EngineEvent } from '../engine/event.js';
import type { PositionRow } from '../engine/holding.js';
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
  if ('order' in event) return [toOrderEvent(event.type, event.order, { entry, state, tradeId: null })];
  if ('row' in event)
    return [
      toBreakChange({
        ...toOrigin(entry),
        type: event.type,
        row: event.row,
        symbol: findFacts(event.row, state).symbol,
      }),
    ];
  // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check -- the other events belong to no account
  switch (event.type) {
    case 'Traded':
      return [
        ...[event.buy, event.sell].map((order) =>
          toOrderEvent('OrderTraded', order, { entry, state, tradeId: event.trade.id }),
        ),
        ...[event.buy, event.sell].map(({ side, clientOrderId }) =>
          fillEvent(entry.seq, { trade: event.trade, side, clientOrderId, ...findFacts(event.trade, state) }),
        ),
      ];
    case 'Settled': {
      const side = event.trade.buyAcctId === CLEARING ? 'Sell' : 'Buy';
      return [
        fillEvent(entry.seq, { trade: event.trade, side, clientOrderId: null, ...findFacts(event.trade, state) }),
      ];
    }
    case 'PositionChanged':
      return [toPositionEvent(event.position, entry, state)];
    case 'AccountChanged': {
      const { acctId, isEnabled, ownerId, name, currency, timeZone, limits } = event;
      return [
        toAccountChange({
          ...toOrigin(entry),
          acctId,
          isEnabled,
          terms: { ownerId, name, currency, timeZone, limits },
        }),
      ];
    }
    case 'AccountGranted':
      return [grantEvent({ ...toOrigin(entry), acctId: event.acctId, userId: event.userId, access: event.access })];
    default:
      return toStatementEvents(event, entry);
  }
}

function toStatementEvents(event: EngineEvent, entry: ExecutedCommand): AccountEvent[] {
  const { seq, time: postedAt } = entry;
  if (event.type === 'MoneyStated') {
    const { acctId, money } = event;
    return event.isRepeated
      ? []
      : [toMoneyPosting({ value: { acctId, ...money, seq, postedAt }, postedBy: findPoster(entry) })];
  }
  if (event.type !== 'PositionsStated') return [];
  const { acctId, asOf, positions } = event;
  return [
    toStatementPosting({
      statement: { seq, acctId, asOf, postedAt },
      postedBy: findPoster(entry),
      rows: positions.length,
    }),
  ];
}

function toOrderEvent(
  step: OrderHappening['step'],
  order: OrderRow,
  { entry, state, tradeId }: Readonly<{ entry: ExecutedCommand; state: State; tradeId: number | null }>,
): AccountEvent {
  const { scale, symbol } = findFacts(order, state);
  return orderEvent({ ...toOrigin(entry), step, order, scale, symbol, tradeId });
}

function toPositionEvent(
  { acctId, instrumentId, quantity, cost, realised, extraDecimals }: PositionRow,
  entry: ExecutedCommand,
  state: State,
): AccountEvent {
  const { scale, symbol } = findFacts({ instrumentId }, state);
  const { valuePerUnit } = findProduct({ instrumentId }, state);
  const { currency } = requireFound(state.accounts.get(acctId), `account ${acctId}`);
  return toPositionChange({
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

const findFacts = ({ instrumentId }: Readonly<{ instrumentId: number }>, state: State): InstrumentFacts =>
  new TradedInstruments(state).getFacts(instrumentId);

const findProduct = ({ instrumentId }: Readonly<{ instrumentId: number }>, { instruments }: State) =>
  requireFound(instruments.get(instrumentId), `instrument ${instrumentId}`).product.terms;

const toOrigin = ({ seq, time }: ExecutedCommand): Readonly<{ seq: number; time: number }> => ({ seq, time });

/** Null is the system. */
const findPoster = ({ caller: { actingUserId } }: ExecutedCommand): number | null =>
  actingUserId === OPERATOR.userId ? null : actingUserId;

function requireFound<Kept>(kept: Kept | undefined, name: string): Kept {
  if (kept === undefined) throw new Error(`An engine event refers to ${name}, which does not exist.`);
  return kept;
}
