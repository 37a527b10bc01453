/* What a ticket says of orders goes with the events that make it untrue. Without this file a page is made anew by then. */
import {
  type LiveEvent,
  onEvents,
  onGap,
  ORDER_EVENTS,
  ORDER_STATE_EVENTS,
  type OrderEventData,
} from '../live/live.js';
import { findElement } from '../page-parts.js';
import { renewRejected } from '../ticket/ticket-preview.js';
import { clearOrderState, clearResult } from '../ticket/ticket-sending.js';

const findTicket = (): HTMLFormElement | null => findElement('form[data-ticket]') as HTMLFormElement | null;

/** The newest revision of each order that an event had, also before the ticket said anything of it. */
const newest = new Map<string, number>();

/** The ticket names the order and the revision that it speaks of. */
function clearOutdated(): void {
  const ticket = findTicket();
  const { order = '', revision = '' } = (ticket && findElement('[data-sent]', ticket)?.dataset) ?? {};
  if (ticket && (newest.get(order) ?? 0) > Number(revision)) clearOrderState(ticket);
}

function noteChange({ data: { id, revision } }: LiveEvent<OrderEventData>): void {
  newest.set(String(id), Math.max(revision, newest.get(String(id)) ?? 0));
  clearOutdated();
}

/** Another order, a fill or a position: what refused the ticket may hold no longer. A rejection changes nothing of that. */
export function renewRefusal(): void {
  const ticket = findTicket();
  if (ticket && ticket.getAttribute('aria-busy') !== 'true') renewRejected(ticket);
}

/** At a press elsewhere on the page, which has an answer of its own. What is said of a working order is still true. */
export function clearSentOrder(): void {
  const ticket = findTicket();
  const { order = '' } = (ticket && findElement('[data-sent]', ticket)?.dataset) ?? {};
  if (ticket && findElement(`#mine a[href="/orders/${order}"]`) === null) clearResult(ticket);
}

export function followSentOrder(): void {
  onEvents<OrderEventData>(ORDER_STATE_EVENTS, noteChange);
  onEvents(
    ORDER_EVENTS.filter((type) => type !== 'order.rejected'),
    renewRefusal,
  );
  document.addEventListener('order-sent', clearOutdated);
  // Nobody knows what has become of the order meanwhile; the list of working orders does.
  onGap(() => {
    const ticket = findTicket();
    if (ticket && findElement('[data-sent][data-order]', ticket)) clearOrderState(ticket);
  });
}
