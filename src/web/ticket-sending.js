/* A ticket is sent from where it stands, once, and what came of it is said there. Its reference stays as long as it is not known whether it made an order. */

const reference = () =>
  `web-${[...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/* ---- what was said before ----------------------------------------------------------------------------------------------- */

export function clearFaults(ticket) {
  for (const fault of ticket.querySelectorAll('.fault, .refusal:not(.misfit)')) fault.remove();
  for (const field of ticket.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid');
    const others = (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .filter((id) => document.getElementById(id));
    if (others.length > 0) field.setAttribute('aria-describedby', others.join(' '));
    else field.removeAttribute('aria-describedby');
  }
}

export const clearMessage = (ticket) => say(ticket, [], true);

/* ---- what is said now ----------------------------------------------------------------------------------------------------- */

function say(ticket, parts, isGood) {
  const output = ticket.querySelector('[data-sent]');
  output.classList.toggle('failed', !isGood);
  output.replaceChildren(...parts);
}

function link(href, words) {
  const way = document.createElement('a');
  way.href = href;
  way.textContent = words;
  return way;
}

const KEPT = [
  'acct_id',
  'side',
  'action_type',
  'quantity',
  'limit_price',
  'stop_price',
  'time_in_force',
  'expire_date',
  'post_only',
  'tag',
  'client_order_id',
];

/** This page with what was typed, as far as an address may say it. */
function restoreTicket(ticket) {
  const address = new URL(location.href);
  address.searchParams.delete('price');
  const values = new FormData(ticket);
  for (const name of KEPT) {
    const text = String(values.get(name) ?? '').trim();
    if (text === '' || text.length > 64) address.searchParams.delete(name);
    else address.searchParams.set(name, text);
  }
  address.searchParams.set('unsent', 'yes');
  return `${address.pathname}${address.search}`;
}

function showSignedOut(ticket) {
  const way = link(`/login?resume=${encodeURIComponent(restoreTicket(ticket))}`, 'Sign in and come back here');
  say(ticket, ['No order was placed: you are signed out. ', way], false);
}

function showForeignAnswer(ticket) {
  const way = link(`/desk/${ticket.elements.instrument_id.value}`, `Open ${ticket.dataset.symbol} again`);
  say(
    ticket,
    ['No order was placed. This page was opened in another session or is too old; open it again. ', way],
    false,
  );
}

const showUnknownOutcome = (ticket, why) =>
  say(
    ticket,
    [`It is not known whether it was sent: ${why}. Send again; the same reference makes one order only.`],
    false,
  );

/** The answer to a form that was refused holds the form again: only what is wrong is taken over, so that what was typed stays. */
function takeFaults(ticket, fresh) {
  const refusal = fresh.querySelector('.refusal:not(.misfit)');
  if (refusal) ticket.querySelector('.kinds').before(refusal);
  for (const fault of fresh.querySelectorAll('.fault')) {
    const name = fault.id.replace(/-fault$/, '');
    ticket.querySelector(`.field.${name}, fieldset.${name}`)?.append(fault);
    const control = document.getElementById(name);
    if (!control || control.form !== ticket) continue;
    control.dataset.refused = control.value.trim();
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute(
      'aria-describedby',
      [control.getAttribute('aria-describedby'), fault.id].filter(Boolean).join(' '),
    );
    const fold = control.closest('details');
    if (fold) fold.open = true;
  }
  ticket.elements.client_order_id.value = fresh.elements.namedItem('client_order_id').value;
  (ticket.querySelector('[aria-invalid]') ?? ticket.querySelector('[data-send]')).focus();
}

/* ---- sending -------------------------------------------------------------------------------------------------------------- */

const SAID = 'kontor-said';

/** Where there is nothing but the ticket, the order's own page is the better answer; what was said on the way is said there. */
function continueTo(words, address) {
  try {
    sessionStorage.setItem(SAID, JSON.stringify({ words, address }));
  } catch {
    /* Without it the page tells how the order stands all the same. */
  }
  location.assign(address);
}

function succeed(ticket, page, address) {
  const words = page.querySelector('.flash')?.textContent.trim() ?? 'The order was sent.';
  if (ticket.closest('.ticket-page')) {
    continueTo(words, address);
    return;
  }
  const again = page.querySelector('[data-again]')?.getAttribute('href');
  const isCopy = words.startsWith('You already sent this ticket');
  say(
    ticket,
    [`${words} `, link(address, 'See the order'), ...(isCopy && again ? [' ', link(again, 'Order again')] : [])],
    true,
  );
  ticket.elements.client_order_id.value = reference();
  for (const field of ticket.querySelectorAll('[data-refused]')) delete field.dataset.refused;
  const here = new URL(location.href);
  here.searchParams.delete('client_order_id');
  here.searchParams.delete('unsent');
  ticket.querySelector('[data-unsent]')?.remove();
  window.history.replaceState(window.history.state, '', here.href);
  ticket.dispatchEvent(new CustomEvent('order-sent', { bubbles: true }));
}

const isOrders = (address) => /^\/(?:orders|desk)\b/.test(new URL(address).pathname);

/** Shows the result. A ticket without a known result keeps its reference, so that sending it again cannot place a second order. */
export async function send(ticket) {
  const body = new URLSearchParams(new FormData(ticket));
  const answer = await fetch(ticket.action, {
    method: 'POST',
    headers: { accept: 'text/html', prefer: 'status=401' },
    body,
  }).catch(() => null);
  const text = answer === null ? null : await answer.text().catch(() => null);
  if (text === null) showUnknownOutcome(ticket, 'nothing came back');
  else showResult(ticket, answer, new DOMParser().parseFromString(text, 'text/html'));
}

function showResult(ticket, answer, page) {
  const fresh = page.querySelector('form[data-ticket]');
  if (answer.redirected && isOrders(answer.url)) succeed(ticket, page, answer.url);
  else if (answer.redirected || answer.status === 401) showSignedOut(ticket);
  else if (answer.status >= 500) showUnknownOutcome(ticket, 'the service had a fault');
  else if (page.querySelector('a[href="/docs/errors/foreign_form"]')) showForeignAnswer(ticket);
  else if (fresh) takeFaults(ticket, fresh);
  else
    say(
      ticket,
      [`No order was placed. ${page.querySelector('.refusal, .problem .lead')?.textContent.trim() ?? ''}`],
      false,
    );
}
