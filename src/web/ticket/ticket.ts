/* Giving orders in place. Every page is complete without this file: it only spares the way to another page and back. */

import { readTypedPrice } from '../../money/typed-price.js';
import { type Field, findElement, findTarget, getElement, getField, isPlainClick, readValue } from '../page-parts.js';
import { clearPreview, holdPreview, previewNow, previewSoon } from './ticket-preview.js';
import { clearCorrectedFaults, clearFaults, isRefused, noteRefusedEntries } from './ticket-faults.js';
import { clearMessage, send } from './ticket-sending.js';

const show = (element: HTMLElement | null, isShown: boolean): void => {
  if (element) element.hidden = !isShown;
};

/** How long the orders of each type are to work, as it was chosen there: a look at another type changes nothing of it. */
const chosenTimes = new WeakMap<HTMLFormElement, Map<string, string>>();

const getTime = (ticket: HTMLFormElement): HTMLSelectElement => getField(ticket, 'time_in_force') as HTMLSelectElement;

const listTimes = (type: HTMLElement): readonly string[] => (type.dataset.times ?? '').split(' ');

/** From one type to another: what was chosen at the one stays with it, and the other has its own again. */
function change(ticket: HTMLFormElement, type: HTMLElement): void {
  const times = chosenTimes.get(ticket) ?? new Map<string, string>();
  chosenTimes.set(ticket, times);
  const name = type.dataset.type ?? '';
  const life = getTime(ticket);
  times.set(readValue(ticket, 'action_type'), life.value);
  for (const other of ticket.querySelectorAll('[data-type]')) other.removeAttribute('aria-current');
  type.setAttribute('aria-current', 'true');
  life.value = times.get(name) ?? listTimes(type)[0] ?? '';
  adjustTicket(ticket);
  // A user who comes back to this page finds the order type for which the browser restored the fields.
  if (location.pathname !== '/orders/ticket') window.history.replaceState(window.history.state, '', withType(name));
}

function withType(type: string): string {
  const address = new URL(location.href);
  address.searchParams.set('action_type', type);
  return address.href;
}

/** What does not fit the order as it stands is neither shown nor sent. */
function adjustTicket(ticket: HTMLFormElement): void {
  const type = findElement('[data-type][aria-current]', ticket);
  if (!type) return;
  const { type: name = '', prices = '', words = '' } = type.dataset;
  getField(ticket, 'action_type').value = name;
  getElement('[data-does]', ticket).textContent = words;
  const life = adjustTimes(ticket, listTimes(type));
  const fits = {
    limit_price: prices.includes('limit_price'),
    stop_price: prices.includes('stop_price'),
    expire_date: life === 'GTD',
    post_only: name === 'LimitOrderSub' && life !== 'IOC' && life !== 'FOK',
  };
  for (const [name, isThere] of Object.entries(fits)) {
    const field = getField(ticket, name);
    field.disabled = !isThere;
    show(field.closest<HTMLElement>('.field'), isThere);
  }
  getField(ticket, 'expire_date').required = fits.expire_date;
  show(findElement('.steps', ticket), prices !== '');
  nameTheButton(ticket);
}

/** Offers these times in force, and says which is chosen. */
function adjustTimes(ticket: HTMLFormElement, times: readonly string[]): string {
  const life = getTime(ticket);
  const wanted = life.value;
  for (const option of life.options) option.hidden = option.disabled = !times.includes(option.value);
  life.value = times.includes(wanted) ? wanted : (times[0] ?? '');
  return life.value;
}

/** Whether a field says something that the venue can be asked about. */
function isReadable(ticket: HTMLFormElement, field: Field): boolean {
  const text = field.value.trim();
  if (text === '' || field.disabled) return true;
  return field.name === 'quantity' ? /^[1-9]\d{0,9}$/.test(text) : /^-?\d+(\.\d+)?$/.test(toPlainPrice(ticket, field));
}

/** Whether it can be sent, as far as can be seen here. */
function isSound(ticket: HTMLFormElement, field: Field): boolean {
  if (!isReadable(ticket, field)) return false;
  const steps = field.name === 'quantity' ? 0 : Number(toPlainPrice(ticket, field)) / Number(ticket.dataset.tick);
  return field.disabled || Math.abs(steps - Math.round(steps)) < 1e-6;
}

/** A price with its decimal comma as a point; one that may mean two prices stays as it is. */
function toPlainPrice({ dataset: { tick = '1' } }: HTMLFormElement, { value }: Field): string {
  const typed = readTypedPrice(value, tick);
  return 'price' in typed ? typed.price : value.trim();
}

/** Whether a field has what a preview needs; of a price between two ticks, it says the nearest. What was refused has its answer, and no preview. */
const isComplete = (ticket: HTMLFormElement, field: Field): boolean =>
  field.disabled || (field.value.trim() !== '' && isReadable(ticket, field) && !isRefused(field));

/** Whether it has stood for nothing that can be read: a number that begins or goes on is half typed. */
const isWrong = (ticket: HTMLFormElement, field: Field): boolean =>
  !isReadable(ticket, field) && !isRefused(field) && !/^-$|[.,]$/.test(field.value.trim());

/** An order has a preview, and an entry that cannot be read has a word on it, whatever else is missing. */
const hasPreview = (ticket: HTMLFormElement, side: string, fields: readonly Field[]): boolean =>
  (side !== '' && fields.every((field) => isComplete(ticket, field))) || fields.some((field) => isWrong(ticket, field));

/** The button says what pressing it does, and the preview what would come of it. */
function nameTheButton(ticket: HTMLFormElement): void {
  const side = readValue(ticket, 'side');
  const [quantity, stop, limit] = [
    getField(ticket, 'quantity'),
    getField(ticket, 'stop_price'),
    getField(ticket, 'limit_price'),
  ];
  const describeField = (word: string, field: Field): readonly string[] =>
    field.disabled || field.value.trim() === '' ? [] : [word, toPlainPrice(ticket, field)];
  const words = [
    side,
    quantity.value.trim(),
    ticket.dataset.symbol ?? '',
    ...describeField('stop', stop),
    ...describeField('at', limit),
    ...(readValue(ticket, 'action_type') === 'MarketOrderSub' ? ['at market'] : []),
  ];
  const isAnnounced = side !== '' && [quantity, stop, limit].every((field) => isSound(ticket, field));
  const button = getElement('[data-send]', ticket) as HTMLButtonElement;
  // One that cannot be pressed says why.
  if (!button.disabled && hasPreview(ticket, side, [quantity, stop, limit])) previewSoon(ticket);
  else clearPreview(ticket);
  if (!button.disabled)
    button.textContent = isAnnounced ? words.filter((word) => word !== '').join(' ') : 'Place order';
  showWarning(ticket);
}

/** What the page that the ticket stands on knows of its market. */
const readMarketPrice = (side: string): string =>
  findElement(`#quote [data-q="${side}.price"]`)?.textContent.trim() ?? '';

/** A stop on the wrong side of the market waits for nothing. */
function showWarning(ticket: HTMLFormElement): void {
  const side = readValue(ticket, 'side');
  const stop = getField(ticket, 'stop_price');
  const [last, price] = [readMarketPrice('Last'), toPlainPrice(ticket, stop)];
  const isKnown = !stop.disabled && side !== '' && last !== '' && price !== '' && isComplete(ticket, stop);
  const isReached = isKnown && (side === 'Buy' ? Number(last) >= Number(price) : Number(last) <= Number(price));
  const words = isReached
    ? `The last price is ${last}: this stop is reached already, so the order begins at once.`
    : '';
  const place = getElement('[data-warn]', ticket);
  if (place.textContent !== words) place.textContent = words;
}

/** The price one step up or down; a price that is off the grid first comes onto it. */
function step(ticket: HTMLFormElement, field: HTMLInputElement, direction: number): void {
  const { tick = '' } = ticket.dataset;
  if (field.value.trim() === '') {
    begin(field);
    return;
  }
  const decimals = (tick.split('.')[1] ?? '').length;
  const scale = 10 ** decimals;
  const [units, width] = [Number(toPlainPrice(ticket, field)) * scale, Math.round(Number(tick) * scale)];
  if (!Number.isFinite(units) || Math.abs(units) > 1e14) return;
  const onGrid = direction > 0 ? Math.floor(units / width + 1e-9) : Math.ceil(units / width - 1e-9);
  enter(field, (((onGrid + direction) * width) / scale).toFixed(decimals));
}

/** An empty price begins where the market is, if the page shows it. */
function begin(field: HTMLInputElement): void {
  const side = field.form && readValue(field.form, 'side') === 'Sell' ? 'Sell' : 'Buy';
  const price = ['Last', side, 'Buy', 'Sell'].map(readMarketPrice).find((text) => text !== '');
  if (price !== undefined) enter(field, price);
}

/** One more or one less, at least one. */
function stepQuantity(field: HTMLInputElement, direction: number): void {
  const quantity = Number(field.value.trim());
  if (Number.isSafeInteger(quantity)) enter(field, String(Math.max(1, quantity + direction)));
}

function enter(field: HTMLInputElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function enhanceTicket(ticket: HTMLFormElement): void {
  // Earlier orders are not offered below the fields.
  for (const field of ticket.querySelectorAll('input')) field.autocomplete = 'off';
  noteRefusedEntries(ticket);
  ticket.addEventListener('order-sent', () => sentAt.set(ticket, performance.now()));
  adjustTicket(ticket);
  ticket.addEventListener('click', (event) => {
    const type = findTarget(event, '[data-type]');
    if (!type || !isPlainClick(event)) return;
    event.preventDefault();
    change(ticket, type);
  });
  getTime(ticket).addEventListener('change', () => adjustTicket(ticket));
  ticket.addEventListener('input', () => {
    clearCorrectedFaults(ticket);
    nameTheButton(ticket);
  });
  ticket.addEventListener('keydown', (event) => {
    const { target: field, key } = event;
    if (!(field instanceof HTMLInputElement) || !['ArrowUp', 'ArrowDown'].includes(key)) return;
    const direction = key === 'ArrowUp' ? 1 : -1;
    if (field.name === 'quantity') stepQuantity(field, direction);
    else if (field.name === 'limit_price' || field.name === 'stop_price') step(ticket, field, direction);
    else return;
    event.preventDefault();
  });
  ticket.addEventListener('submit', (event) => {
    event.preventDefault();
    if (event.submitter?.matches('[data-previews]') === true) void previewNow(ticket);
    else if (ticket.getAttribute('aria-busy') !== 'true' && !isSecondPress(ticket)) void sendOnce(ticket);
  });
}

/** Of a double click: the first press has emptied the ticket, and its answer stays. */
const SECOND_PRESS_MS = 500;
const sentAt = new WeakMap<HTMLFormElement, number>();

const isSecondPress = (ticket: HTMLFormElement): boolean =>
  performance.now() - (sentAt.get(ticket) ?? -Infinity) < SECOND_PRESS_MS && getField(ticket, 'quantity').value === '';

/** Sent once, whatever the result: to send it again, the user presses the button again. */
async function sendOnce(ticket: HTMLFormElement): Promise<void> {
  ticket.setAttribute('aria-busy', 'true');
  clearMessage(ticket);
  clearPreview(ticket);
  clearFaults(ticket);
  await send(ticket);
  if (findElement('.refused > *', ticket)) holdPreview(ticket);
  ticket.removeAttribute('aria-busy');
  nameTheButton(ticket);
}

const listTickets = (): Iterable<HTMLFormElement> => document.querySelectorAll<HTMLFormElement>('form[data-ticket]');

for (const ticket of listTickets()) enhanceTicket(ticket);
document.addEventListener('htmx:after:swap', () => {
  for (const ticket of listTickets()) nameTheButton(ticket);
});
