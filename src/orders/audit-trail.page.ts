import { digitsOf } from '../http/figures.js';
import { type Html, html } from '../http/html.js';
import { when } from '../http/moment.page.js';
import type { PageContent, Visit } from '../http/page.js';
import { type Column, text } from '../http/table.page.js';
import { filterForm } from './orders-filter.page.js';
import type { TrailEntryView } from './trail-entry.view.js';
import { listing } from './trading-lists.page.js';

/** What was asked of the venue, the newest first. */
export function auditTrailPage(entries: readonly TrailEntryView[], visit: Visit): PageContent {
  const filters = filterForm(
    visit.path,
    [
      { name: 'order_id', label: 'Order', numeric: true },
      { name: 'acct_id', label: 'Account number', numeric: true },
    ],
    false,
  );
  return listing({ title: 'Order actions', lead: 'What was asked of the venue, by whom, and what came of it.', rows: entries, columns: columnsFor(visit), filters }, visit);
}

const kinds: Readonly<Record<TrailEntryView['action_type'], string>> = {
  LimitOrderSub: 'Limit order',
  MarketOrderSub: 'Market order',
  StopOrderSub: 'Stop order',
  StopLimitOrderSub: 'Stop limit order',
  OrderModification: 'Change',
  OrderCancellation: 'Cancellation',
  MassCancellation: 'Cancellation of many',
};

const columnsFor = (visit: Visit): readonly Column<TrailEntryView>[] => [
  { title: 'Action', figure: ({ id }) => id },
  { title: 'Time', cell: (entry) => when(entry.received_at) },
  { title: 'Kind', cell: (entry) => html`${kinds[entry.action_type]}` },
  { title: 'Came to', cell: cameTo },
  { title: 'Order', cell: ({ order_id: id }) => (id === null ? text(null) : html`<a href="/orders/${id}">${id}</a>`) },
  { title: 'Asked', cell: ({ request }) => asked(request, visit) },
  { title: 'For user', figure: (entry) => entry.user_id },
  { title: 'By', cell: ({ user_id: user, acting_user_id: acting }) => (user === acting ? html`themselves` : html`<span class="badge warn">administrator ${acting}</span>`) },
];

const cameTo = ({ status, code, detail }: TrailEntryView): Html =>
  code === null ? html`<span class="badge good">${status}</span>` : html`<span class="badge bad">${status}</span> ${detail} <a href="/docs/errors/${code}"><code>${code}</code></a>`;

const labels: Readonly<Record<string, string>> = {
  acct_id: 'account',
  instrument_id: 'instrument',
  product_group_id: 'group',
  order_id: 'order',
  client_order_id: 'reference',
  time_in_force: 'works',
  limit_price: 'limit',
  stop_price: 'stop',
  post_only: 'post only',
  expire_date: 'till',
  expected_version: 'at version',
};

/** In the order of the request, with names in place of ids. */
function asked(request: TrailEntryView['request'], { named }: Visit): Html {
  const said = (name: string, value: unknown): string => {
    // An account that was asked for need not be the reader's, so it stays a number.
    if (name === 'instrument_id' && typeof value === 'number') return named(name, value);
    return digitsOf(value) ?? String(value);
  };
  return html`${Object.entries(request).map(([name, value], index) => html`${index > 0 && ', '}${labels[name] ?? name} ${said(name, value)}`)}`;
}
