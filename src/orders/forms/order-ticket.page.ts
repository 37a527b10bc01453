import { BACK_LABEL } from '../../pages/error.page.js';
import { type FormState, emptyForm, renderFormToken, renderFormError } from '../../pages/fields.page.js';
import { type Html, html, renderJsonAttribute } from '../../pages/html.js';
import { formatPrice } from '../../money/price-text.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { renderAccount, renderAccountChoice, renderConsent, renderOtherAccount } from './order-ticket-account.page.js';
import {
  renderInstrumentChoice,
  renderSelectField,
  renderDateField,
  renderFault,
  renderFieldAttributes,
  renderTextField,
} from './order-ticket-fields.page.js';
import { renderSubmissionNotice } from '../pause.page.js';
import { serializeTicket } from './order-form-state.js';
import { TICKET_TYPES, findTicketType, timeInForceChoices } from './order-ticket-types.js';
import type { OrderTicketView } from './order-ticket.view.js';
import { TIMES_IN_FORCE } from '../actions/order-submissions.dto.js';

type TicketInstrument = NonNullable<OrderTicketView['instrument']>;

/** The page for placing an order: first the instrument is chosen, then the rest. */
export function orderTicketPage(
  view: OrderTicketView,
  context: PageContext,
  form: SentTicket = emptyForm,
): PageContent {
  const { instrument } = view;
  const { backUrl = null } = context;
  const title = instrument === null ? 'New order' : `New order in ${instrument.symbol}`;
  return {
    title,
    styles: instrument === null ? ['ticket.css', 'cards.css', 'instrument-choice.css'] : ['ticket.css'],
    scripts: ['ticket.js'],
    body: html`<article class="ticket-page">
<p class="back">${backUrl === null ? html`<a href="/orders">All orders</a>` : html`<a href="${backUrl}">${BACK_LABEL}</a>`}</p>
<h1>${title}</h1>
${instrument === null ? renderInstrumentChoice(view) : html`${renderInstrumentDetails(view, instrument)}${renderTicketForm(view, context, form)}`}
</article>`,
  };
}

/** The sent input of a ticket: rejected, where the venue stores the order under an id, or previewed. */
type SentTicket = FormState & Readonly<{ rejected?: number | null; preview?: Html }>;

/** The ticket as part of a page. `sent` is its rejected input. */
export function renderTicketForm(view: OrderTicketView, context: PageContext, entered: SentTicket = emptyForm): Html {
  const { instrument } = view;
  if (instrument === null) return html`<p class="empty">Choose an instrument first.</p>`;
  if (view.accounts.length === 0 && !view.has_more_accounts)
    return html`${renderCurrencyMismatch(view)}${renderRestrictedAccounts(view)}${renderNoAccount(view, instrument)}${renderAccountChoice(view, context)}`;
  const form: FormState = { ...entered, values: { ...view.values, ...entered.values } };
  const type = findTicketType(form.values['action_type']);
  return html`${renderOtherAccount(view, context)}${renderAccountChoice(view, context)}<form class="ticket" method="post" action="/orders/ticket" data-ticket data-tick="${instrument.tick_size}" data-symbol="${instrument.symbol}" novalidate aria-label="Order in ${instrument.symbol}">
${renderUnsentNotice(view)}${renderCurrencyMismatch(view)}${renderRestrictedAccounts(view)}<div id="pause">${renderSubmissionNotice(instrument.pause ?? null, instrument.symbol)}</div>${renderFormToken(context)}
<input type="hidden" name="instrument_id" value="${instrument.id}">
<input type="hidden" name="action_type" value="${type.type}">
<input type="hidden" name="_ticket" value=${renderJsonAttribute(serializeTicket(view))}>${renderExpectedPosition(form)}
${renderTypeTabs(context, form)}
<p class="hint does" data-does>${type.description}</p>
${renderSide(form)}
<div class="numbers">
${renderTextField({ name: 'quantity', label: 'Quantity', inputMode: 'numeric', isNarrow: true }, form)}
${renderTextField({ name: 'stop_price', label: 'Stop price', inputMode: 'decimal', fits: type.prices.includes('stop_price'), describedBy: 'steps', isNarrow: true }, form)}
${renderTextField({ name: 'limit_price', label: 'Limit price', inputMode: 'decimal', fits: type.prices.includes('limit_price'), describedBy: 'steps', isNarrow: true }, form)}
</div>
<p class="hint steps" id="steps"${type.prices.length === 0 && ' hidden'}>${describeTick(instrument)}</p>
${renderAccount(view, context, form)}
<div class="life">
${renderSelectField(
  { name: 'time_in_force', label: 'Time in force' },
  TIMES_IN_FORCE.map((value) => ({ value, label: timeInForceChoices[value], fits: type.times.includes(value) })),
  form,
)}
${renderDateField({ name: 'expire_date', label: 'Expires', isRequired: false, fits: type.type !== 'MarketOrderSub', hint: 'The date of its last session.' }, form)}
</div>
${renderPostOnly(type.type === 'LimitOrderSub', form)}
${renderReferenceFields(form)}
${renderConsent(view, form)}<p class="hint warn" data-warn role="status"></p>
<div class="answer">
<div class="refused">${renderRejection(entered)}${(['quantity', 'stop_price', 'limit_price'] as const).map((name) => renderFault(name, form))}</div>
<div class="preview" data-preview aria-live="polite">${entered.preview}</div>
<output class="sent" data-sent></output>
</div>
${renderSubmit(instrument, context)}
</form>`;
}

/**
 * Orders that would be rejected are not offered. A script enables the button when trading resumes; without one the page
 * is reloaded.
 */
function renderSubmit({ pause }: TicketInstrument, { path }: PageContext): Html {
  if (pause === null)
    return html`<p class="actions" id="sending"><button type="submit" class="primary" data-send>Place order</button> <button type="submit" formaction="/orders/ticket/preview" data-previews>Preview</button></p>`;
  const [buttonText, canRetry] =
    pause.status === 'Halted'
      ? ['Trading is halted', true]
      : pause.status === 'Closed'
        ? ['The market is closed', true]
        : ['Expired', false];
  return html`<p class="actions" id="sending"><button type="submit" data-send disabled>${buttonText}</button>${canRetry && html` <a href="${path}">Check again</a>`}</p>`;
}

/** A position is closed as it stood on the page that asked for it, also after a question. */
const renderExpectedPosition = ({ values: { _position: position } }: FormState): Html | false =>
  position !== undefined && html`<input type="hidden" name="_position" value="${position}">`;

/** A ticket that was sent without a session is not rejected: the user can send it now. */
const renderUnsentNotice = ({ is_unsent: isUnsent }: OrderTicketView): Html | false =>
  isUnsent &&
  html`<p class="pause" data-unsent>You were signed out when you sent this, so no order was placed. Your entries are still here: check them, and send them if you still want the order.</p>\n`;

const renderRejection = ({ rejected = null, ...entered }: SentTicket): Html | null =>
  rejected === null
    ? renderFormError(entered)
    : html`<p class="refusal" role="alert">${entered.formError} <a href="/orders/${rejected}">See order ${rejected}</a></p>`;

const describeTick = ({ tick_size: tick, tick_value: tickValue, currency }: TicketInstrument): string =>
  `The price tick is ${tick}; one tick is worth ${formatPrice(tickValue, 2)} ${currency} per unit.`;

/** Without a script each order type is a page of its own; a script changes the ticket in place. */
function renderTypeTabs({ path }: PageContext, { values }: FormState): Html {
  const currentType = findTicketType(values['action_type']);
  return html`<nav class="kinds" aria-label="Type of order"><ul>${TICKET_TYPES.map(
    (one) =>
      html`<li><a href="${toTicketUrl(path, { ...values, action_type: one.type })}"${one === currentType && html` aria-current="true"`} data-type="${one.type}" data-words="${one.description}" data-prices="${one.prices.join(' ')}" data-times="${one.times.join(' ')}">${one.label}</a></li>`,
  )}</ul></nav>`;
}

const ticketParameters = [
  'instrument_id',
  'acct_id',
  'side',
  'quantity',
  'tag',
  'action_type',
  'client_order_id',
] as const;

/**
 * The URL of this page with another order type and the same other entries, for a page without a URL of its own as well.
 */
function toTicketUrl(path: string, values: Readonly<Record<string, string>>): string {
  const { pathname, searchParams } = new URL(path, 'http://here');
  const isTicket = /^\/(?:orders\/new|desk\/)/.test(pathname);
  const query = isTicket ? new URLSearchParams(searchParams) : new URLSearchParams();
  for (const name of isTicket ? (['action_type'] as const) : ticketParameters)
    if (values[name]) query.set(name, values[name]);
  for (const name of ['limit_price', 'stop_price', 'time_in_force', 'expire_date', 'post_only']) query.delete(name);
  return `${isTicket ? pathname : '/orders/new'}?${query}`;
}

function renderSide(form: FormState): Html {
  const renderButton = (value: 'Buy' | 'Sell'): Html =>
    html`<label class="${value.toLowerCase()}"><input type="radio" name="side" value="${value}"${form.values['side'] === value && ' checked'} required${'side' in form.fieldErrors && html` aria-describedby="side-fault"`}>${value}</label>`;
  return html`<fieldset class="side"><legend class="hidden">Side</legend>
${renderButton('Buy')}${renderButton('Sell')}
${renderFault('side', form)}
</fieldset>`;
}

function renderPostOnly(fits: boolean, form: FormState): Html {
  const field = { name: 'post_only', label: '', hint: '', isRequired: false, fits };
  return html`<div class="field choice post_only"${!fits && ' hidden'}>
<input id="post_only" type="checkbox" name="post_only" value="yes"${form.values['post_only'] === 'yes' && ' checked'}${renderFieldAttributes(field, form)}>
<label for="post_only">Post only</label>
<p class="hint" id="post_only-hint">Never takes liquidity: if it would trade at once, it is canceled.</p>
${renderFault('post_only', form)}
</div>`;
}

function renderReferenceFields(form: FormState): Html {
  const isOpen = ['client_order_id', 'tag'].some((name) => form.fieldErrors[name] !== undefined);
  return html`<details class="names"${isOpen && ' open'}><summary>Reference and tag</summary>
${renderTextField({ name: 'client_order_id', label: 'Your reference', hint: 'A reference is unique in an account: a ticket that is sent twice places one order.' }, form)}
${renderTextField({ name: 'tag', label: 'Tag', isOptional: true, hint: 'Stored with the order and shown on its page.' }, form)}
</details>`;
}

/** The entries that stay when another instrument is chosen: no prices and no reference. */
const orderParameters: ReadonlySet<string> = new Set([
  'acct_id',
  'side',
  'action_type',
  'quantity',
  'time_in_force',
  'tag',
]);

function renderInstrumentDetails({ values }: OrderTicketView, { product, expiration }: TicketInstrument): Html {
  const others = Object.fromEntries(Object.entries(values).filter(([name]) => orderParameters.has(name)));
  return html`<p class="lead">${product}${expiration !== null && html`, last session <time datetime="${expiration}">${expiration}</time>`}. <a href="/orders/new?${new URLSearchParams(others).toString()}">Another instrument</a></p>`;
}

/** The requested account cannot trade this instrument: the page says so and does not choose another. */
function renderCurrencyMismatch({ misfit: account, instrument }: OrderTicketView): Html | false {
  if (account === null || instrument === null) return false;
  const { id, name, currency } = account;
  return html`<p class="refusal misfit">${name} (account ${id}) trades in ${currency}, and ${instrument.symbol} in ${instrument.currency}: it cannot trade this. <a href="/orders/new?acct_id=${id}">What it can trade</a></p>\n`;
}

/** An account that the user can view but not trade is named. */
const renderRestrictedAccounts = ({ barred: accounts }: OrderTicketView): Html =>
  html`${accounts.map(({ id, name, bar }) => html`<p class="pause">${bar === 'Read' ? html`You can view <a href="/accounts/${id}">${name}</a> (account ${id}) but not trade it.` : html`<a href="/accounts/${id}">${name}</a> (account ${id}) is disabled: nothing trades in it until an administrator enables it.`}</p>\n`)}`;

function renderNoAccount({ others, other }: OrderTicketView, { symbol, currency }: TicketInstrument): Html | false {
  return (
    other === null &&
    html`<p class="refusal">You have no account in ${currency}, the currency of ${symbol}. <a href="/accounts">${others === null ? 'Your accounts' : 'Accounts'}</a></p>`
  );
}
