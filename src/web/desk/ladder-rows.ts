/* In a window that is wide and high the ladder has as many rows as fit; it is served with those that fit 1280 × 800. */
import { LADDER_ROWS } from '../../marketdata/ladder-window.js';
import { getElement, listRows } from '../page-parts.js';

/** Where nothing stands below the ladder (desk.css). */
const free = window.matchMedia('(min-width: 100rem) and (min-height: 44rem) and (pointer: fine)');
/** On each side of the middle. */
const MOST_ROWS = 24;

/** How many rows of this height fit on each side of the middle. */
function countFitting(first: HTMLElement): number {
  const { top, height } = first.getBoundingClientRect();
  if (!free.matches || height === 0) return LADDER_ROWS;
  const space = getElement('.columns').getBoundingClientRect().bottom - top;
  return Math.min(MOST_ROWS, Math.max(LADDER_ROWS, Math.floor(space / height / 2)));
}

function createRow(): HTMLTableRowElement {
  const row = document.createElement('tr');
  for (let cell = 0; cell < 5; cell++) row.insertCell();
  return row;
}

/** Adds and removes rows at both ends. The rows from the highest price to the lowest. */
export function fitRows(ladder: HTMLElement): HTMLTableRowElement[] {
  const [upper, lower] = [getElement('.upper', ladder), getElement('.lower', ladder)];
  const wanted = countFitting(getElement('tr', upper));
  while (upper.childElementCount < wanted) {
    upper.prepend(createRow());
    lower.append(createRow());
  }
  while (upper.childElementCount > wanted) {
    upper.firstElementChild?.remove();
    lower.lastElementChild?.remove();
  }
  return listRows(ladder, 'tbody tr');
}
