import { renderFormToken } from '../pages/fields.page.js';
import { type Html, html } from '../pages/html.js';
import type { PageContext } from '../pages/page.js';
import { type TableColumn, renderTable } from '../pages/table.page.js';
import { toPaddedPrice } from '../pages/number-format.js';
import { renderOrderActions } from '../orders/lists/orders.page.js';
import type { DeskMarketView } from './desk-market.view.js';

type DeskOrder = DeskMarketView['orders'][number];
type DeskPosition = DeskMarketView['positions'][number];

/** The user's position and working orders in this instrument. */
export function renderOwnHoldings(view: DeskMarketView, context: PageContext): Html {
  const { instrument, positions, orders, has_more_orders: hasMore } = view;
  return html`<section id="mine" aria-labelledby="mine-title">
<h2 id="mine-title">Your ${instrument.symbol}</h2>
<h3>Position</h3>
${positions.length === 0 ? html`<p class="empty">No position.</p>` : renderTable(`Your positions in ${instrument.symbol}`, positions, createPositionColumns(context, instrument.decimals))}
<h3>Working orders</h3>
${orders.length === 0 ? html`<p class="empty">No working orders.</p>` : renderTable(`Your working orders in ${instrument.symbol}`, orders, orderColumns(view, context))}
${orders.length > 1 && html`<p class="actions"><a href="/orders/cancellation?instrument_id=${instrument.id}">Cancel all …</a></p>`}
<p class="news" role="status" id="canceled"></p>
${hasMore && html`<p><a href="/orders?status=Open&amp;instrument_id=${instrument.id}">All your working orders in ${instrument.symbol}</a></p>`}
${orders.length > 0 && html`<form method="post" action="/orders/ticket" id="cancel">${renderFormToken(context)}<input type="hidden" name="action_type" value="OrderCancellation"><input type="hidden" name="_back" value="/desk/${instrument.id}"></form>`}
</section>`;
}

const createPositionColumns = ({ getName }: PageContext, decimals: number): readonly TableColumn<DeskPosition>[] => [
  { title: 'Account', cell: ({ acct_id: id }) => html`<a href="/accounts/${id}">${getName('acct_id', id)}</a>` },
  { title: 'Quantity', figure: ({ quantity }) => quantity },
  { title: 'Unrealized', gain: (position) => position.unrealised_pnl },
  { title: 'Realized', gain: (position) => position.realised_pnl },
  { title: 'In', cell: ({ currency }) => html`${currency}` },
  { title: 'Average', figure: (position) => toPaddedPrice(position.average_price, decimals) },
  { title: 'Mark', figure: (position) => toPaddedPrice(position.mark_price, decimals) },
];

/** The ticket has the accounts that the user may trade; orders of other accounts are view only. */
const isTheirs = ({ ticket }: DeskMarketView, order: DeskOrder): boolean =>
  ticket.has_more_accounts || ticket.accounts.some(({ id }) => id === order.acct_id);

/** The first columns are visible on narrow screens: the order and its actions. */
const orderColumns = (view: DeskMarketView, { getName }: PageContext): readonly TableColumn<DeskOrder>[] => [
  { title: 'Order', cell: ({ id }) => html`<a href="/orders/${id}">${id}</a>` },
  { title: 'Side', cell: ({ side }) => html`<b class="${side === 'Buy' ? 'up' : 'down'}">${side}</b>` },
  { title: 'Remaining', figure: (order) => order.leaves_quantity },
  {
    title: 'Actions',
    cell: (order) =>
      isTheirs(view, order)
        ? renderOrderActions(order, view.ticket.instrument?.pause ?? null)
        : html`<span class="hint">view only</span>`,
  },
  { title: 'Limit', figure: (order) => toPaddedPrice(order.limit_price, view.instrument.decimals) },
  { title: 'Stop', figure: (order) => toPaddedPrice(order.stop_price, view.instrument.decimals) },
  { title: 'Filled', figure: (order) => order.filled_quantity },
  { title: 'Account', cell: ({ acct_id: id }) => html`${getName('acct_id', id)}` },
];
