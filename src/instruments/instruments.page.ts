import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import { priceOn } from '../http/price-text.js';
import { text } from '../http/table.page.js';
import type { InstrumentView } from './instrument.view.js';
import { listPage } from './reference-lists.page.js';

export function instrumentsPage(instruments: readonly InstrumentView[], visit: Visit): PageContent {
  return listPage(
    {
      title: 'Instruments',
      lead: 'What an order names: one expiration of a product, or a share.',
      rows: instruments,
      make: ['/instruments/new', 'List an instrument'],
      choices: [statuses],
      columns: [
        { title: 'Id', figure: ({ id }) => id },
        { title: 'Symbol', cell: ({ id, symbol }) => html`<a href="/instruments/${id}">${symbol}</a>` },
        {
          title: 'Product',
          cell: (instrument) => html`<a href="/products/${instrument.product_id}">${instrument.product_symbol}</a>`,
        },
        { title: 'Type', cell: (instrument) => text(instrument.instrument_type) },
        { title: 'Status', cell: ({ status }) => statusBadge(status) },
        {
          title: 'Last session',
          cell: ({ expiration }) =>
            expiration === null ? text(null) : html`<time datetime="${expiration}">${expiration}</time>`,
        },
        { title: 'Tick', figure: (instrument) => instrument.tick_size },
        { title: 'Settlement', figure: ({ settlement_price: settled, tick_size: tick }) => priceOn(tick, settled) },
        { title: 'Currency', cell: ({ currency }) => text(currency) },
        {
          title: 'Market',
          cell: ({ id, symbol }) => html`<a href="/desk/${id}" aria-label="Market of ${symbol}">Market</a>`,
        },
      ],
    },
    visit,
  );
}

const statuses = {
  name: 'status',
  label: 'Status',
  options: [
    ['Open', 'Open'],
    ['Halted', 'Halted'],
    ['Closed', 'Closed'],
    ['Expired', 'Expired'],
  ],
} as const;

const looks: Readonly<Record<InstrumentView['status'], string>> = {
  Open: 'good',
  Halted: 'warn',
  Closed: 'bad',
  Expired: '',
};

export const statusBadge = (status: InstrumentView['status']): Html =>
  html`<span class="badge ${looks[status]}">${status}</span>`;
