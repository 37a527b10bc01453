import type { AccountBar } from '../../accounts/account-rights.js';
import type { OrderAction } from '../../engine/command.js';
import type { MarketPause } from '../market-pause.js';
import type { OrderHistoryEvent } from '../order-history-event.js';
import type { OrderRecord } from '../order-record.js';
import type { OrderActionRecord } from '../actions/order-action-record.js';

/** Who caused an event, in the words for the reader; a number is another user. */
export type EventAuthor = 'you' | 'administrator' | 'venue' | number;

/** An order action that was about an order: by whom, when, and why it was refused, if it was. */
export type TimelineAction = Readonly<{
  actionId: number;
  type: OrderAction['type'];
  at: number;
  by: EventAuthor;
  actingUserId: number;
  onBehalf: Readonly<{ userId: number; actingUserId: number }> | null;
  rejection: OrderActionRecord['rejection'];
}>;

/** What an order got by one trade, in units of the product. */
export type TimelineTrade = Readonly<{ id: number; seq: number; price: number; quantity: number; isTaker: boolean }>;

/** Everything that is known of an order's life. */
export type OrderTimeline = Readonly<{
  order: OrderRecord;
  orderEvents: readonly OrderHistoryEvent[];
  actions: readonly TimelineAction[];
  trades: readonly TimelineTrade[];
  /** At what the market traded when the stop was reached; null where it was not, or had been reached before. */
  triggerPrice: number | null;
  /** Why the reader cannot act on it, and why it cannot trade now; null where they can, and where it can. */
  restriction: AccountBar | null;
  pause: MarketPause | null;
}>;
