import { lookUp } from '../http/account-field.page.js';
import { type Entered, nothingEntered, ownForm, refusalOf } from '../http/fields.page.js';
import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { instrumentChoice } from './ticket-choice.page.js';
import { sentNow } from './pause.page.js';
import { chosen, dated, state, typed } from './ticket-fields.page.js';
import { ticketText } from './ticket-memory.js';
import { TICKET_TYPES, ticketType, timeWords } from './ticket-types.js';
import type { OrderTicketView } from './ticket.view.js';
import { TIMES_IN_FORCE } from './order-action-from-wire.js';

type Instrument = NonNullable<OrderTicketView['instrument']>;

/** Where somebody gives an order: first the instrument is chosen, then the rest. */
export function ticketPage(view: OrderTicketView, visit: Visit, form: RefusedTicket = nothingEntered): PageContent {
  const { instrument } = view;
  const title = instrument === null ? 'New order' : `New order in ${instrument.symbol}`;
  return {
    title,
    styles: ['orders.css'],
    scripts: ['orders.js'],
    body: html`<article class="ticket-page">
<p class="back"><a href="/orders">All orders</a></p>
<h1>${title}</h1>
${instrument === null ? instrumentChoice(view) : html`${instrumentFacts(view, instrument)}${ticketForm(view, visit, form)}`}
</article>`,
  };
}

/** What was typed into a ticket and refused; the venue keeps an order that its rules reject, under a number. */
type RefusedTicket = Entered & Readonly<{ rejected?: number | null }>;

/** The ticket alone, wherever it stands. `sent` is what was typed into it and refused. */
export function ticketForm(view: OrderTicketView, visit: Visit, sent: RefusedTicket = nothingEntered): Html {
  const { instrument } = view;
  if (instrument === null) return html`<p class="empty">Choose an instrument first.</p>`;
  if (view.accounts.length === 0 && !view.has_more_accounts)
    return html`${misfit(view)}${barred(view)}${noAccount(instrument)}`;
  const form: Entered = { ...sent, values: { ...view.values, ...sent.values } };
  const type = ticketType(form.values['action_type']);
  return html`<form class="ticket" method="post" action="/orderactions" data-ticket data-tick="${instrument.tick_size}" data-symbol="${instrument.symbol}" aria-label="Order in ${instrument.symbol}">
${unsent(view)}${misfit(view)}${barred(view)}<div id="pause">${sentNow(instrument.pause ?? null, instrument.symbol)}</div>${ownForm(visit)}
<input type="hidden" name="instrument_id" value="${instrument.id}">
<input type="hidden" name="action_type" value="${type.type}">
<input type="hidden" name="_ticket" value="${ticketText(view)}">
${refused(sent)}
${types(visit, form)}
<p class="hint does" data-does>${type.does}</p>
${side(form)}
<div class="numbers">
${typed({ name: 'quantity', label: 'Quantity', is: 'numeric' }, form)}
${typed({ name: 'stop_price', label: 'Stop price', is: 'decimal', fits: type.prices.includes('stop_price'), describedBy: 'steps' }, form)}
${typed({ name: 'limit_price', label: 'Limit price', is: 'decimal', fits: type.prices.includes('limit_price'), describedBy: 'steps' }, form)}
</div>
<p class="hint steps" id="steps"${type.prices.length === 0 && ' hidden'}>${tickWords(instrument)}</p>
${account(view, form)}
<div class="life">
${chosen(
  { name: 'time_in_force', label: 'Works' },
  TIMES_IN_FORCE.map((value) => ({ value, label: timeWords[value], fits: type.times.includes(value) })),
  form,
)}
${dated({ name: 'expire_date', label: 'Last session', isAsked: false, fits: type.type !== 'MarketOrderSub', hint: 'The date of it.' }, form)}
</div>
${postOnly(type.type === 'LimitOrderSub', form)}
${names(form)}
<p class="hint warn" data-warn role="status"></p>
${sending(instrument, visit)}
<output class="sent" data-sent></output>
</form>`;
}

/** What would be refused is not offered. A script brings the offer back as soon as trading is resumed; without one the page is looked at again. */
function sending({ pause }: Instrument, { path }: Visit): Html {
  if (pause === null)
    return html`<p class="actions" id="sending"><button type="submit" class="primary" data-send>Send the order</button></p>`;
  const [words, again] =
    pause.status === 'Halted'
      ? ['Not while trading is halted', true]
      : pause.status === 'Closed'
        ? ['Not while the market is closed', true]
        : ['It trades no more', false];
  return html`<p class="actions" id="sending"><button type="submit" data-send disabled>${words}</button>${again && html` <a href="${path}">Look again</a>`}</p>`;
}

/** What was sent without a session is told apart from what was refused: it is for the reader to send it now. */
const unsent = ({ is_unsent: isUnsent }: OrderTicketView): Html | false =>
  isUnsent &&
  html`<p class="pause" data-unsent>You were signed out when you sent this, so nothing was ordered. It stands here as you filled it in: look it through, and send it if you still want it.</p>\n`;

const refused = ({ rejected = null, ...sent }: RefusedTicket): Html | null =>
  rejected === null
    ? refusalOf(sent)
    : html`<p class="refusal" role="alert">${sent.refusal} <a href="/orders/${rejected}">See order ${rejected}</a></p>`;

const tickWords = ({ tick_size: tick, tick_value: worth, currency }: Instrument): string =>
  `Prices go in steps of ${tick}; one step is worth ${cents(worth)} ${currency} for each.`;

/** Money with the two digits that people expect behind the point, and more where it has more. */
const cents = (amount: string): string =>
  /\.\d\d/.test(amount) ? amount : amount.includes('.') ? `${amount}0` : `${amount}.00`;

/** Without a script each type is a page of its own, so that only what fits is there; a script changes the ticket in place. */
function types({ path }: Visit, { values }: Entered): Html {
  const here = ticketType(values['action_type']);
  return html`<nav class="kinds" aria-label="Type of order"><ul>${TICKET_TYPES.map(
    (one) =>
      html`<li><a href="${addressOf(path, { ...values, action_type: one.type })}"${one === here && html` aria-current="true"`} data-type="${one.type}" data-words="${one.does}" data-prices="${one.prices.join(' ')}" data-times="${one.times.join(' ')}">${one.label}</a></li>`,
  )}</ul></nav>`;
}

const kept = ['instrument_id', 'acct_id', 'side', 'quantity', 'tag', 'action_type', 'client_order_id'] as const;

/** This page again with another type of order: what else is chosen stays. A ticket that was refused stands where nothing can be asked for. */
function addressOf(path: string, values: Readonly<Record<string, string>>): string {
  const { pathname, searchParams } = new URL(path, 'http://here');
  const isTicket = pathname !== '/orderactions';
  const query = isTicket ? new URLSearchParams(searchParams) : new URLSearchParams();
  for (const name of isTicket ? (['action_type'] as const) : kept) if (values[name]) query.set(name, values[name]);
  for (const name of ['limit_price', 'stop_price', 'time_in_force', 'expire_date', 'post_only']) query.delete(name);
  return `${isTicket ? pathname : '/orders/new'}?${query}`;
}

function side(form: Entered): Html {
  const fault = form.faults['side'];
  const button = (value: 'Buy' | 'Sell'): Html =>
    html`<label class="${value.toLowerCase()}"><input type="radio" name="side" value="${value}"${form.values['side'] === value && ' checked'} required${fault !== undefined && html` aria-describedby="side-fault"`}>${value}</label>`;
  return html`<fieldset class="side"><legend class="hidden">Side</legend>
${button('Buy')}${button('Sell')}
${fault !== undefined && html`<p class="fault" id="side-fault">${fault}</p>`}
</fieldset>`;
}

function account({ accounts, has_more_accounts: hasMore }: OrderTicketView, form: Entered): Html {
  const [only, ...others] = accounts;
  if (hasMore || only === undefined)
    return typed({ name: 'acct_id', label: 'Account', is: 'numeric', hint: lookUp }, form);
  if (others.length === 0 && form.faults['acct_id'] === undefined)
    return html`<input type="hidden" name="acct_id" value="${only.id}"><p class="account">For <strong>${only.name}</strong> <span class="optional">account ${only.id}, ${only.currency}</span></p>`;
  return chosen(
    { name: 'acct_id', label: 'Account' },
    accounts.map(({ id, name, currency }) => ({ value: String(id), label: `${name} (${id}, ${currency})` })),
    form,
  );
}

function postOnly(fits: boolean, form: Entered): Html {
  const of = { name: 'post_only', label: '', hint: '', isAsked: false, fits };
  const fault = form.faults['post_only'];
  return html`<div class="field choice post_only"${!fits && ' hidden'}>
<input id="post_only" type="checkbox" name="post_only" value="yes"${form.values['post_only'] === 'yes' && ' checked'}${state(of, form)}>
<label for="post_only">Post only</label>
<p class="hint" id="post_only-hint">Waits in the book and never takes; if it would trade at once, it is cancelled.</p>
${fault !== undefined && html`<p class="fault" id="post_only-fault">${fault}</p>`}
</div>`;
}

function names(form: Entered): Html {
  const isOpen = ['client_order_id', 'tag'].some((name) => form.faults[name] !== undefined);
  return html`<details class="names"${isOpen && ' open'}><summary>Reference and remark</summary>
${typed({ name: 'client_order_id', label: 'Your reference', hint: 'An account has each reference once: a ticket that is sent twice makes one order.' }, form)}
${typed({ name: 'tag', label: 'Remark', isOptional: true, hint: 'Kept with the order, and shown on its page.' }, form)}
</details>`;
}

/** What stays when another instrument is chosen: not its prices, and not the name of an order that may have been sent. */
const ofTheOrder: ReadonlySet<string> = new Set(['acct_id', 'side', 'action_type', 'quantity', 'time_in_force', 'tag']);

function instrumentFacts({ values }: OrderTicketView, { product, expiration }: Instrument): Html {
  const others = Object.fromEntries(Object.entries(values).filter(([name]) => ofTheOrder.has(name)));
  return html`<p class="lead">${product}${expiration !== null && html`, last session <time datetime="${expiration}">${expiration}</time>`}. <a href="/orders/new?${new URLSearchParams(others).toString()}">Another instrument</a></p>`;
}

/** Somebody came here with an account that cannot trade this: it is said, and not quietly another one chosen. */
function misfit({ misfit: account, instrument }: OrderTicketView): Html | false {
  if (account === null || instrument === null) return false;
  const { id, name, currency } = account;
  return html`<p class="refusal misfit">${name} (account ${id}) trades in ${currency}, and ${instrument.symbol} in ${instrument.currency}: it cannot trade this. <a href="/orders/new?acct_id=${id}">What it can trade</a></p>\n`;
}

/** An account that the reader sees and cannot trade is not quietly left out. */
const barred = ({ barred: accounts }: OrderTicketView): Html =>
  html`${accounts.map(({ id, name, bar }) => html`<p class="pause">${bar === 'Read' ? html`You may look at <a href="/accounts/${id}">${name}</a> (account ${id}) and not trade it.` : html`<a href="/accounts/${id}">${name}</a> (account ${id}) is disabled: nothing trades in it until an administrator enables it.`}</p>\n`)}`;

function noAccount({ symbol, currency }: Instrument): Html {
  return html`<p class="refusal">You have no account that may trade ${symbol}: it trades in ${currency}. <a href="/accounts">Your accounts</a></p>`;
}
