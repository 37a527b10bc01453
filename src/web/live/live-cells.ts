/* Cells of a page that change in place, and the mark that shows it for a moment. */

import { formatTimes } from '../kontor.js';

const CHANGED_MS = 1200;
/** How often marks are looked through: on a page where much changes a timer for each of them would have the page styled anew hundreds of times a second. */
const SWEEP_MS = 200;

type Change = 'up' | 'down' | 'new';

/** Until when each mark stays; those that go first come first. */
const marks = new Map<HTMLElement, number>();
let sweep: number | null = null;

export const parseFigure = (text: string): number => Number(text.replaceAll(/[^\d.-]/g, ''));

/** The direction of a figure; a text has none. */
export function compareFigures(before: string, after: string): Change {
  const [from, to] = [parseFigure(before), parseFigure(after)];
  if (Number.isNaN(from) || Number.isNaN(to) || from === to) return 'new';
  return to > from ? 'up' : 'down';
}

/** Changes what stands in an element, if it is something else, and marks it for a moment: a figure by where it went. Says whether it changed. */
export function setText(element: HTMLElement, text: string): boolean {
  const before = element.textContent;
  if (before === text) return false;
  write(element, text);
  const isFigure = element.matches('.n, .figure, .n *') && before !== '' && text !== '';
  mark(element, isFigure ? compareFigures(before, text) : 'new');
  return true;
}

/** Into the text that stands there, if one does: another one in its place would cost the element its style and its layout. */
export function write(element: HTMLElement, text: string): void {
  const [only] = element.childNodes;
  if (only instanceof Text && element.childNodes.length === 1 && text !== '') only.data = text;
  else element.textContent = text;
}

/** Another moment, in the reader's zone. */
export function setTime(time: HTMLTimeElement, moment: string): void {
  time.dateTime = moment;
  time.textContent = `${moment.slice(0, 19).replace('T', ' ')} UTC`;
  delete time.dataset.utc;
  formatTimes(time.parentElement ?? document);
}

/** The mark goes by itself. */
export function mark(element: HTMLElement, how: Change): void {
  if (element.dataset.changed !== how) element.dataset.changed = how;
  marks.delete(element);
  marks.set(element, performance.now() + CHANGED_MS);
  sweep ??= window.setTimeout(removeMarks, CHANGED_MS);
}

function removeMarks(): void {
  const now = performance.now();
  for (const [element, until] of marks) {
    if (until > now) break;
    delete element.dataset.changed;
    marks.delete(element);
  }
  sweep = marks.size === 0 ? null : window.setTimeout(removeMarks, SWEEP_MS);
}
