import { type Html, html } from '../http/html.js';
import { when } from '../http/moment.page.js';
import type { PageContent, Visit } from '../http/page.js';
import { priceIn } from '../http/price-text.js';
import type { Column } from '../http/table.page.js';
import type { FillView } from './fill.view.js';
import { filterForm } from './orders-filter.page.js';
import { listing } from './trading-lists.page.js';

/** What orders got, the newest first. */
export function fillsPage(fills: readonly FillView[], visit: Visit): PageContent {
  const { path } = visit;
  const order = new URL(path, 'http://here').searchParams.get('order_id');
  const title = order === null ? 'Fills' : `Fills of order ${order}`;
  return listing(
    {
      title,
      lead: 'What orders got: one line for each side of a trade.',
      rows: fills,
      columns: columnsFor(visit),
      filters: filters(visit),
      summary: totals(fills),
      hasCsv: true,
      script: 'fills.js',
    },
    visit,
  );
}

const filters = (visit: Visit): Html =>
  filterForm(
    visit,
    [
      { name: 'symbol', label: 'Instrument' },
      { name: 'acct_id', label: 'Account' },
      { name: 'order_id', label: 'Order', numeric: true },
      { name: 'session_date', label: 'Session', type: 'date' },
      { name: 'from', label: 'From', type: 'date' },
      { name: 'to', label: 'To', type: 'date' },
    ],
    false,
  );

/** Of what stands on this page: sums over several instruments would add what cannot be added. */
function totals(fills: readonly FillView[]): Html | null {
  const [first] = fills;
  if (first === undefined || fills.some((fill) => fill.instrument_id !== first.instrument_id)) return null;
  const of = (side: FillView['side']): number =>
    fills.reduce((sum, fill) => (fill.side === side ? sum + fill.quantity : sum), 0);
  return html`<p class="hint">On this page: ${of('Buy')} bought, ${of('Sell')} sold.</p>`;
}

const bookWords: Readonly<Record<FillView['liquidity'], string>> = {
  Added: 'waited',
  Removed: 'took',
  Settlement: 'settled',
};

const columnsFor = (visit: Visit): readonly Column<FillView>[] => [
  {
    title: 'Instrument',
    cell: (fill) => html`<a href="/desk/${fill.instrument_id}">${visit.named('instrument_id', fill.instrument_id)}</a>`,
  },
  {
    title: 'Side',
    cell: ({ side }) => html`<span class="${side.toLowerCase()}">${side === 'Buy' ? 'Bought' : 'Sold'}</span>`,
  },
  { title: 'Quantity', figure: ({ quantity }) => quantity },
  { title: 'Price', price: (fill) => priceIn(visit, fill.instrument_id, fill.price) },
  {
    title: 'Order',
    cell: (fill) =>
      fill.order_id === null ? html`none` : html`<a href="/orders/${fill.order_id}">${fill.order_id}</a>`,
  },
  { title: 'Fill', figure: ({ id }) => id },
  { title: 'Book', cell: ({ liquidity }) => html`${bookWords[liquidity]}` },
  { title: 'Account', cell: (fill) => html`${visit.named('acct_id', fill.acct_id)}` },
  { title: 'Session', cell: (fill) => html`<time datetime="${fill.session_date}">${fill.session_date}</time>` },
  { title: 'Time', cell: (fill) => when(fill.traded_at) },
];
