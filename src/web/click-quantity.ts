/*
 * The quantity that a click in the ladder and the market buttons enter, chosen beside the ladder and kept for each product on this device. The ticket itself is empty after
 * each order, so that one more press sends nothing. Without this file the quantity is typed.
 */
import { getElement } from './page-parts.js';

const QUANTITIES = ['1', '5', '10'];
const STORED = `kontor-click-quantity-${getElement('.desk').dataset.product ?? ''}`;

let chosen = readChosen();
/** What the last click entered: another click replaces it, and leaves what was typed. */
let entered = '';

function readChosen(): string {
  try {
    return localStorage.getItem(STORED) ?? '';
  } catch {
    return '';
  }
}

/** The one that is pressed is released by another press. */
function choose(quantity: string): void {
  chosen = quantity === chosen ? '' : quantity;
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

/** Into the empty field of a ticket, or `otherwise` where none is chosen; a quantity that was typed stays. */
export function enterClickQuantity(field: HTMLInputElement | null, otherwise = ''): void {
  if (field === null) return;
  const isEmpty = field.value.trim() === '';
  const quantity = chosen === '' && isEmpty ? otherwise : chosen;
  if (quantity === '' || (!isEmpty && field.value !== entered)) return;
  entered = quantity;
  field.value = quantity;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
