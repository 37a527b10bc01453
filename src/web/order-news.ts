/* What becomes of a working order while its page is open is said there. Without this file its row changes, or goes. */
import { showOutcome } from './at-once.js';
import { type LiveEvent, onEvents, type OrderEventData } from './live.js';
import { findElement, loadPage } from './page-parts.js';

const EVENTS = ['order.traded', 'order.cancelled', 'order.expired'];
/** Who has pressed for a cancellation reads its answer. */
const ASKED_FOR: readonly unknown[] = ['requested', 'mass_cancelled'];

/** In the list of working orders, or just sent by the ticket. An order that trades as it comes has its answer. */
const isShown = (id: number): boolean =>
  findElement(`#mine a[href="/orders/${id}"], [data-sent][data-order="${id}"]`) !== null;

let asked = 0;

/** The order's own page has the words. Of several at once, the last is said. */
async function sayNews({ type, data: { id, cancel_reason: reason } }: LiveEvent<OrderEventData>): Promise<void> {
  if (!isShown(id) || ASKED_FOR.includes(reason)) return;
  const mine = ++asked;
  const page = await loadPage(`/orders/${id}`);
  const words = page?.querySelector<HTMLElement>('[data-says]')?.dataset.says;
  if (words !== undefined && mine === asked) showOutcome(words, type === 'order.traded');
}

export const followOrders = (): void =>
  onEvents<OrderEventData>(EVENTS, (event) => {
    void sayNews(event);
  });
