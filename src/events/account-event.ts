/**
 * The facts of an account event before it becomes a view. They are the same from the engine and from the tables, so that both give
 * the same event.
 */
import { type EventPlace, placeText } from './event-place.js';
import type { EngineBreak } from '../engine/account.js';
import type { AccountAccess, AccountTerms } from '../engine/command.js';
import type { EngineOrderEvent } from '../engine/event.js';
import type { OrderDetails } from '../orders/order-record.js';

/** The command that caused the event, and its time. */
export type EventOrigin = Readonly<{ seq: number; time: number }>;

export type OrderHappening = EventOrigin &
  Readonly<{
    step: EngineOrderEvent['type'] | 'OrderTraded';
    order: OrderDetails;
    scale: number;
    symbol: string;
    tradeId: number | null;
  }>;
export type PositionHappening = EventOrigin &
  Readonly<{
    acctId: number;
    instrumentId: number;
    symbol: string;
    currency: string;
    scale: number;
    valuePerUnit: bigint;
    quantity: number;
    cost: bigint;
    realised: bigint;
    extraDecimals: number;
  }>;
export type AccountHappening = EventOrigin & Readonly<{ acctId: number; isEnabled: boolean; terms: AccountTerms }>;
export type GrantHappening = EventOrigin & Readonly<{ acctId: number; userId: number; access: AccountAccess | null }>;
export type BreakHappening = EventOrigin &
  Readonly<{ type: 'BreakOpened' | 'BreakChanged' | 'BreakClosed'; row: EngineBreak; symbol: string }>;

/** The types of account events. docs/streams.md describes the data of each type. */
export const EVENT_TYPES = [
  'account.changed',
  'account.granted',
  'money.stated',
  'positions.stated',
  'break.opened',
  'break.changed',
  'break.closed',
  'order.accepted',
  'order.rejected',
  'order.modified',
  'order.triggered',
  'order.traded',
  'order.cancelled',
  'order.expired',
  'fill',
  'position.changed',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The types of events in words, for pages. */
export const eventNames: Readonly<Record<EventType, string>> = {
  'account.changed': 'Account changed',
  'account.granted': 'Account access changed',
  'money.stated': 'Money values posted',
  'positions.stated': 'Reference positions posted',
  'break.opened': 'Break opened',
  'break.changed': 'Break changed',
  'break.closed': 'Break resolved',
  'order.accepted': 'Order accepted',
  'order.rejected': 'Order rejected',
  'order.modified': 'Order modified',
  'order.triggered': 'Order triggered',
  'order.traded': 'Order traded',
  'order.cancelled': 'Order canceled',
  'order.expired': 'Order expired',
  fill: 'Fill',
  'position.changed': 'Position changed',
};

/** What streams and webhooks carry: the events of accounts, and alerts, which belong to a user and to no account. */
export const MESSAGE_TYPES = [...EVENT_TYPES, 'alert'] as const;

export type MessageType = (typeof MESSAGE_TYPES)[number];

export const isEventType = (type: MessageType): type is EventType => type !== 'alert';

/** The user whose access changed, and whether it was revoked. */
type AccessChangeBody = Readonly<{ userId: number; isTaken: boolean }>;

/** An event of an account. Its data is built on first use and shared by all readers. */
export class AccountEvent {
  private shown: object | null = null;
  private written: string | null = null;

  /**
   * `view` must return the same data on every call; `grant` is null unless the event changes a user's access to the
   * account.
   */
  constructor(
    readonly place: EventPlace,
    readonly acctId: number,
    readonly type: EventType,
    readonly time: number,
    private readonly view: () => object,
    readonly grant: AccessChangeBody | null = null,
  ) {}

  /** Stable: a published event and the same event read from the tables have the same id. */
  get id(): string {
    return placeText(this.place);
  }

  /** The journal number of the command that caused the event. */
  get seq(): number {
    return this.place.seq;
  }

  /** The data of the event, as a view. */
  get data(): object {
    return (this.shown ??= this.view());
  }

  /** The data as JSON on one line. */
  get text(): string {
    return (this.written ??= JSON.stringify(this.data));
  }
}
