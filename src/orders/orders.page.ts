import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import type { OrderView } from './order.view.js';
import { type Column, text } from '../http/table.page.js';
import { listing, when } from './trading-lists.page.js';

export function ordersPage(orders: readonly OrderView[], visit: Visit): PageContent {
  return listing({ title: 'Orders', lead: 'Orders on your accounts, the oldest first.', rows: orders, columns, filters: statuses(visit.path) }, visit);
}

const columns: readonly Column<OrderView>[] = [
  { title: 'Order', cell: ({ id }) => html`<a href="/orders/${id}">${id}</a>` },
  { title: 'Account', cell: (order) => html`${order.acct_id}` },
  { title: 'Instrument', cell: (order) => html`<a href="/instruments/${order.instrument_id}">${order.instrument_id}</a>` },
  { title: 'Yours', cell: (order) => text(order.client_order_id) },
  { title: 'Side', cell: ({ side }) => html`${side}` },
  { title: 'Type', cell: (order) => html`${order.order_type} ${order.time_in_force}` },
  { title: 'Limit', figure: (order) => order.limit_price },
  { title: 'Stop', figure: (order) => order.stop_price },
  { title: 'Quantity', figure: ({ quantity }) => quantity },
  { title: 'Filled', figure: (order) => order.filled_quantity },
  { title: 'Average', figure: (order) => order.average_price },
  { title: 'State', cell: stateBadge },
  { title: 'Changed', cell: (order) => when(order.updated_at) },
];

const looks: Readonly<Record<OrderView['status'], string>> = { Open: 'warn', Filled: 'good', Cancelled: '', Expired: '', Rejected: 'bad' };

export function stateBadge({ status, state }: Pick<OrderView, 'status' | 'state'>): Html {
  return html`<span class="badge ${looks[status]}">${state}</span>`;
}

/** The list of one status, each a link. */
function statuses(path: string): Html {
  const { pathname, searchParams } = new URL(path, 'http://here');
  const chosen = searchParams.getAll('status');
  const link = (label: string, status: string | null): Html => {
    const isHere = status === null ? chosen.length === 0 : chosen.length === 1 && chosen[0] === status;
    return html`<li><a href="${status === null ? pathname : `${pathname}?status=${status}`}"${isHere && html` aria-current="page"`}>${label}</a></li>`;
  };
  return html`<nav class="siblings" aria-label="Status"><ul>${link('All', null)}${Object.keys(looks).map((status) => link(status, status))}</ul></nav>`;
}
