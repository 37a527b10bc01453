/* A ticket is sent from where it stands, once, and what came of it is said there. Its reference stays as long as it is not known whether it made an order. */

import { clearRefusedEntries, takeFaults } from './ticket-faults.js';
import {
  createLink,
  findElement,
  getElement,
  getField,
  postForm,
  readValue,
  toFormBody,
  toSignInUrl,
} from '../page-parts.js';

const createReference = (): string =>
  `web-${[...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/* ---- what was said before ----------------------------------------------------------------------------------------------- */

/** A result is of the last action: what is said of another takes its place. A failure, or what is not known, stays. */
export function clearResult(ticket: HTMLFormElement): void {
  if (!getElement('[data-sent]', ticket).classList.contains('failed')) clearMessage(ticket);
}

export const clearMessage = (ticket: HTMLFormElement): void => showMessage(ticket, [], true);

/** How an order stands has changed. What else is said of it stays: that there is no second one remains true. */
export function clearOrderState(ticket: HTMLFormElement): void {
  const output = getElement('[data-sent]', ticket);
  const state = findElement('.state', output);
  if (state === null) clearMessage(ticket);
  state?.remove();
  delete output.dataset.order;
}

/* ---- what is said now ----------------------------------------------------------------------------------------------------- */

function showMessage(ticket: HTMLFormElement, parts: readonly (string | Node)[], isGood: boolean): void {
  const output = getElement('[data-sent]', ticket);
  output.classList.toggle('failed', !isGood);
  delete output.dataset.order;
  output.replaceChildren(...parts);
  if (parts.length > 0) output.scrollIntoView({ block: 'nearest' });
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
function toTicketUrl(ticket: HTMLFormElement): string {
  const address = new URL(location.href);
  address.searchParams.delete('price');
  const values = toFormBody(ticket);
  for (const name of KEPT) {
    const text = (values.get(name) ?? '').trim();
    if (text === '' || text.length > 64) address.searchParams.delete(name);
    else address.searchParams.set(name, text);
  }
  address.searchParams.set('unsent', 'yes');
  return `${address.pathname}${address.search}`;
}

export function showSignedOutTicket(ticket: HTMLFormElement): void {
  const link = createLink(toSignInUrl(toTicketUrl(ticket)), 'Sign in and come back here');
  showMessage(ticket, ['No order was placed: you are signed out. ', link], false);
}

function showForeignAnswer(ticket: HTMLFormElement): void {
  const link = createLink(`/desk/${readValue(ticket, 'instrument_id')}`, `Open ${ticket.dataset.symbol ?? ''} again`);
  showMessage(
    ticket,
    ['No order was placed. This page was opened in another session or is too old; open it again. ', link],
    false,
  );
}

const showUnknownOutcome = (ticket: HTMLFormElement, why: string): void =>
  showMessage(
    ticket,
    [`It is not known whether it was sent: ${why}. Send again; the same reference makes one order only.`],
    false,
  );

/* ---- sending -------------------------------------------------------------------------------------------------------------- */

const SAID = 'kontor-said';

/** Where there is nothing but the ticket, the order's own page is the better answer; what was said on the way is said there. */
function continueTo(words: string, address: string): void {
  try {
    sessionStorage.setItem(SAID, JSON.stringify({ words, address }));
  } catch {
    /* Without it the page tells how the order stands all the same. */
  }
  location.assign(address);
}

const COPY = /^You already sent this ticket\..*; no second order was placed\./;

/** The page of the order is newer than what was said on the way to it; that there is no second order, only the way says. */
function readResult(page: Document): Readonly<{ copy: string; state: string }> {
  const flash = page.querySelector('.flash')?.textContent.trim() ?? 'The order was sent.';
  const copy = COPY.exec(flash)?.[0] ?? '';
  const says = page.querySelector<HTMLElement>('[data-order]')?.dataset.says;
  return { copy, state: says ?? flash.slice(copy.length).trim() };
}

/** What was said on the way stays true; how the order stands is in an element of its own, which goes when it changes. */
function describeResult({ copy, state }: ReturnType<typeof readResult>): readonly (string | Node)[] {
  if (copy === '') return [`${state} `];
  const element = Object.assign(document.createElement('span'), { className: 'state', textContent: `${state} ` });
  return [`${copy} `, element];
}

function succeed(ticket: HTMLFormElement, page: Document, address: string): void {
  const result = readResult(page);
  if (ticket.closest('.ticket-page')) {
    continueTo(`${result.copy} ${result.state}`.trim(), address);
    return;
  }
  const again = result.copy === '' ? null : page.querySelector('[data-again]')?.getAttribute('href');
  showMessage(
    ticket,
    [
      ...describeResult(result),
      createLink(address, 'See the order'),
      ' ',
      result.copy === '' ? createRepeatButton(ticket) : again ? createLink(again, 'Order again') : '',
    ],
    true,
  );
  const { order, revision } = page.querySelector<HTMLElement>('[data-order]')?.dataset ?? {};
  if (order !== undefined) Object.assign(getElement('[data-sent]', ticket).dataset, { order, revision });
  getField(ticket, 'client_order_id').value = createReference();
  empty(ticket);
  clearRefusedEntries(ticket);
  forgetUnsent(ticket);
  ticket.dispatchEvent(new CustomEvent('order-sent', { bubbles: true }));
}

function forgetUnsent(ticket: HTMLFormElement): void {
  const here = new URL(location.href);
  here.searchParams.delete('client_order_id');
  here.searchParams.delete('unsent');
  ticket.querySelector('[data-unsent]')?.remove();
  window.history.replaceState(window.history.state, '', here.href);
}

const EMPTIED = ['quantity', 'limit_price', 'stop_price'];

/** Enters what was sent once more, and sends nothing: that takes another press. */
function createRepeatButton(ticket: HTMLFormElement): HTMLButtonElement {
  const sent = EMPTIED.map((name) => [name, getField(ticket, name).value] as const);
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Same again' });
  button.addEventListener('click', () => {
    for (const [name, text] of sent) getField(ticket, name).value = text;
    getField(ticket, 'quantity').dispatchEvent(new Event('input', { bubbles: true }));
    getElement('[data-send]', ticket).focus();
  });
  return button;
}

/** What was sent, also at an earlier press, is not sent again by one more: its reference is another now. The next order begins with the same side, without quantity and price. */
function empty(ticket: HTMLFormElement): void {
  for (const name of EMPTIED) getField(ticket, name).value = '';
  if (document.activeElement instanceof HTMLElement && ticket.contains(document.activeElement))
    document.activeElement.blur();
}

const isOrders = (address: string): boolean => /^\/(?:orders|desk)\b/.test(new URL(address).pathname);

/** Shows the result. A ticket without a known result keeps its reference, so that sending it again cannot place a second order. */
export async function send(ticket: HTMLFormElement): Promise<void> {
  const result = await postForm(ticket.action, toFormBody(ticket));
  if (result === null) showUnknownOutcome(ticket, 'nothing came back');
  else showResult(ticket, result.answer, result.page);
}

function showResult(ticket: HTMLFormElement, answer: Response, page: Document): void {
  const fresh = page.querySelector<HTMLFormElement>('form[data-ticket]');
  if (answer.redirected && isOrders(answer.url)) succeed(ticket, page, answer.url);
  else if (answer.redirected || answer.status === 401) showSignedOutTicket(ticket);
  else if (answer.status >= 500) showUnknownOutcome(ticket, 'the service had a fault');
  else if (page.querySelector('a[href="/docs/errors/foreign_form"]')) showForeignAnswer(ticket);
  else if (fresh) takeFaults(ticket, fresh);
  else
    showMessage(
      ticket,
      [`No order was placed. ${page.querySelector('.refusal, .problem .lead')?.textContent.trim() ?? ''}`],
      false,
    );
}
