/* The keys that /shortcuts lists. They are single letters, so users of speech input can switch them off (WCAG 2.1.4). */

const STORED = 'kontor-keys';
const AFTER_G_MS = 1500;
const places = { d: '/desk', m: '/marketdata', o: '/orders', p: '/positions', a: '/accounts' };

const readSetting = () => {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
};
const areShortcutsOn = () => readSetting() !== 'off';
let afterG = -AFTER_G_MS;

/** Whether the focus is in a text field: then every key is a letter. */
const isTyping = (element) =>
  element.isContentEditable === true ||
  element.matches?.('select, textarea, input:not([type="radio"], [type="checkbox"])') === true;

/** The lines of lists, and those of the market's board, which names its groups between them. */
const ROW = 'main :is(.rows > tbody > tr, #board tr[id])';
const listRows = () => [...document.querySelectorAll(ROW)].filter((row) => row.offsetParent !== null);
const findFocusedRow = () => document.activeElement?.closest?.(ROW) ?? null;

function move(direction) {
  const all = listRows();
  if (all.length === 0) return false;
  const at = all.indexOf(findFocusedRow());
  const next =
    at < 0 ? all[direction > 0 ? 0 : all.length - 1] : all[Math.min(all.length - 1, Math.max(0, at + direction))];
  next.tabIndex = -1;
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
  return true;
}

function clickElement(element) {
  if (!element) return false;
  element.click();
  return true;
}

/** Into the search of the page, unfolding what it stands in. */
function search() {
  const field = document.querySelector('main [role="search"] input:not([type="hidden"]), main input[type="search"]');
  if (!field) return false;
  const fold = field.closest('details');
  if (fold) fold.open = true;
  field.focus();
  field.select();
  return true;
}

function choose(side) {
  const radio = document.querySelector(`main .ticket input[name="side"][value="${side}"]`);
  if (!radio) return false;
  radio.checked = true;
  radio.dispatchEvent(new Event('input', { bubbles: true }));
  radio.focus();
  return true;
}

/** The ticket that stands on the page is the nearest way to a new order. */
function focusTicket() {
  const ticket = document.querySelector('main form[data-ticket]');
  const side = ticket?.querySelector('input[name="side"]:checked') ?? ticket?.querySelector('input[name="side"]');
  if (!side) return false;
  side.focus();
  ticket.scrollIntoView({ block: 'nearest' });
  return true;
}

function goTo(to) {
  location.assign(to);
  return true;
}

/** Nothing is canceled by one key alone, unless its row has been chosen. */
function cancel() {
  const row = findFocusedRow();
  if (row) return clickElement(row.querySelector('button[name="order_id"]'));
  const button = document.querySelector('main [data-key="c"]');
  button?.focus();
  return button !== null;
}

const keys = {
  '?': () => goTo('/shortcuts'),
  '/': search,
  n: () => clickElement(document.querySelector('main [data-key="n"]')) || focusTicket() || goTo('/orders/new'),
  j: () => move(1),
  k: () => move(-1),
  e: () => clickElement((findFocusedRow() ?? document.querySelector('main')).querySelector('a[href$="/modification"]')),
  c: cancel,
  b: () => choose('Buy'),
  s: () => choose('Sell'),
  Enter: () =>
    document.activeElement?.matches('tr') === true && clickElement(document.activeElement.querySelector('a[href]')),
};

/** With another key held it is the browser's, and what is being composed is a letter. */
const isOurs = (event) =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.isComposing &&
  areShortcutsOn();

const leaveField = (field) => {
  if (isTyping(field) && !field.closest('dialog')) field.blur();
};

/** Whether something was done. */
function follow({ key, timeStamp }) {
  const isAfterG = timeStamp - afterG < AFTER_G_MS;
  afterG = key === 'g' ? timeStamp : -AFTER_G_MS;
  if (isAfterG && Object.hasOwn(places, key)) return goTo(places[key]);
  return Object.hasOwn(keys, key) && keys[key]();
}

document.addEventListener('keydown', (event) => {
  if (!isOurs(event)) return;
  if (event.key === 'Escape') leaveField(event.target);
  else if (!isTyping(event.target) && document.querySelector('dialog[open]') === null && follow(event))
    event.preventDefault();
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
