import { type Html, html } from '../pages/html.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { toTickPrice } from '../pages/number-format.js';
import { renderText } from '../pages/table.page.js';
import type { InstrumentView } from './instrument.view.js';
import { referenceListPage } from './reference-lists.page.js';

export function instrumentsPage(instruments: readonly InstrumentView[], context: PageContext): PageContent {
  return referenceListPage(
    {
      title: 'Instruments',
      lead: 'Tradable contracts: one expiration of a product each, or a share.',
      rows: instruments,
      createLink: ['/instruments/new', 'List an instrument'],
      choices: [statusFilter],
      columns: [
        { title: 'Id', figure: ({ id }) => id },
        { title: 'Symbol', cell: ({ id, symbol }) => html`<a href="/instruments/${id}">${symbol}</a>` },
        {
          title: 'Product',
          cell: (instrument) => html`<a href="/products/${instrument.product_id}">${instrument.product_symbol}</a>`,
        },
        { title: 'Type', cell: (instrument) => renderText(instrument.instrument_type) },
        { title: 'Status', cell: ({ status }) => renderInstrumentStatus(status) },
        {
          title: 'Last session',
          cell: ({ expiration }) =>
            expiration === null ? renderText(null) : html`<time datetime="${expiration}">${expiration}</time>`,
        },
        { title: 'Tick', figure: (instrument) => instrument.tick_size },
        { title: 'Settlement', figure: ({ settlement_price: settled, tick_size: tick }) => toTickPrice(tick, settled) },
        { title: 'Currency', cell: ({ currency }) => renderText(currency) },
        {
          title: 'Market',
          cell: ({ id, symbol }) => html`<a href="/desk/${id}" aria-label="Market of ${symbol}">Market</a>`,
        },
      ],
    },
    context,
  );
}

const statusFilter = {
  name: 'status',
  label: 'Status',
  options: [
    ['Open', 'Open'],
    ['Halted', 'Halted'],
    ['Closed', 'Closed'],
    ['Expired', 'Expired'],
  ],
} as const;

const statusStyles: Readonly<Record<InstrumentView['status'], string>> = {
  Open: 'good',
  Halted: 'warn',
  Closed: 'bad',
  Expired: '',
};

export const renderInstrumentStatus = (status: InstrumentView['status']): Html =>
  html`<span class="badge ${statusStyles[status]}">${status}</span>`;
