import { digitsOf } from '../http/figures.js';
import { type Html, html } from '../http/html.js';
import { when } from '../http/moment.page.js';
import type { PageContent, Visit } from '../http/page.js';
import { type Column, text } from '../http/table.page.js';
import { priceText, tradedIn } from '../http/price-text.js';
import { figureWords } from './figure-words.js';
import { onBehalfWords } from './on-behalf.page.js';
import { filterForm } from './orders-filter.page.js';
import type { ToldTrail, TrailEntryView } from './trail-entry.view.js';
import { listing } from './trading-lists.page.js';

/** What was asked of the venue, the newest first. */
export function auditTrailPage(entries: ToldTrail, visit: Visit): PageContent {
  const filters = filterForm(
    visit,
    [
      { name: 'order_id', label: 'Order', numeric: true },
      { name: 'acct_id', label: 'Account' },
      { name: 'from', label: 'From', type: 'date' },
      { name: 'to', label: 'To', type: 'date' },
    ],
    false,
  );
  return listing(
    {
      title: 'Order actions',
      lead: 'What was asked of the venue, by whom, and what came of it.',
      rows: entries,
      columns: columnsFor(entries, visit),
      filters,
      hasCsv: true,
    },
    visit,
  );
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

function columnsFor({ traded = [] }: ToldTrail, visit: Visit): readonly Column<TrailEntryView>[] {
  const ofOrder = new Map(traded.map((order) => [order.order_id, order.instrument_id]));
  const idOf = ({ order_id: id, request }: TrailEntryView): number | null =>
    request.instrument_id ?? ofOrder.get(id ?? 0) ?? null;
  return [
    { title: 'Action', figure: ({ id }) => id },
    { title: 'Time', cell: (entry) => when(entry.received_at) },
    { title: 'Kind', cell: (entry) => html`${kinds[entry.action_type]}` },
    { title: 'Came to', cell: cameTo },
    {
      title: 'Order',
      cell: ({ order_id: id }) => (id === null ? text(null) : html`<a href="/orders/${id}">${id}</a>`),
    },
    { title: 'Instrument', cell: (entry) => instrument(idOf(entry), visit) },
    { title: 'Asked', cell: (entry) => asked(entry.request, idOf(entry), visit) },
    { title: 'For user', figure: (entry) => entry.user_id },
    {
      title: 'By',
      cell: ({ user_id: user, acting_user_id: acting, ...entry }) =>
        user === acting
          ? html`themselves`
          : html`<span class="badge warn">${onBehalfWords(verbOf(entry), { user_id: user, acting_user_id: acting }, visit)}</span>`,
    },
  ];
}

const verbOf = ({ status, action_type: type }: Pick<TrailEntryView, 'status' | 'action_type'>): string =>
  status === 'Refused'
    ? 'asked'
    : type === 'OrderModification'
      ? 'changed'
      : type.endsWith('Cancellation')
        ? 'canceled'
        : 'placed';

const instrument = (id: number | null, { named }: Visit): Html =>
  id === null ? text(null) : html`<a href="/desk/${id}">${named('instrument_id', id)}</a>`;

const cameTo = ({ status, code, detail, figures }: TrailEntryView): Html =>
  code === null
    ? html`<span class="badge good">${status}</span>`
    : html`<span class="badge bad">${status}</span> ${detail}${figures && html` ${figureWords(figures)}`} <a href="/docs/errors/${code}"><code>${code}</code></a>`;

const labels: Readonly<Record<string, string>> = {
  acct_id: 'account',
  product_group_id: 'group',
  client_order_id: 'reference',
  time_in_force: 'works',
  limit_price: 'limit',
  stop_price: 'stop',
  post_only: 'post only',
  expire_date: 'till',
  expected_version: 'at version',
};

const prices: ReadonlySet<string> = new Set(['limit_price', 'stop_price']);
/** What has a column of its own. */
const told: ReadonlySet<string> = new Set(['instrument_id', 'order_id']);

/** In the order of the request. An account that was asked for need not be the reader's, so it stays a number. */
function asked(request: TrailEntryView['request'], instrumentId: number | null, visit: Visit): Html {
  const decimals = instrumentId === null ? 0 : tradedIn(visit, instrumentId).decimals;
  const said = (name: string, value: unknown): string =>
    prices.has(name) ? priceText(digitsOf(value), decimals) : (digitsOf(value) ?? String(value));
  const words = Object.entries(request).filter(([name]) => !told.has(name));
  return html`${words.map(([name, value], index) => html`${index > 0 && ', '}${labels[name] ?? name} ${said(name, value)}`)}`;
}
