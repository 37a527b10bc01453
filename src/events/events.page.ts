import type { MoneyValueView } from '../reconciliation/money-values/money-value.view.js';
import type { PostedListView } from '../reconciliation/positions/reference-positions.view.js';
import type { ExactNumber } from '../money/exact-number.js';
import { toDigits, toInstrumentPrice, toInstrumentFormat } from '../pages/number-format.js';
import { type Html, html } from '../pages/html.js';
import { formatExactMoney } from '../pages/money.page.js';
import type { PageContent, PageContext } from '../pages/page.js';
import type { FillView } from '../orders/lists/fill.view.js';
import { describeOpenOrder, describeOrderStatus } from '../orders/order-text.js';
import { EVENT_TYPES, type EventType, eventNames } from './account-event.js';
import type {
  AccountChangedView,
  AccountGrantedView,
  BreakEventView,
  EventView,
  OrderEventView,
  PositionEventView,
} from './event.view.js';
import { renderAccountFilter } from '../pages/account-field.page.js';
import { renderListLinks, type TableColumn, renderTable } from '../pages/table.page.js';
import { renderTimestamp } from '../pages/timestamp.page.js';

/** The events, and for the page the place of the latest ones. JSON omits `latest`, because it is no array element. */
export type EventViews = EventView[] & { latest?: string };

export function eventsPage(events: EventViews, context: PageContext): PageContent {
  const { path } = context;
  const { searchParams } = new URL(path, 'http://here');
  return {
    title: 'Events',
    styles: ['cards.css'],
    body: html`<article class="listing">
<h1>Events</h1>
<p class="lead">Events of your accounts, oldest first.</p>
${renderFilters(searchParams, events.latest, context)}
${events.length === 0 ? html`<p class="empty">No events match this filter.</p>` : renderTable('Events', events, createColumns(context), { areCards: true })}
${renderListLinks(context, events.length > 0, 'Next events')}
${renderForPrograms(context)}
</article>`,
  };
}

const createColumns = (context: PageContext): readonly TableColumn<EventView>[] => [
  { title: 'Time', cell: ({ time }) => renderTimestamp(time) },
  {
    title: 'Account',
    isPlain: true,
    cell: ({ acct_id: acctId }) => html`<a href="/accounts/${acctId}">${context.getName('acct_id', acctId)}</a>`,
  },
  {
    title: 'Event',
    isPlain: true,
    cell: (event) => html`<span class="sentence">${describeEvent(event, context)}</span>`,
  },
  { title: 'Type', isPlain: true, cell: ({ type }) => html`<span title="${type}">${eventNames[type]}</span>` },
];

/** The filter form. It keeps the start of the list. */
function renderFilters(searchParams: URLSearchParams, latest: string | undefined, context: PageContext): Html {
  const after = searchParams.get('last_event_id');
  const chosen = searchParams.getAll('type');
  return html`<form class="search" method="get" action="/events" role="search">
${after !== null && html`<input type="hidden" name="last_event_id" value="${after}">`}
<div class="field"><label for="type">Type</label><select id="type" name="type"><option value="">All</option>${EVENT_TYPES.map((type) => html`<option value="${type}"${chosen.length === 1 && chosen[0] === type && ' selected'}>${eventNames[type]}</option>`)}</select></div>
${renderAccountFilter('acct_id', searchParams.get('acct_id') ?? '', context)}
<p><button type="submit">Show</button> ${searchParams.size > 0 && html`<a class="button" href="/events">From the beginning</a> `}${latest !== undefined && latest !== after && html`<a class="button" href="/events?last_event_id=${latest}">Latest events</a>`}</p>
</form>`;
}

function renderForPrograms({ baseUrl }: PageContext): Html {
  return html`<h2>For programs</h2>
<p>To receive events live, request this URL as <code>text/event-stream</code>.</p>
<pre><code>curl -N -H "Authorization: Bearer $TOKEN" -H "Accept: text/event-stream" ${baseUrl}/events</code></pre>
<p>After a disconnect, reconnect with the id of the last event as <code>Last-Event-ID</code>, so that no event is lost. <a href="/docs/streams">Read more about streams</a></p>`;
}

const describeAmount = (amount: ExactNumber | number): string => formatExactMoney(toDigits(amount) ?? '');

type NameSource = Pick<PageContext, 'getName'>;
type EventDescription<Data> = (data: Data, context: NameSource) => Html;

/** Describes an event as a sentence with links. */
export const describeEvent: EventDescription<EventView> = ({ type, data }, context) =>
  (words[type] as EventDescription<unknown>)(data, context);

const order: EventDescription<OrderEventView> = (view, context) =>
  html`<a href="/orders/${view.id}">${describeOrderStatus(view, toInstrumentFormat(context, view.instrument_id))}</a>`;

const describeModified: EventDescription<OrderEventView> = (view, context) =>
  view.leaves_quantity === 0
    ? order(view, context)
    : html`<a href="/orders/${view.id}">Order ${view.id} was modified: it now ${describeOpenOrder(view, toInstrumentFormat(context, view.instrument_id))}.</a>`;

const describeTriggered: EventDescription<OrderEventView> = (view, context) =>
  html`<a href="/orders/${view.id}">The market reached ${toDigits(toInstrumentPrice(context, view.instrument_id, view.stop_price))}: order ${view.id} was triggered.</a>`;

const fill: EventDescription<FillView> = (
  { side, quantity, price, order_id: orderId, instrument_id: instrumentId },
  context,
) =>
  html`${side === 'Buy' ? 'Bought' : 'Sold'} ${quantity} <a href="/desk/${instrumentId}">${context.getName('instrument_id', instrumentId)}</a> at ${toDigits(toInstrumentPrice(context, instrumentId, price))}, for <a href="/orders/${orderId}">order ${orderId}</a>.`;

const describePosition: EventDescription<PositionEventView> = (
  { acct_id: acctId, instrument_id: instrumentId, quantity, average_price: average, realised_pnl: realised, currency },
  context,
) => {
  const symbol = html`<a href="/positions?acct_id=${acctId}&amp;instrument_id=${instrumentId}">${context.getName('instrument_id', instrumentId)}</a>`;
  const held =
    quantity === 0
      ? html`flat in ${symbol}`
      : html`${Math.abs(quantity)} ${symbol} ${quantity > 0 ? 'long' : 'short'}, average price ${toDigits(toInstrumentPrice(context, instrumentId, average))}`;
  return html`Position: ${held}. Realized P&amp;L: ${describeAmount(realised)} ${currency}.`;
};

const describeAccount: EventDescription<AccountChangedView> = ({ id, name, enabled }) =>
  html`Account <a href="/accounts/${id}">${name}</a> changed. It is ${enabled ? 'enabled' : 'disabled'}.`;

const accessWords: Readonly<Record<string, string>> = {
  Read: 'can now view the account',
  Trade: 'can now view and trade the account',
};

/** Names the user only if the signed-in user may know the name; a number would say nothing. */
const describeGrant: EventDescription<AccountGrantedView> = ({ user_id: userId, access }, { getName }) =>
  html`${getName('user_id', userId) === String(userId) ? 'Another user' : getName('user_id', userId)} ${access === null ? 'no longer has access to the account' : accessWords[access]}.`;

const describeMoney: EventDescription<MoneyValueView> = ({
  acct_id: acctId,
  as_of: asOf,
  version,
  cash_balance: cash,
  net_liq: netLiq,
}) =>
  html`<a href="/accounts/${acctId}/moneyvals">Money values of ${asOf}</a>: ${describeAmount(cash)} in cash, ${describeAmount(netLiq)} net liquidation value${version > 1 && `, a correction (version ${version})`}.`;

const describeStatement: EventDescription<PostedListView> = ({ id, as_of: asOf, rows }) =>
  html`<a href="/refpositions/${id}">Reference positions of ${asOf}</a> were posted: ${rows === 1 ? '1 instrument' : `${rows} instruments`}.`;

const describeBreak: EventDescription<BreakEventView> = (
  { acct_id: acctId, as_of: asOf, instrument_id: instrumentId, internal, reference, status },
  { getName },
) =>
  html`<a href="/reconciliation/breaks?acct_id=${acctId}">Break in ${getName('instrument_id', instrumentId)} of ${asOf}</a>: the books have ${toDigits(internal)}, the back office ${toDigits(reference)}.${status === 'Closed' && (internal === reference ? ' Resolved.' : ' The figure of the back office was accepted.')}`;

const words: Readonly<Record<EventType, EventDescription<never>>> = {
  'account.changed': describeAccount,
  'account.granted': describeGrant,
  'money.stated': describeMoney,
  'positions.stated': describeStatement,
  'break.opened': describeBreak,
  'break.changed': describeBreak,
  'break.closed': describeBreak,
  'order.accepted': order,
  'order.rejected': order,
  'order.modified': describeModified,
  'order.triggered': describeTriggered,
  'order.traded': order,
  'order.cancelled': order,
  'order.expired': order,
  fill,
  'position.changed': describePosition,
};
