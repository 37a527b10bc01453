/* More rows of a form that is a table, below those that were typed. Without this file the button leads to the form with more rows. */
import { findTarget, getElement, listRows } from './page-parts.js';

const ROWS_MAX = 200;

/** The last row again, empty, with its fields named after the next one. */
function addRow(body: HTMLElement, at: number): HTMLElement | null {
  const row = body.querySelector('tr:last-child')?.cloneNode(true) as HTMLTableRowElement;
  for (const field of row.querySelectorAll('input')) {
    field.name = field.name.replace(/^row\.\d+\./, `row.${at}.`);
    field.ariaLabel = (field.ariaLabel ?? '').replace(/\d+$/, String(at + 1));
    field.value = '';
  }
  body.append(row);
  return row.querySelector('input');
}

document.addEventListener('click', (event) => {
  const button = findTarget(event, '[data-more-rows]');
  if (button === null) return;
  event.preventDefault();
  const body = getElement('.entry tbody');
  const count = listRows(body, 'tr').length;
  const fields = Array.from({ length: Math.min(count, ROWS_MAX - count) }, (_, n) => addRow(body, count + n));
  fields[0]?.focus();
  if (count + fields.length >= ROWS_MAX) button.remove();
});
