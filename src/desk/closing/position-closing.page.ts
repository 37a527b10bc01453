import type { Problem } from '../../errors/problem.js';
import { describeOrderStatus } from '../../orders/order-text.js';
import { BACK_LABEL } from '../../pages/error.page.js';
import { renderFormToken } from '../../pages/fields.page.js';
import { type Html, html } from '../../pages/html.js';
import { toInstrumentFormat, toInstrumentPrice } from '../../pages/number-format.js';
import type { FormErrorPage, PageContent, PageContext } from '../../pages/page.js';
import { type TableColumn, renderTable } from '../../pages/table.page.js';
import type {
  ClosingOrderView,
  ClosingResultView,
  OpenPositionView,
  OtherOrdersView,
  PositionClosingView,
} from './position-closing.view.js';

/** The question before positions are closed: which orders will be sent. */
export function positionClosingPage(view: PositionClosingView, context: PageContext): PageContent {
  const { positions, other_orders: otherOrders, back } = view;
  const closable = positions.filter(({ obstacle }) => obstacle === null);
  const title = closable.length === 1 ? 'Close this position?' : 'Close positions?';
  return {
    title,
    styles: ['accounts.css', 'cards.css'],
    body: html`<article class="listing">
<p class="back"><a href="${back}">${back.startsWith('/positions') ? 'Positions' : 'Overview'}</a></p>
<h1>${title}</h1>
${positions.length === 0 ? html`<p class="empty">No open positions.</p>` : renderForm(positions, back, context)}
${otherOrders.length > 0 && renderOtherOrders(otherOrders, context)}
</article>`,
  };
}

function renderForm(positions: readonly OpenPositionView[], back: string, context: PageContext): Html {
  const closable = positions.filter(({ obstacle }) => obstacle === null);
  const orders = closable.reduce((sum, { open_orders: open }) => sum + open, 0);
  return html`<p class="lead">A market order is sent for each position that is selected. It trades at once at the available prices.</p>
<form method="post" action="/positions/close">
${renderFormToken(context)}
<input type="hidden" name="_back" value="${back}">
<input type="hidden" name="reference" value="web-${context.requestId.replaceAll('-', '').slice(0, 12)}">
${renderTable('Positions to close', positions, createColumns(context), { areCards: true })}
${orders > 0 && html`<p class="choice"><input type="checkbox" id="cancel_orders" name="cancel_orders" value="yes" checked><label for="cancel_orders">Cancel the ${orders === 1 ? 'working order' : `${orders} working orders`} in these instruments first</label></p>`}
<p class="actions">${closable.length > 0 && html`<button type="submit" class="danger">${closable.length === 1 ? 'Close at market' : 'Close selected positions at market'}</button> `}<a class="button" href="${back}">Keep positions</a></p>
</form>`;
}

/** More than this are a list to look at. */
const OTHERS_NAMED = 10;

/** What still works once all positions are closed could open one again, such as the stop of a position that is closed already. */
function renderOtherOrders(others: readonly OtherOrdersView[], { getName }: PageContext): Html {
  const more = others.length - OTHERS_NAMED;
  return html`<h2>Working orders without a position</h2>
<ul>${others.slice(0, OTHERS_NAMED).map(({ acct_id: acctId, instrument_id: id, open_orders: open }) => {
    const [orders, stay, them] =
      open === 1 ? ['1 working order', 'stays', 'it'] : [`${open} working orders`, 'stay', 'them'];
    return html`<li>${orders} in <strong>${getName('instrument_id', id)}</strong>, where <a href="/accounts/${acctId}">${getName('acct_id', acctId)}</a> has no position, ${stay}. <a href="/orders/cancellation?acct_id=${acctId}&instrument_id=${id}">Cancel ${them} …</a></li>\n`;
  })}</ul>
${more > 0 && html`<p>So it is in ${more} more ${more === 1 ? 'instrument' : 'instruments'}. <a href="/orders?status=Open">All working orders</a></p>`}`;
}

const createColumns = (context: PageContext): readonly TableColumn<OpenPositionView>[] => [
  { title: 'Will be sent', cell: (one) => renderChoice(one, context.getName('instrument_id', one.instrument_id)) },
  { title: 'Position', figure: ({ quantity }) => quantity },
  { title: 'Mark', price: (one) => toInstrumentPrice(context, one.instrument_id, one.mark_price) },
  { title: 'Unrealized', gain: (one) => one.unrealised_pnl },
  { title: 'Working orders', figure: ({ open_orders: open }) => open },
  {
    title: 'Account',
    cell: (one) => html`<a href="/accounts/${one.acct_id}">${context.getName('acct_id', one.acct_id)}</a>`,
  },
];

function renderChoice(
  { acct_id: acctId, instrument_id: id, quantity, obstacle }: OpenPositionView,
  symbol: string,
): Html {
  if (obstacle !== null) return html`nothing: ${symbol} <span class="badge warn">${obstacle}</span>`;
  const order = `${quantity > 0 ? 'Sell' : 'Buy'} ${Math.abs(quantity)} ${symbol}`;
  return html`<label><input type="checkbox" name="position" value="${acctId}:${id}:${quantity}" checked> <strong class="${quantity > 0 ? 'sell' : 'buy'}">${order}</strong> at market</label>`;
}

/** The message when all positions are closed. */
export function describeClosed({ orders, canceled_orders: canceled }: ClosingResultView): string {
  const [only] = orders;
  const order = orders.length === 1 ? (only?.order ?? null) : null;
  const closed =
    order === null
      ? `${orders.length} positions are closed.`
      : `${order.side === 'Buy' ? 'Bought' : 'Sold'} ${order.filled_quantity} ${order.symbol}: the position is closed.`;
  if (canceled === 0) return closed;
  return `${closed} ${canceled === 1 ? 'One working order was' : `${canceled} working orders were`} canceled.`;
}

/** Shown when a position is not closed, or not completely: what became of each order. */
export function closingResultPage(
  { orders, canceled_orders: canceled }: ClosingResultView,
  context: PageContext,
): PageContent {
  const open = orders.filter(({ order }) => order?.state !== 'Filled');
  const title = open.length === orders.length ? 'No position is closed completely' : 'Not all positions are closed';
  return {
    title,
    styles: ['accounts.css', 'cards.css'],
    body: html`<article class="listing">
<h1>${title}</h1>
<p class="refusal" role="alert">${open.map((one) => `${describeResult(one, context)} `)}</p>
${renderTable('Orders', orders, createResultColumns(context))}
${canceled > 0 && html`<p>${canceled === 1 ? 'One working order was' : `${canceled} working orders were`} canceled.</p>`}
${renderWaysOut(context)}
</article>`,
  };
}

const describeResult = ({ order, rejection }: ClosingOrderView, context: PageContext): string =>
  rejection ??
  (order === null
    ? 'No order was placed.'
    : describeOrderStatus(order, toInstrumentFormat(context, order.instrument_id)));

const createResultColumns = (context: PageContext): readonly TableColumn<ClosingOrderView>[] => [
  {
    title: 'Order',
    cell: ({ order }) => (order === null ? html`none` : html`<a href="/orders/${order.id}">${order.id}</a>`),
  },
  { title: 'Instrument', cell: ({ order }) => html`${order && context.getName('instrument_id', order.instrument_id)}` },
  { title: 'Filled', figure: ({ order }) => order?.filled_quantity ?? null },
  { title: 'of', figure: ({ order }) => order?.quantity ?? null },
  { title: 'Result', cell: (one) => html`${describeResult(one, context)}` },
];

const renderWaysOut = ({ backUrl = null }: PageContext): Html =>
  html`<p class="actions">${backUrl !== null && html`<a class="button primary" href="${backUrl}">${BACK_LABEL}</a> `}<a class="button" href="/positions/close">Look at the open positions</a> <a class="button" href="/desk">Overview</a></p>`;

/** Shown when nothing was sent. */
export const closingRejectedPage: FormErrorPage = ({ detail, errors = [] }: Problem, _, context): PageContent => ({
  title: 'Nothing was sent',
  styles: ['accounts.css', 'cards.css'],
  body: html`<article class="listing">
<h1>Nothing was sent</h1>
<p class="refusal" role="alert">${errors.length > 0 ? errors.map(({ message }) => `${message}. `) : detail}</p>
${renderWaysOut(context)}
</article>`,
});
