import { type AccountBar, barLabels } from '../../accounts/account-rights.js';
import { cutLongEmail, renderBreakableEmail } from '../../pages/name-cells.page.js';
import { renderMarketMakerChoice } from '../../pages/choices.page.js';
import {
  type ColumnHead,
  listShownColumns,
  renderTableTools,
  renderHead,
  sortByAge,
  type TableSettings,
} from '../../pages/table-settings.page.js';
import { renderListLinks } from '../../pages/table.page.js';
import { renderFormToken } from '../../pages/fields.page.js';
import { toDigits, toInstrumentPrice, toInstrumentFormat, toShownAverage } from '../../pages/number-format.js';
import { type Html, html } from '../../pages/html.js';
import { renderBriefTimestamp } from '../../pages/timestamp.page.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { describeOnBehalf, findPlacedOnBehalf, type OnBehalfUsers } from '../on-behalf-text.page.js';
import { findPause, serializeFilter, serializeMarketStatuses } from './blotter-data.js';
import type { OrderView, OrdersPageView, PauseView } from '../order.view.js';
import { renderOrderFilter, renderStatusTabs, renderTradingTabs, toWholeList } from './trading-lists.page.js';
import { formatRejectionFigures } from '../figure-texts.js';
import { addSort } from './order-sorting.page.js';
import { pauseLabels, renderPauses } from '../pause.page.js';
import { omitGeneratedReference, orderStateLabels, orderTypeLabels, toReasonWords } from '../order-text.js';

/** The orders of a user, newest first, with their actions; it updates itself where there is a script. */
export function ordersPage(orders: OrdersPageView, context: PageContext): PageContent {
  const { path } = context;
  const offered = buildColumns(orders, context);
  const columns = orders.isSortable === true ? offered.map(addSort) : offered;
  return {
    title: 'Orders',
    styles: ['orders.css', 'ticket.css', 'cards.css'],
    scripts: ['ticket.js', 'blotter.js'],
    body: html`<article class="listing blotter-page">
<header class="head"><h1>Orders</h1><p class="actions"><a class="button primary" href="/orders/new" data-key="n">New order</a>${mayTradeAny(orders) && html` <a class="button" href="${toMassCancellationUrl(path)}">Cancel several …</a>`}</p></header>
${renderTradingTabs(path)}
${renderStatusTabs(path)}
${renderMarketMakerChoice(orders.marketMaker, path)}
<div class="list-tools">${orders.length > 0 && renderTableTools(columns, toSettings(context))}${renderOrderFilter(context)}</div>
<div id="pauses">${renderPauses(orders.pauses ?? [], context)}</div>
<p class="news" role="status" data-news></p>
<div id="blotter" data-asked="${serializeFilter(orders, path)}" data-markets="${serializeMarketStatuses(orders)}">
${orders.length === 0 ? renderEmptyList(context) : renderBlotter(orders, columns, context)}
${orders.some(({ status }) => status === 'Open') && renderCancelForm(context)}
</div>
${renderListLinks(context, orders.length > 0)}
</article>`,
  };
}

/** Whether any of these accounts is the reader's to trade; of an empty list nothing is known. */
const mayTradeAny = (orders: OrdersPageView): boolean =>
  orders.length === 0 || orders.some((order) => findRestriction(orders, order) === null);

const findRestriction = ({ bars = [] }: OrdersPageView, order: OrderView): AccountBar | null =>
  bars.find((one) => one.acct_id === order.acct_id)?.bar ?? null;

/** One form for all rows: their buttons name it, and the order. */
const renderCancelForm = (context: PageContext): Html =>
  html`<form method="post" action="/orders/ticket" id="cancel">${renderFormToken(context)}<input type="hidden" name="action_type" value="OrderCancellation"><input type="hidden" name="_back" value="${context.path}"></form>`;

/** A line of the list: light, because there may be a thousand. What a column is called, the script reads from its head. */
type Column = ColumnHead & Readonly<{ key: string; cell: (order: OrderView) => Html }>;

const toSettings = (context: PageContext): TableSettings => ({ table: 'orders', context });

function renderBlotter(orders: OrdersPageView, offered: readonly Column[], context: PageContext): Html {
  const columns = listShownColumns(offered, toSettings(context));
  const hidden = offered.flatMap((column) => (columns.includes(column) ? [] : [column.key]));
  return html`<section class="scroll blotter" tabindex="0" aria-label="Orders">
<table class="rows"${hidden.length > 0 && html` data-hidden="${hidden.join(' ')}"`}>
<thead><tr>${columns.map((column) => renderHead(column, context.path, html` data-f="${column.key}"${column.key in columnMarks && html` class="n"`}`))}</tr></thead>
<tbody>
${orders.map((order) => html`<tr id="o${order.id}" data-v="${order.revision}" data-d="${toInstrumentFormat(context, order.instrument_id).decimals}"${order.status === 'Open' && html` class="open"`}>${columns.map(({ cell }) => cell(order))}</tr>\n`)}</tbody>
</table>
</section>`;
}

/** A column in which nothing stands takes the place of one in which something does. */
function buildColumns(orders: OrdersPageView, context: PageContext): readonly Column[] {
  const buildPriceColumn = (key: 'limit_price' | 'stop_price', title: string): Column =>
    buildNumberColumn(key, title, (order) => toInstrumentPrice(context, order.instrument_id, order[key]));
  const buildColumnIf = (isFilled: (order: OrderView) => boolean, column: Column): Column[] =>
    orders.some(isFilled) ? [column] : [];
  const accounts = new Set(orders.map((order) => order.acct_id));
  return [
    { key: 'id', title: 'Order', sort: sortByAge, cell: ({ id }) => html`<td><a href="/orders/${id}">${id}</a></td>` },
    { key: 'instrument_id', title: 'Instrument', cell: (order) => renderInstrument(order.instrument_id, context) },
    { key: 'side', title: 'Side', cell: ({ side }) => html`<td class="${side.toLowerCase()}">${side}</td>` },
    buildNumberColumn('quantity', 'Quantity'),
    buildNumberColumn('filled_quantity', 'Filled'),
    ...buildColumnIf((order) => order.limit_price !== null, buildPriceColumn('limit_price', 'Limit')),
    ...buildColumnIf((order) => order.stop_price !== null, buildPriceColumn('stop_price', 'Stop')),
    buildAverageColumn(context),
    { key: 'state', title: 'State', cell: (order) => html`<td>${renderOrderStateBadge(order)}</td>` },
    {
      key: 'actions',
      title: 'Actions, reasons',
      isFixed: true,
      cell: (order) =>
        html`<td class="do">${order.status === 'Open' && renderActionsOrRestriction(order, findRestriction(orders, order), findPause(orders, order))}${renderRejectReason(order, context)}</td>`,
    },
    {
      key: 'order_type',
      title: 'Type',
      cell: (order) => html`<td class="type">${orderTypeLabels[order.order_type]} ${order.time_in_force}</td>`,
    },
    { key: 'updated_at', title: 'Changed', cell: (order) => html`<td>${renderBriefTimestamp(order.updated_at)}</td>` },
    ...(accounts.size > 1 || isOfMany(context)
      ? [{ key: 'acct_id', title: 'Account', cell: (order: OrderView) => renderAccount(order.acct_id, context) }]
      : []),
    ...buildColumnIf((order) => findOnBehalf(orders, order) !== null, {
      key: 'placed_by',
      title: 'On behalf',
      cell: (order) => html`<td class="by">${describePlacedOnBehalf(findOnBehalf(orders, order), context)}</td>`,
    }),
    ...buildColumnIf((order) => omitGeneratedReference(order.client_order_id) !== null, {
      key: 'client_order_id',
      title: 'Reference',
      cell: (order) => html`<td class="r">${omitGeneratedReference(order.client_order_id)}</td>`,
    }),
  ];
}

/** An administrator reads the orders of all customers, unless they asked for one account. */
const isOfMany = ({ path, isAdministrator }: PageContext): boolean =>
  isAdministrator && !new URL(path, 'http://here').searchParams.get('acct_id');

/** Rows are laid out one by one: the class of the longest symbol says how wide the column has to be. */
const symbolClasses = ['', 'long', 'longer', 'longest'];

/** A row has one line: what does not fit is in the title of the cell. */
function renderInstrument(id: number, { getName }: PageContext): Html {
  const [symbol, name] = [getName('instrument_id', id), getName('instrument_name', id)];
  const hasName = ![symbol, String(id), ''].includes(name);
  const length = symbolClasses[Math.ceil(symbol.length / 8) - 1];
  return html`<td${length && html` class="${length}"`}${hasName && html` title="${name}"`}><a href="/desk/${id}">${symbol}</a>${hasName && html` <small>${name}</small>`}</td>`;
}

function renderAccount(id: number, context: PageContext): Html {
  if (!context.isAdministrator) return html`<td>${context.getName('acct_id', id)}</td>`;
  const [name, email] = [context.getName('acct_id', id), context.getName('acct_owner_email', id)];
  return html`<td class="acct"><a href="/accounts/${id}">${id}${name !== String(id) && html` ${name}`}</a> <small${cutLongEmail(email)}>${renderBreakableEmail(email)}</small></td>`;
}

const findOnBehalf = ({ customers = [] }: OrdersPageView, order: OrderView): OnBehalfUsers | null =>
  findPlacedOnBehalf(order, customers.find(({ order_id: id }) => id === order.id)?.user_id);

const describePlacedOnBehalf = (onBehalf: OnBehalfUsers | null, context: PageContext): string =>
  onBehalf === null ? '' : describeOnBehalf('placed', onBehalf, context);

/** In narrow tables without headings, figures have labels of their own. */
const columnMarks = {
  quantity: '',
  filled_quantity: ' f',
  limit_price: ' l',
  stop_price: ' s',
  average_price: ' a',
} as const;

/** Instruments have prices of different lengths, so figures stand at the right of their column. */
function buildNumberColumn(
  key: keyof typeof columnMarks,
  title: string,
  getValue: (order: OrderView) => unknown = (order) => order[key],
): Column {
  return {
    key,
    title,
    cell: (order) => html`<td class="n${columnMarks[key]}">${toDigits(getValue(order)) ?? ''}</td>`,
  };
}

/** What is left out of an average is in its title. */
const buildAverageColumn = (context: PageContext): Column => ({
  key: 'average_price',
  title: 'Average',
  cell: ({ instrument_id: id, average_price: exact }) => {
    const shown = toDigits(toShownAverage(exact, toInstrumentFormat(context, id).decimals)) ?? '';
    const digits = toDigits(exact) ?? '';
    return html`<td class="n${columnMarks.average_price}"${digits.length > shown.length && html` title="${digits}"`}>${shown}</td>`;
  },
});

/** A rejected order has no actions: their column says why. The link leads to the figures of this order, beside which the error is explained; the figures tell one rejection from the next. */
function renderRejectReason(
  { id, instrument_id: instrumentId, reject_code: code, reject_figures: details }: OrderView,
  context: PageContext,
): Html | false {
  if (code === null) return false;
  const { decimals } = toInstrumentFormat(context, instrumentId);
  const figures = details === undefined ? '' : formatRejectionFigures(details, decimals);
  return html`<a class="why" href="/orders/${id}">${toReasonWords(code)}</a>${figures !== '' && html` <span class="why">${figures}</span>`}`;
}

function renderActionsOrRestriction(order: OrderView, restriction: AccountBar | null, pause: PauseView | null): Html {
  return restriction === null
    ? renderOrderActions(order, pause)
    : html`<span class="hint">${barLabels[restriction]}</span>`;
}

/** Twenty buttons of the same name would be useless in a screen reader. Where nothing trades, the reason stands in place of the actions. */
export const renderOrderActions = ({ id }: Pick<OrderView, 'id'>, pause: PauseView | null): Html =>
  html`${pause === null ? html`<a href="/orders/${id}/modification" aria-label="Modify order ${id}">Modify</a>` : html`<small>${pauseLabels[pause.status]}</small>`} <button type="submit" form="cancel" name="order_id" value="${id}" aria-label="Cancel order ${id}">Cancel</button>`;

const badgeClasses: Readonly<Record<OrderView['status'], string>> = {
  Open: ' warn',
  Filled: ' good',
  Cancelled: '',
  Expired: '',
  Rejected: ' bad',
};

export function renderOrderStateBadge({ status, state }: Pick<OrderView, 'status' | 'state'>): Html {
  return html`<span class="badge${badgeClasses[status]}">${orderStateLabels[state].toLowerCase()}</span>`;
}

function toMassCancellationUrl(path: string): string {
  const { searchParams } = new URL(path, 'http://here');
  const query = new URLSearchParams(
    ['acct_id', 'instrument_id', 'side'].flatMap((name) =>
      searchParams.get(name) ? [[name, searchParams.get(name) ?? '']] : [],
    ),
  );
  return `/orders/cancellation${query.size > 0 ? `?${query}` : ''}`;
}

/** Administrators wait for the orders of others. */
function renderEmptyList({ path, isAdministrator }: PageContext): Html {
  const all = toWholeList(path);
  if (path !== all && path !== '/orders')
    return html`<p class="empty">No orders match. <a href="${all}">Show all orders</a></p>`;
  return html`<p class="empty">No orders yet.</p>${isAdministrator ? html`<p>Orders in the accounts of all users appear here.</p>` : html`<p>Choose an instrument in the <a href="/marketdata">market</a>, or <a href="/orders/new">place an order</a> at once.</p>`}`;
}
