/* The keys that /shortcuts lists. They are single letters, so users of speech input can switch them off (WCAG 2.1.4). */

import { showFor } from './timed-text.js';

/* Every page loads this file, so it does without page-parts.js. */
const findElement = (selector: string, root: ParentNode = document): HTMLElement | null =>
  root.querySelector<HTMLElement>(selector);

const STORED = 'kontor-keys';
const AFTER_G_MS = 1500;
const places: Readonly<Record<string, string>> = {
  d: '/desk',
  m: '/marketdata',
  o: '/orders',
  p: '/positions',
  a: '/accounts',
  w: '/watchlists',
};

const readSetting = (): string | null => {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
};
const areShortcutsOn = (): boolean => readSetting() !== 'off';
let afterG = -AFTER_G_MS;

/** Whether the focus is in a text field: then every key is a letter. */
const isTyping = (element: EventTarget | null): element is HTMLElement =>
  element instanceof HTMLElement &&
  (element.isContentEditable || element.matches('select, textarea, input:not([type="radio"], [type="checkbox"])'));

/** No number has these letters: in the fields of a ticket they are keys. */
const TICKET_KEYS = 'bspxcm';
const isTicketNumber = (element: EventTarget | null): boolean =>
  element instanceof HTMLElement && element.matches('.ticket input:is([inputmode="numeric"], [inputmode="decimal"])');

/** The lines of lists, and those of the market's board, which names its groups between them. */
const ROW = 'main :is(.rows > tbody > tr, #board tr[id])';
const findFocusedRow = (): HTMLTableRowElement | null =>
  document.activeElement?.closest<HTMLTableRowElement>(ROW) ?? null;

function move(direction: number): boolean {
  const rows = [...document.querySelectorAll<HTMLTableRowElement>(ROW)].filter((row) => row.offsetParent !== null);
  const focused = findFocusedRow();
  const at = focused === null ? -1 : rows.indexOf(focused);
  const next = at < 0 ? rows.at(direction > 0 ? 0 : -1) : rows[Math.min(rows.length - 1, Math.max(0, at + direction))];
  if (next === undefined) return false;
  next.tabIndex = -1;
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
  return true;
}

function clickElement(element: HTMLElement | null | undefined): boolean {
  element?.click();
  return Boolean(element);
}

/** Into the search of the page, unfolding what it stands in. */
function search(): boolean {
  const field = document.querySelector<HTMLInputElement>(
    'main [role="search"] input:not([type="hidden"]), main input[type="search"]',
  );
  if (!field) return false;
  const fold = field.closest('details');
  if (fold) fold.open = true;
  field.focus();
  field.select();
  return true;
}

function choose(side: string): boolean {
  const radio = document.querySelector<HTMLInputElement>(`main .ticket input[name="side"][value="${side}"]`);
  if (!radio) return false;
  radio.checked = true;
  radio.dispatchEvent(new Event('input', { bubbles: true }));
  radio.focus();
  return true;
}

/** The ticket that stands on the page is the nearest way to a new order. */
function focusTicket(): boolean {
  const ticket = findElement('main form[data-ticket]');
  const side =
    ticket && (findElement('input[name="side"]:checked', ticket) ?? findElement('input[name="side"]', ticket));
  if (!side) return false;
  side.focus();
  ticket.scrollIntoView({ block: 'nearest' });
  return true;
}

function goTo(address: string): boolean {
  location.assign(address);
  return true;
}

/** Nothing is canceled by one key alone, unless its row has been chosen. A single order has no button for all. */
function cancel(): boolean {
  const row = findFocusedRow();
  const button = row && findElement('button[name="order_id"]', row);
  return (
    clickElement(button) ||
    focusOn('main [data-key="c"]') ||
    focusOn('#mine button[name="order_id"]') ||
    sayNothingDone('header ~ header + .scroll', [
      'No working orders to cancel.',
      'The working orders cannot be canceled here.',
    ])
  );
}

/** Long enough to be read; what is true now need not be later. */
const SAID_MS = 6_000;

/** On the page of an instrument. What stands in `place` has no button while nothing trades, or is another's: then there is something, but nothing to do with it. */
function sayNothingDone(place: string, [none, notNow]: readonly [string, string]): boolean {
  const [mine, said] = [findElement('#mine'), findElement('#said')];
  if (mine === null || said === null) return false;
  const words = findElement(place, mine) === null ? none : notNow;
  said.classList.remove('failed', 'success');
  showFor(said, [words], SAID_MS);
  return true;
}

const close = (): boolean =>
  focusOn('main [data-key="x"]') ||
  sayNothingDone('header:first-child + .scroll :is(small, .hint)', [
    'No position to close.',
    'The position cannot be closed now.',
  ]);

function modify(): boolean {
  const place = findFocusedRow() ?? findElement('main');
  return clickElement(place && findElement('a[href$="/modification"]', place));
}

/** The types of order as they stand in the ticket, from the first on. */
const chooseType = (place: number): boolean =>
  clickElement([...document.querySelectorAll<HTMLElement>('main .ticket [data-type]')][place]);

/** As the arrow keys do in the field itself. */
function stepQuantity(key: 'ArrowUp' | 'ArrowDown'): boolean {
  const field = findElement('main .ticket input[name="quantity"]');
  field?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  return field !== null;
}

/** No order is placed and no position closed by one key alone: the button has the focus, and Enter presses it. */
function focusOn(selector: string): boolean {
  const button = findElement(selector);
  button?.focus();
  return button !== null;
}

const keys: Readonly<Record<string, () => boolean>> = {
  '?': () => goTo('/shortcuts'),
  '/': search,
  n: () => clickElement(findElement('main [data-key="n"]')) || focusTicket() || goTo('/orders/new'),
  j: () => move(1),
  k: () => move(-1),
  e: modify,
  c: cancel,
  b: () => choose('Buy'),
  s: () => choose('Sell'),
  1: () => chooseType(0),
  2: () => chooseType(1),
  3: () => chooseType(2),
  4: () => chooseType(3),
  '+': () => stepQuantity('ArrowUp'),
  '-': () => stepQuantity('ArrowDown'),
  p: () => focusOn('main .ticket [data-send]'),
  x: close,
  m: () => clickElement(findElement('main [data-key="m"]')),
  Enter: () =>
    document.activeElement?.matches('tr') === true && clickElement(findElement('a[href]', document.activeElement)),
};

/** With another key held it is the browser's, and what is being composed is a letter. */
const isOurs = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.isComposing &&
  areShortcutsOn();

/** A field, and a button that a key has led to: Enter does nothing any more. */
const leave = (element: EventTarget | null): void => {
  const isLeft = isTyping(element) || (element instanceof HTMLElement && element.matches('main button'));
  if (isLeft && !element.closest('dialog')) element.blur();
};

/** What a row offers under this key: its links and buttons say so. */
function clickInRow(key: string): boolean {
  const offers = findFocusedRow()?.querySelectorAll<HTMLElement>('[data-row]') ?? [];
  return clickElement([...offers].find(({ dataset }) => dataset.row === key));
}

/** Whether something was done. */
function follow({ key, timeStamp }: KeyboardEvent): boolean {
  const isAfterG = timeStamp - afterG < AFTER_G_MS;
  afterG = key === 'g' ? timeStamp : -AFTER_G_MS;
  const place = Object.hasOwn(places, key) ? places[key] : undefined;
  if (isAfterG && place !== undefined) return goTo(place);
  if (clickInRow(key)) return true;
  return Object.hasOwn(keys, key) && keys[key]?.() === true;
}

const isKey = ({ target, key }: KeyboardEvent): boolean =>
  !isTyping(target) || (isTicketNumber(target) && TICKET_KEYS.includes(key));

document.addEventListener('keydown', (event) => {
  if (!isOurs(event)) return;
  if (event.key === 'Escape') leave(event.target);
  else if (isKey(event) && document.querySelector('dialog[open]') === null && follow(event)) event.preventDefault();
});

/** The switch on the page that lists the keys. */
for (const place of document.querySelectorAll('[data-keys-switch]')) {
  const box = document.createElement('input');
  const label = document.createElement('label');
  box.type = 'checkbox';
  box.checked = areShortcutsOn();
  box.addEventListener('change', () => {
    try {
      localStorage.setItem(STORED, box.checked ? 'on' : 'off');
    } catch {
      /* Where nothing is kept, keys stay as they are. */
    }
  });
  label.append(box, 'Keys work in this browser');
  place.replaceChildren(label);
}
