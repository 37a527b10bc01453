import { type Html, html } from '../../pages/html.js';
import { renderTimestamp } from '../../pages/timestamp.page.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { toInstrumentPrice } from '../../pages/number-format.js';
import type { TableColumn } from '../../pages/table.page.js';
import type { FillView } from './fill.view.js';
import { renderOrderFilterForm, tradingListPage } from './trading-lists.page.js';

/** Lists fills, the newest first. */
export function fillsPage(fills: readonly FillView[], context: PageContext): PageContent {
  const { path } = context;
  const orderId = new URL(path, 'http://here').searchParams.get('order_id');
  const title = orderId === null ? 'Fills' : `Fills of order ${orderId}`;
  return tradingListPage(
    {
      title,
      lead: 'Executions of your orders, one line for each.',
      rows: fills,
      columns: buildColumns(context),
      filters: renderFilters(context),
      summary: renderTotals(fills),
      hasCsv: true,
      script: 'fills.js',
    },
    context,
  );
}

const renderFilters = (context: PageContext): Html =>
  renderOrderFilterForm(
    context,
    [
      { name: 'symbol', label: 'Instrument' },
      { name: 'acct_id', label: 'Account' },
      ...(context.isAdministrator ? [{ name: 'account', label: 'Owner or account name' }] : []),
      { name: 'order_id', label: 'Order', numeric: true },
      { name: 'session_date', label: 'Session', type: 'date' },
      { name: 'from', label: 'From', type: 'date' },
      { name: 'to', label: 'To', type: 'date' },
    ],
    false,
  );

/** Totals of the page, for a single instrument only. */
function renderTotals(fills: readonly FillView[]): Html | null {
  const [first] = fills;
  if (first === undefined || fills.some((fill) => fill.instrument_id !== first.instrument_id)) return null;
  const sumQuantity = (side: FillView['side']): number =>
    fills.reduce((sum, fill) => (fill.side === side ? sum + fill.quantity : sum), 0);
  return html`<p class="hint">On this page: ${sumQuantity('Buy')} bought, ${sumQuantity('Sell')} sold.</p>`;
}

const liquidityLabels: Readonly<Record<FillView['liquidity'], string>> = {
  Added: 'waited',
  Removed: 'took',
  Settlement: 'settled',
};

const buildColumns = (context: PageContext): readonly TableColumn<FillView>[] => [
  {
    title: 'Instrument',
    cell: (fill) =>
      html`<a href="/desk/${fill.instrument_id}">${context.getName('instrument_id', fill.instrument_id)}</a>`,
  },
  {
    title: 'Side',
    cell: ({ side }) => html`<span class="${side.toLowerCase()}">${side === 'Buy' ? 'Bought' : 'Sold'}</span>`,
  },
  { title: 'Quantity', figure: ({ quantity }) => quantity },
  { title: 'Price', price: (fill) => toInstrumentPrice(context, fill.instrument_id, fill.price) },
  {
    title: 'Order',
    cell: (fill) =>
      fill.order_id === null ? html`none` : html`<a href="/orders/${fill.order_id}">${fill.order_id}</a>`,
  },
  { title: 'Fill', figure: ({ id }) => id },
  { title: 'Book', cell: ({ liquidity }) => html`${liquidityLabels[liquidity]}` },
  { title: 'Account', cell: (fill) => html`${context.getName('acct_id', fill.acct_id)}` },
  { title: 'Session', cell: (fill) => html`<time datetime="${fill.session_date}">${fill.session_date}</time>` },
  { title: 'Time', cell: (fill) => renderTimestamp(fill.traded_at) },
];
