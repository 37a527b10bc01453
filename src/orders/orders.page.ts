import type { AccountBar } from '../accounts/account-rights.js';
import { wayOn } from '../http/csv-link.page.js';
import { ownForm } from '../http/fields.page.js';
import { digitsOf } from '../http/figures.js';
import { type Html, html } from '../http/html.js';
import { briefly } from '../http/moment.page.js';
import type { PageContent, Visit } from '../http/page.js';
import { onBehalfWords, placement } from './on-behalf.page.js';
import type { OrderView, ToldOrders } from './order.view.js';
import { priceIn, tradedIn } from '../http/price-text.js';
import { orderFilter, statusTabs } from './orders-filter.page.js';
import { pauseInShort, waitingAmong } from './pause.page.js';
import type { PauseView } from './pause.view.js';
import { ownReference, stateWords, typeWords } from './state-words.js';
import { tradingPages } from './trading-lists.page.js';

/** What somebody has ordered, the newest first, with what can still be done about it; it changes by itself where there is a script. */
export function ordersPage(orders: ToldOrders, visit: Visit): PageContent {
  const { path } = visit;
  return {
    title: 'Orders',
    styles: ['orders.css'],
    scripts: ['orders.js', 'blotter.js'],
    body: html`<article class="listing blotter-page">
<header class="head"><h1>Orders</h1><p class="actions"><a class="button primary" href="/orders/new" data-key="n">New order</a>${isTheirs(orders) && html` <a class="button" href="${cancelAll(path)}">Cancel many …</a>`}</p></header>
${tradingPages(path)}
${statusTabs(path)}
${orderFilter(visit)}
<div id="pauses">${waitingAmong(orders.pauses ?? [], visit)}</div>
<p class="news" role="status" data-news></p>
<div id="blotter" data-asked="${askedOf(path)}" data-markets="${marketsOf(orders)}">
${orders.length === 0 ? nothing(path) : blotter(orders, visit)}
${orders.some(({ status }) => status === 'Open') && cancelForm(visit)}
</div>
${wayOn(visit, orders.length > 0)}
</article>`,
  };
}

/** Whether any of these accounts is the reader's to trade; of an empty list nothing is known. */
const isTheirs = (orders: ToldOrders): boolean =>
  orders.length === 0 || orders.some((order) => barOn(orders, order) === null);

const barOn = ({ bars = [] }: ToldOrders, order: OrderView): AccountBar | null =>
  bars.find((one) => one.acct_id === order.acct_id)?.bar ?? null;

const pauseOn = ({ pauses = [] }: ToldOrders, order: OrderView): PauseView | null =>
  pauses.find((one) => one.instrument_id === order.instrument_id) ?? null;

/** Where something works, and whether it trades there: the script asks anew when that changes. */
function marketsOf(orders: ToldOrders): string {
  const working = orders.filter(({ status }) => status === 'Open');
  return JSON.stringify(
    Object.fromEntries(working.map((order) => [order.instrument_id, pauseOn(orders, order)?.status ?? 'Open'])),
  );
}

/** One form for all rows: their buttons name it, and the order. */
const cancelForm = (visit: Visit): Html =>
  html`<form method="post" action="/orderactions" id="cancel">${ownForm(visit)}<input type="hidden" name="action_type" value="OrderCancellation"><input type="hidden" name="_back" value="${visit.path}"></form>`;

/** A line of the list: light, because there may be a thousand. What a column is called, the script reads from its head. */
type Column = Readonly<{ key: string; title: string; cell: (order: OrderView) => Html }>;

function blotter(orders: ToldOrders, visit: Visit): Html {
  const columns = columnsFor(orders, visit);
  return html`<section class="scroll blotter" tabindex="0" aria-label="Orders">
<table class="rows">
<thead><tr>${columns.map(({ key, title }) => html`<th scope="col" data-f="${key}"${key in marks && html` class="n"`}>${title}</th>`)}</tr></thead>
<tbody>
${orders.map((order) => html`<tr id="o${order.id}" data-v="${order.revision}" data-d="${tradedIn(visit, order.instrument_id).decimals}"${order.status === 'Open' && html` class="open"`}>${columns.map(({ cell }) => cell(order))}</tr>\n`)}</tbody>
</table>
</section>`;
}

/** A column in which nothing stands takes the place of one in which something does. */
function columnsFor(orders: ToldOrders, visit: Visit): readonly Column[] {
  const { named } = visit;
  const price = (key: 'limit_price' | 'stop_price' | 'average_price', title: string): Column =>
    figure(key, title, (order) => priceIn(visit, order.instrument_id, order[key]));
  const some = (has: (order: OrderView) => boolean, column: Column): Column[] => (orders.some(has) ? [column] : []);
  const accounts = new Set(orders.map((order) => order.acct_id));
  return [
    { key: 'id', title: 'Order', cell: ({ id }) => html`<td><a href="/orders/${id}">${id}</a></td>` },
    {
      key: 'instrument_id',
      title: 'Instrument',
      cell: (order) => html`<td>${named('instrument_id', order.instrument_id)}</td>`,
    },
    { key: 'side', title: 'Side', cell: ({ side }) => html`<td class="${side.toLowerCase()}">${side}</td>` },
    figure('quantity', 'Quantity'),
    figure('filled_quantity', 'Filled'),
    ...some((order) => order.limit_price !== null, price('limit_price', 'Limit')),
    ...some((order) => order.stop_price !== null, price('stop_price', 'Stop')),
    price('average_price', 'Average'),
    { key: 'state', title: 'State', cell: (order) => html`<td>${stateBadge(order)}</td>` },
    {
      key: 'actions',
      title: 'Actions',
      cell: (order) =>
        html`<td class="do">${order.status === 'Open' && actionsOn(order, barOn(orders, order), pauseOn(orders, order))}</td>`,
    },
    {
      key: 'order_type',
      title: 'Type',
      cell: (order) => html`<td>${typeWords[order.order_type]} ${order.time_in_force}</td>`,
    },
    { key: 'updated_at', title: 'Changed', cell: (order) => html`<td>${briefly(order.updated_at)}</td>` },
    ...(accounts.size > 1
      ? [
          {
            key: 'acct_id',
            title: 'Account',
            cell: (order: OrderView) => html`<td>${named('acct_id', order.acct_id)}</td>`,
          },
        ]
      : []),
    ...some((order) => placement(order) !== null, {
      key: 'placed_by',
      title: 'On behalf',
      cell: (order) => html`<td>${placedIn(order, visit)}</td>`,
    }),
    ...some((order) => ownReference(order.client_order_id) !== null, {
      key: 'client_order_id',
      title: 'Reference',
      cell: (order) => html`<td>${ownReference(order.client_order_id)}</td>`,
    }),
  ];
}

function placedIn(order: OrderView, visit: Visit): string {
  const onBehalf = placement(order);
  return onBehalf === null ? '' : onBehalfWords('placed', onBehalf, visit);
}

/** Where there is no room for heads, figures say themselves what they are. */
const marks = {
  quantity: '',
  filled_quantity: ' f',
  limit_price: ' l',
  stop_price: ' s',
  average_price: ' a',
} as const;

/** Instruments have prices of different lengths, so figures stand at the right of their column. */
function figure(
  key: keyof typeof marks,
  title: string,
  of: (order: OrderView) => unknown = (order) => order[key],
): Column {
  return { key, title, cell: (order) => html`<td class="n${marks[key]}">${digitsOf(of(order)) ?? ''}</td>` };
}

const barsInShort: Readonly<Record<AccountBar, string>> = { Read: 'yours to look at', Disabled: 'account disabled' };

function actionsOn(order: OrderView, bar: AccountBar | null, pause: PauseView | null): Html {
  return bar === null ? actions(order, pause) : html`<span class="hint">${barsInShort[bar]}</span>`;
}

/** Twenty buttons of the same name say nothing to somebody who hears them one after another. Where nothing trades, the reason stands in place of what cannot be done. */
export const actions = ({ id }: Pick<OrderView, 'id'>, pause: PauseView | null): Html =>
  html`${pause === null ? html`<a href="/orders/${id}/modification" aria-label="Change order ${id}">Change</a>` : html`<small>${pauseInShort[pause.status]}</small>`} <button type="submit" form="cancel" name="order_id" value="${id}" aria-label="Cancel order ${id}">Cancel</button>`;

const looks: Readonly<Record<OrderView['status'], string>> = {
  Open: ' warn',
  Filled: ' good',
  Cancelled: '',
  Expired: '',
  Rejected: ' bad',
};

export function stateBadge({ status, state }: Pick<OrderView, 'status' | 'state'>): Html {
  return html`<span class="badge${looks[status]}">${stateWords[state]}</span>`;
}

/** By what the script knows whether a new order belongs to this list. */
function askedOf(path: string): string {
  const { searchParams } = new URL(path, 'http://here');
  const isFirst = !searchParams.has('cursor') && searchParams.get('newest') !== 'false';
  const asked = [
    'status',
    'acct_id',
    'instrument_id',
    'symbol',
    'side',
    'client_order_id',
    'session_date',
    'updated_since',
    'from',
    'to',
  ].flatMap((name) => searchParams.getAll(name).flatMap((value) => (value === '' ? [] : [[name, value]])));
  return JSON.stringify({ isFirst, asked });
}

function cancelAll(path: string): string {
  const { searchParams } = new URL(path, 'http://here');
  const query = new URLSearchParams(
    ['acct_id', 'instrument_id', 'side'].flatMap((name) =>
      searchParams.get(name) ? [[name, searchParams.get(name) ?? '']] : [],
    ),
  );
  return `/orders/cancellation${query.size > 0 ? `?${query}` : ''}`;
}

function nothing(path: string): Html {
  const isAll = !path.includes('?');
  return isAll
    ? html`<p class="empty">You have ordered nothing yet.</p><p>Choose what to trade in the <a href="/marketdata">market</a>, or <a href="/orders/new">give an order</a> at once.</p>`
    : html`<p class="empty">No order is like that. <a href="/orders">Show all orders</a></p>`;
}
