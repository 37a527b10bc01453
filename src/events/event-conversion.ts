/** Builds account events: place, type and data of each. */
import type { PostedMoneyValue, StatedPositions } from '../reconciliation/stated.js';
import { toMoneyValueView } from '../reconciliation/money-values/money-value.view.js';
import { toReferencePositionsView } from '../reconciliation/positions/reference-positions.view.js';
import type { Fill } from '../orders/actions/order-action-result.js';
import { toFillId } from '../orders/lists/fill-id.js';
import { toFillView } from '../orders/lists/fill.view.js';
import {
  AccountEvent,
  type EventType,
  type AccountHappening,
  type BreakHappening,
  type GrantHappening,
  type OrderHappening,
  type PositionHappening,
} from './account-event.js';
import {
  toAccountChangedView,
  toAccountGrantedView,
  toBreakEventView,
  toOrderEventView,
  toPositionEventView,
} from './event.view.js';
import type { EventKind } from './event-place.js';

const stepTypes: Readonly<Record<OrderHappening['step'], EventType>> = {
  OrderAccepted: 'order.accepted',
  OrderRejected: 'order.rejected',
  OrderModified: 'order.modified',
  OrderTriggered: 'order.triggered',
  OrderTraded: 'order.traded',
  OrderCancelled: 'order.cancelled',
  OrderExpired: 'order.expired',
};

export const breakTypes: Readonly<Record<BreakHappening['type'], EventType>> = {
  BreakOpened: 'break.opened',
  BreakChanged: 'break.changed',
  BreakClosed: 'break.closed',
};

/** The order events that have one of these types. */
export const listSteps = (types: ReadonlySet<EventType>): OrderHappening['step'][] =>
  (Object.keys(stepTypes) as OrderHappening['step'][]).filter((step) => types.has(stepTypes[step]));

const typesOf: Readonly<Record<EventKind, readonly EventType[]>> = {
  a: ['account.changed'],
  g: ['account.granted'],
  m: ['money.stated'],
  s: ['positions.stated'],
  b: Object.values(breakTypes),
  o: Object.values(stepTypes),
  f: ['fill'],
  p: ['position.changed'],
};

/** Whether events of this kind can have one of these types; null is all types. */
export const isRequested = (kind: EventKind, types: ReadonlySet<EventType> | null): boolean =>
  types === null || typesOf[kind].some((type) => types.has(type));

export function orderEvent(happening: OrderHappening): AccountEvent {
  const { seq, time, step, order } = happening;
  const place = { seq, kind: 'o', keys: [order.id, order.revision] } as const;
  return new AccountEvent(place, order.acctId, stepTypes[step], time, () => toOrderEventView(happening));
}

export function fillEvent(seq: number, fill: Fill): AccountEvent {
  const { trade, side } = fill;
  const place = { seq, kind: 'f', keys: [toFillId(trade.id, side), 0] } as const;
  const acctId = side === 'Buy' ? trade.buyAcctId : trade.sellAcctId;
  return new AccountEvent(place, acctId, 'fill', trade.time, () => toFillView(fill));
}

export function toPositionChange(happening: PositionHappening): AccountEvent {
  const { seq, time, acctId, instrumentId } = happening;
  const place = { seq, kind: 'p', keys: [acctId, instrumentId] } as const;
  return new AccountEvent(place, acctId, 'position.changed', time, () => toPositionEventView(happening));
}

export function toAccountChange(happening: AccountHappening): AccountEvent {
  const { seq, time, acctId } = happening;
  const place = { seq, kind: 'a', keys: [acctId, 0] } as const;
  return new AccountEvent(place, acctId, 'account.changed', time, () => toAccountChangedView(happening));
}

export function grantEvent(happening: GrantHappening): AccountEvent {
  const { seq, time, acctId, userId, access } = happening;
  const place = { seq, kind: 'g', keys: [acctId, userId] } as const;
  const grant = { userId, isTaken: access === null };
  return new AccountEvent(place, acctId, 'account.granted', time, () => toAccountGrantedView(happening), grant);
}

export function toBreakChange(happening: BreakHappening): AccountEvent {
  const { seq, time, type, row } = happening;
  const place = { seq, kind: 'b', keys: [row.id, 0] } as const;
  return new AccountEvent(place, row.acctId, breakTypes[type], time, () => toBreakEventView(happening));
}

export function toMoneyPosting(stated: PostedMoneyValue): AccountEvent {
  const { seq, acctId, postedAt: time } = stated.value;
  const place = { seq, kind: 'm', keys: [acctId, 0] } as const;
  return new AccountEvent(place, acctId, 'money.stated', time, () => toMoneyValueView(stated));
}

export function toStatementPosting(stated: StatedPositions): AccountEvent {
  const { seq, acctId, postedAt: time } = stated.statement;
  const place = { seq, kind: 's', keys: [acctId, 0] } as const;
  return new AccountEvent(place, acctId, 'positions.stated', time, () => toReferencePositionsView(stated));
}
