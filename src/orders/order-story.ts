import type { AccountBar } from '../accounts/account-rights.js';
import type { OrderAction } from '../engine/command.js';
import type { MarketPause } from './market-pause.js';
import type { OrderStep } from './order-step.js';
import type { ShownOrder } from './shown-order.js';
import type { TrailEntry } from './trail-entry.js';

/** Who brought something about, as whoever looks would say it; a number is another user. */
export type Author = 'you' | 'administrator' | 'venue' | number;

/** An order action that was about an order: by whom, when, and why it was refused, if it was. */
export type StoryAction = Readonly<{
  actionId: number;
  type: OrderAction['type'];
  at: number;
  by: Author;
  actingUserId: number;
  onBehalf: Readonly<{ userId: number; actingUserId: number }> | null;
  refusal: TrailEntry['refusal'];
}>;

/** What an order got by one trade, in units of the product. */
export type StoryTrade = Readonly<{ id: number; seq: number; price: number; quantity: number; isTaker: boolean }>;

/** Everything that is known of an order's life. */
export type OrderStory = Readonly<{
  order: ShownOrder;
  steps: readonly OrderStep[];
  actions: readonly StoryAction[];
  trades: readonly StoryTrade[];
  /** At what the market traded when the stop was reached; null where it was not, or had been reached before. */
  triggerPrice: number | null;
  /** Why whoever looks cannot act on it, and why it cannot trade now; null where they can, and where it can. */
  bar: AccountBar | null;
  pause: MarketPause | null;
}>;
