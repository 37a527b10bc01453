/* Giving orders in place. Every page is complete without this file: it only spares the way to another page and back. */

import { clearFaults, send, clearMessage } from './ticket-sending.js';

const show = (element, isShown) => {
  if (element) element.hidden = !isShown;
};

/** How long the orders of each type are to work, as it was chosen there: a look at another type changes nothing of it. */
const chosenTimes = new WeakMap();

/** From one type to another: what was chosen at the one stays with it, and the other has its own again. */
function change(ticket, to) {
  const times = chosenTimes.get(ticket) ?? chosenTimes.set(ticket, new Map()).get(ticket);
  const life = ticket.elements.time_in_force;
  times.set(ticket.elements.action_type.value, life.value);
  for (const other of ticket.querySelectorAll('[data-type]')) other.removeAttribute('aria-current');
  to.setAttribute('aria-current', 'true');
  life.value = times.get(to.dataset.type) ?? to.dataset.times.split(' ')[0];
  adjustTicket(ticket);
  // A user who comes back to this page finds the order type for which the browser restored the fields.
  if (location.pathname !== '/orders/ticket')
    window.history.replaceState(window.history.state, '', withType(to.dataset.type));
}

function withType(type) {
  const address = new URL(location.href);
  address.searchParams.set('action_type', type);
  return address.href;
}

/** What does not fit the order as it stands is neither shown nor sent. */
function adjustTicket(ticket) {
  const type = ticket.querySelector('[data-type][aria-current]');
  if (!type) return;
  const { type: name, prices, times, words } = type.dataset;
  ticket.elements.action_type.value = name;
  ticket.querySelector('[data-does]').textContent = words;
  const life = ticket.elements.time_in_force;
  const wanted = life.value;
  for (const option of life.options) option.hidden = option.disabled = !times.split(' ').includes(option.value);
  life.value = times.split(' ').includes(wanted) ? wanted : times.split(' ')[0];
  const fits = {
    limit_price: prices.includes('limit_price'),
    stop_price: prices.includes('stop_price'),
    expire_date: life.value === 'GTD',
    post_only: name === 'LimitOrderSub' && life.value !== 'IOC' && life.value !== 'FOK',
  };
  for (const [field, isThere] of Object.entries(fits)) {
    ticket.elements[field].disabled = !isThere;
    show(ticket.elements[field].closest('.field'), isThere);
  }
  ticket.elements.expire_date.required = fits.expire_date;
  show(ticket.querySelector('.steps'), prices !== '');
  nameTheButton(ticket);
}

/** Whether a field says something that can be sent, as far as can be seen here: what was refused is not promised again. */
function isSound(ticket, field) {
  const text = field.value.trim();
  if (text === '' || field.disabled) return true;
  if (field.dataset.refused === text) return false;
  if (field.name === 'quantity') return /^[1-9]\d{0,9}$/.test(text);
  const steps = Number(text) / Number(ticket.dataset.tick);
  return /^-?\d+(\.\d+)?$/.test(text) && Math.abs(steps - Math.round(steps)) < 1e-6;
}

/** The button says what pressing it does. */
function nameTheButton(ticket) {
  const {
    side: { value: side },
    quantity,
    stop_price: stop,
    limit_price: limit,
  } = ticket.elements;
  const describeField = (word, field) =>
    field.disabled || field.value.trim() === '' ? [] : [word, field.value.trim()];
  const words = [
    side,
    quantity.value.trim(),
    ticket.dataset.symbol,
    ...describeField('stop', stop),
    ...describeField('at', limit),
  ];
  const isAnnounced = side !== '' && [quantity, stop, limit].every((field) => isSound(ticket, field));
  const button = ticket.querySelector('[data-send]');
  // One that cannot be pressed says why.
  if (!button.disabled)
    button.textContent = isAnnounced ? words.filter((word) => word !== '').join(' ') : 'Place order';
  showWarning(ticket);
}

/** What the page that the ticket stands on knows of its market. */
const marketPrice = (side) => document.querySelector(`#quote [data-q="${side}.price"]`)?.textContent.trim() ?? '';

/** A stop on the wrong side of the market waits for nothing. */
function showWarning(ticket) {
  const {
    side: { value: side },
    stop_price: stop,
  } = ticket.elements;
  const [last, price] = [marketPrice('Last'), stop.value.trim()];
  const isKnown = !stop.disabled && side !== '' && last !== '' && price !== '' && isSound(ticket, stop);
  const isReached = isKnown && (side === 'Buy' ? Number(last) >= Number(price) : Number(last) <= Number(price));
  const words = isReached
    ? `The last price is ${last}: this stop is reached already, so the order begins at once.`
    : '';
  const place = ticket.querySelector('[data-warn]');
  if (place.textContent !== words) place.textContent = words;
}

/** The price one step up or down; a price that is off the grid first comes onto it. */
function step(field, direction, tick) {
  if (field.value.trim() === '') return begin(field);
  const decimals = (tick.split('.')[1] ?? '').length;
  const scale = 10 ** decimals;
  const [units, width] = [Number(field.value.trim()) * scale, Math.round(Number(tick) * scale)];
  if (!Number.isFinite(units) || Math.abs(units) > 1e14) return;
  const onGrid = direction > 0 ? Math.floor(units / width + 1e-9) : Math.ceil(units / width - 1e-9);
  field.value = (((onGrid + direction) * width) / scale).toFixed(decimals);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** An empty price begins where the market is, if the page shows it. */
function begin(field) {
  const price =
    marketPrice('Last') ||
    marketPrice(field.form.elements.side.value === 'Sell' ? 'Sell' : 'Buy') ||
    marketPrice('Buy') ||
    marketPrice('Sell');
  if (price === '') return;
  field.value = price;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function enhanceTicket(ticket) {
  adjustTicket(ticket);
  ticket.addEventListener('click', (event) => {
    const type = event.target.closest('[data-type]');
    if (!type || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    change(ticket, type);
  });
  ticket.elements.time_in_force.addEventListener('change', () => adjustTicket(ticket));
  ticket.addEventListener('input', () => nameTheButton(ticket));
  ticket.addEventListener('keydown', (event) => {
    const isPrice = ['limit_price', 'stop_price'].includes(event.target.name);
    if (!isPrice || !['ArrowUp', 'ArrowDown'].includes(event.key)) return;
    event.preventDefault();
    step(event.target, event.key === 'ArrowUp' ? 1 : -1, ticket.dataset.tick);
  });
  ticket.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (ticket.getAttribute('aria-busy') === 'true') return;
    ticket.setAttribute('aria-busy', 'true');
    clearMessage(ticket);
    clearFaults(ticket);
    // Sent once, whatever the result: to send it again, the user presses the button again.
    await send(ticket);
    ticket.removeAttribute('aria-busy');
    nameTheButton(ticket);
  });
}

for (const ticket of document.querySelectorAll('form[data-ticket]')) enhanceTicket(ticket);
document.addEventListener('htmx:after:swap', () => {
  for (const ticket of document.querySelectorAll('form[data-ticket]')) nameTheButton(ticket);
});
