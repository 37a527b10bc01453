/* What a ticket says of the order that it placed goes as soon as the order is another: moved, filled or canceled. Without this file a page is made anew by then. */
import { type LiveEvent, onEvents, ORDER_STATE_EVENTS, type OrderEventData } from './live.js';
import { findElement } from './page-parts.js';
import { clearMessage } from './ticket-sending.js';

/** The terms of an order in the list of working orders; null where it is not in the list. */
function readTerms(path: string): string | null {
  const row = findElement(`#mine tr:has(a[href="${path}"])`) as HTMLTableRowElement | null;
  if (row === null) return null;
  return [...row.cells]
    .filter((cell) => cell.querySelector('button') === null)
    .map(({ textContent }) => textContent)
    .join(' ');
}

/** Orders that have been modified or are open no more, also before the ticket said that they are. */
const changed = new Set<string>();

function clearOutdated(): void {
  const ticket = findElement('form[data-ticket]') as HTMLFormElement | null;
  const message = ticket && findElement('[data-sent]', ticket);
  const path = message?.querySelector('a')?.pathname;
  if (ticket && path !== undefined && changed.has(path) && message?.textContent.includes(' is open') === true)
    clearMessage(ticket);
}

function noteChange({ type, data: { id, status } }: LiveEvent<OrderEventData>): void {
  if (status === 'Open' && type !== 'order.modified') return;
  changed.add(`/orders/${id}`);
  clearOutdated();
}

export function followSentOrder(): void {
  let seen: string | null = null;
  onEvents<OrderEventData>(ORDER_STATE_EVENTS, noteChange);
  document.addEventListener('order-sent', () => {
    seen = null;
    clearOutdated();
  });
  document.addEventListener('htmx:after:swap', () => {
    const ticket = findElement('form[data-ticket]') as HTMLFormElement | null;
    const link = ticket?.querySelector<HTMLAnchorElement>('[data-sent] a');
    if (!ticket || !link) return;
    const terms = readTerms(link.pathname);
    if (seen !== null && seen !== terms) clearMessage(ticket);
    seen ??= terms;
  });
}
