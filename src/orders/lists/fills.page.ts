import type { WithMarketMakerChoice } from '../../accounts/market-maker-choice.js';
import { renderAccountCell } from '../../pages/name-cells.page.js';
import { renderInstrumentCell } from '../../pages/name-cells.page.js';
import { type Html, html } from '../../pages/html.js';
import { renderTimestamp } from '../../pages/timestamp.page.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { toInstrumentPrice } from '../../pages/number-format.js';
import { sortByAge } from '../../pages/table-settings.page.js';
import type { TableColumn, TableTotal } from '../../pages/table.page.js';
import { labelTotals } from '../../pages/table-totals.js';
import { totalFills } from './fill-totals.js';
import type { FillView } from './fill.view.js';
import { renderOrderFilterForm, tradingListPage } from './trading-lists.page.js';

/** Lists fills, the newest first. */
export function fillsPage(fills: WithMarketMakerChoice<FillView>, context: PageContext): PageContent {
  const { path } = context;
  const orderId = new URL(path, 'http://here').searchParams.get('order_id');
  const title = orderId === null ? 'Fills' : `Fills of order ${orderId}`;
  return tradingListPage(
    {
      title,
      lead: `Executions of ${context.isAdministrator ? 'the orders of all accounts' : 'your orders'}, one line for each.`,
      table: 'fills',
      rows: fills,
      columns: buildColumns(context),
      filters: renderFilters(context),
      totals: renderTotals(fills, context),
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

const renderTotals = (fills: readonly FillView[], context: PageContext): readonly TableTotal[] =>
  labelTotals(
    totalFills(fills, {
      getSymbol: (id) => context.getName('instrument_id', id),
      formatPrice: (id, price) => toInstrumentPrice(context, id, price),
    }),
    context,
  );

const liquidityLabels: Readonly<Record<FillView['liquidity'], string>> = {
  Added: 'maker',
  Removed: 'taker',
  Settlement: 'settled',
};

const buildColumns = (context: PageContext): readonly TableColumn<FillView>[] => [
  { title: 'Instrument', cell: (fill) => renderInstrumentCell(fill.instrument_id, context) },
  {
    title: 'Side',
    isPlain: true,
    cell: ({ side }) => html`<span class="${side.toLowerCase()}">${side === 'Buy' ? 'Bought' : 'Sold'}</span>`,
  },
  { title: 'Quantity', key: 'quantity', figure: ({ quantity }) => quantity },
  { title: 'Price', key: 'price', price: (fill) => toInstrumentPrice(context, fill.instrument_id, fill.price) },
  {
    title: 'Order',
    cell: (fill) =>
      fill.order_id === null ? html`none` : html`<a href="/orders/${fill.order_id}">${fill.order_id}</a>`,
  },
  { title: 'Fill', figure: ({ id }) => id },
  { title: 'Liquidity', cell: ({ liquidity }) => html`${liquidityLabels[liquidity]}` },
  { title: 'Account', cell: (fill) => renderAccount(fill.acct_id, context) },
  { title: 'Session', cell: (fill) => html`<time datetime="${fill.session_date}">${fill.session_date}</time>` },
  { title: 'Time', sort: sortByAge, cell: (fill) => renderTimestamp(fill.traded_at) },
];

/** Administrators see accounts of all users, and many have the same name. */
const renderAccount = (id: number, context: PageContext): Html =>
  context.isAdministrator ? renderAccountCell(id, context) : html`${context.getName('acct_id', id)}`;
