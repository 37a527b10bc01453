import { html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import type { FillView } from './fill.view.js';
import { type Column } from '../http/table.page.js';
import { when } from '../http/moment.page.js';
import { listing } from './trading-lists.page.js';

export function fillsPage(fills: readonly FillView[], visit: Visit): PageContent {
  return listing({ title: 'Fills', lead: 'What your orders got, one line for each side of a trade.', rows: fills, columns }, visit);
}

const columns: readonly Column<FillView>[] = [
  { title: 'Fill', figure: ({ id }) => id },
  { title: 'Order', cell: (fill) => html`<a href="/orders/${fill.order_id}">${fill.order_id}</a>` },
  { title: 'Account', cell: (fill) => html`${fill.acct_id}` },
  { title: 'Instrument', cell: (fill) => html`<a href="/instruments/${fill.instrument_id}">${fill.instrument_id}</a>` },
  { title: 'Side', cell: ({ side }) => html`${side}` },
  { title: 'Price', figure: ({ price }) => price },
  { title: 'Quantity', figure: ({ quantity }) => quantity },
  { title: 'Liquidity', cell: ({ liquidity }) => html`${liquidity}` },
  { title: 'Session', cell: (fill) => html`<time datetime="${fill.session_date}">${fill.session_date}</time>` },
  { title: 'Time', cell: (fill) => when(fill.traded_at) },
];
