/*
 * The quantity that a click in the ladder and the market buttons enter: one, until another is chosen beside the ladder, which is kept for each product on this device. The
 * ticket itself is empty after each order, so that one more press sends nothing. Without this file the quantity is typed.
 */
import { getElement } from '../page-parts.js';

const ONE = '1';
const QUANTITIES = [ONE, '5', '10'];
const STORED = `kontor-click-quantity-${getElement('.desk').dataset.product ?? ''}`;

let chosen = readChosen();
/** What the last click entered: another click replaces it, and leaves what was typed. */
let entered = '';

function readChosen(): string {
  try {
    return localStorage.getItem(STORED) ?? ONE;
  } catch {
    return ONE;
  }
}

/** The one that is pressed is released by another press, and leaves one lot. */
function choose(quantity: string): void {
  chosen = quantity === chosen ? ONE : quantity;
  try {
    localStorage.setItem(STORED, chosen);
  } catch {
    /* Where nothing is kept, the choice ends with the page. */
  }
}

function createButton(quantity: string, draw: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  const title = `A click in the ladder, Buy market and Sell market enter ${quantity}`;
  Object.assign(button, { type: 'button', textContent: quantity, title });
  button.addEventListener('click', () => {
    choose(quantity);
    draw();
  });
  return button;
}

export function offerClickQuantities(): void {
  const draw = (): void => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.textContent === chosen));
  };
  const buttons = QUANTITIES.map((quantity) => createButton(quantity, draw));
  const group = Object.assign(document.createElement('div'), { className: 'away' });
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', 'Size of a click');
  group.append(...buttons);
  getElement('#ladder-title').after(group);
  draw();
}

/** Into the field of a ticket that is empty or has what a click entered before: a quantity that was typed stays. Says whether it was entered. */
export function enterClickQuantity(field: HTMLInputElement | null): field is HTMLInputElement {
  if (field === null || (field.value.trim() !== '' && field.value !== entered)) return false;
  entered = chosen;
  field.value = chosen;
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}
