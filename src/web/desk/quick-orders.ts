/* A market order in two presses: the first fills in the ticket of the page, and the second is the button of the ticket. Without this file the first leads to the page of the ticket. */
import { enterClickQuantity } from './click-quantity.js';
import { findElement, findLink, findTarget, getElement, getField, isPlainClick } from '../page-parts.js';

/** Two presses in less time are one. */
const PRESS_MS = 400;
let filledAt = -Infinity;

const findTicket = (): HTMLFormElement | null => findElement('#ticket form[data-ticket]') as HTMLFormElement | null;

document.addEventListener('click', (event) => {
  const link = findLink(event, '.quick a');
  const ticket = findTicket();
  if (link === null || ticket === null || !isPlainClick(event)) return;
  event.preventDefault();
  filledAt = event.timeStamp;
  fillIn(ticket, new URL(link.href).searchParams.get('side') ?? '');
});

/** What was typed as the quantity stays, and so does what else is not about the price. */
function fillIn(ticket: HTMLFormElement, side: string): void {
  getElement('[data-type="MarketOrderSub"]', ticket).click();
  enterClickQuantity(getField(ticket, 'quantity') as HTMLInputElement);
  const radio = getElement(`[name="side"][value="${side}"]`, ticket) as HTMLInputElement;
  radio.checked = true;
  radio.dispatchEvent(new Event('input', { bubbles: true }));
  ticket.scrollIntoView({ block: 'nearest' });
  const account = getField(ticket, 'acct_id');
  const next = account.value === '' ? (account as HTMLInputElement) : getElement('[data-send]', ticket);
  next.focus();
}

/** A key that is held down at a link, or pressed twice, does not also press the button that the focus goes to. */
document.addEventListener('keydown', (event) => {
  const isSamePress = event.repeat || event.timeStamp - filledAt < PRESS_MS;
  if (isSamePress && event.key === 'Enter' && findTarget(event, '#ticket [data-send]') !== null) event.preventDefault();
});
