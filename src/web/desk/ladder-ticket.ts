/* A click in the ladder fills in the ticket. Without this file a price is a link to the same page with a ticket that has it. */
import { enterClickQuantity, offerClickQuantities } from './click-quantity.js';
import { mark, setText } from '../live/live-cells.js';
import { findElement, findLink, findTarget, getElement, isPlainClick } from '../page-parts.js';

const findInput = (selector: string): HTMLInputElement | null =>
  findElement(`#ticket ${selector}`) as HTMLInputElement | null;

const listPriceFields = (): readonly HTMLInputElement[] =>
  [...document.querySelectorAll<HTMLInputElement>('#ticket :is([name="limit_price"], [name="stop_price"])')].filter(
    (field) => !field.disabled && field.offsetParent !== null,
  );

/** A market order has no price: a click on a price makes it a limit order. The ticket says so, and a screen reader reads it, until a type is chosen. */
function chooseTypeWithPrice(): void {
  const type = findElement('#ticket [data-type="LimitOrderSub"]');
  if (type === null || type.offsetParent === null || listPriceFields().length > 0) return;
  type.click();
  mark(type, 'new');
  setText(getElement('#ticket [data-does]'), 'Changed to a limit order: it trades at this price or better, or waits.');
}

/** Into every price that the type of the order has. Whether there is one. */
function enterPrice(price: string): boolean {
  chooseTypeWithPrice();
  const fields = listPriceFields();
  for (const field of fields) {
    field.value = price;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  fields[0]?.focus();
  return fields.length > 0;
}

/** A column of sizes is a side: among the bids one buys, among the offers one sells. */
const sideOfColumn: Readonly<Record<number, string>> = { 1: 'Buy', 3: 'Sell' };

function enterSide(side: string): void {
  const radio = findInput(`[name="side"][value="${side}"]`);
  if (radio === null) return;
  radio.checked = true;
  radio.dispatchEvent(new Event('input', { bubbles: true }));
}

const readBest = (side: string): number | null => {
  const text = findElement(`#quote [data-q="${side}.price"]`)?.textContent.trim() ?? '';
  return text === '' ? null : Number(text);
};

/** Where none is chosen: the side whose order would wait at that price. A stop waits on the other side of the market. */
function enterWaitingSide(price: number): void {
  if (findInput('[name="side"]:checked') !== null) return;
  const [bid, offer] = [readBest('Buy'), readBest('Sell')];
  const isStop = findInput('[name="stop_price"]')?.disabled === false;
  if (bid !== null && price <= bid) enterSide(isStop ? 'Sell' : 'Buy');
  else if (offer !== null && price >= offer) enterSide(isStop ? 'Buy' : 'Sell');
}

/** A quantity that the click entered has the focus: what is typed next replaces it. */
function enterQuantity(): void {
  const quantity = findInput('[name="quantity"]');
  if (!enterClickQuantity(quantity)) return;
  quantity.focus();
  quantity.select();
}

/** On a narrow screen the button of the ticket is below what has the focus, and the page ends with a bar (desk.css). */
const showSendButton = (): void => findElement('#ticket [data-send]')?.scrollIntoView({ block: 'nearest' });

function enterCell(cell: HTMLTableCellElement): void {
  const side = sideOfColumn[cell.cellIndex];
  const price = cell.closest('tr')?.querySelector('a')?.textContent;
  if (side === undefined || price === undefined) return;
  enterSide(side);
  enterPrice(price);
  enterQuantity();
  showSendButton();
}

export function fillTicket(): void {
  if (findInput('[name="quantity"]') !== null) offerClickQuantities();
  findElement('#ticket [data-does]')?.setAttribute('role', 'status');
  getElement('#ladder').addEventListener('click', (event) => {
    if (!isPlainClick(event)) return;
    const link = findLink(event);
    const cell = findTarget(event, 'tbody td') as HTMLTableCellElement | null;
    if (link === null) {
      if (cell !== null) enterCell(cell);
    } else if (enterPrice(link.textContent)) {
      event.preventDefault();
      enterWaitingSide(Number(link.textContent));
      enterQuantity();
      showSendButton();
    }
  });
}
