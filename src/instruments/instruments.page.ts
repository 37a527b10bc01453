import { type Html, html } from '../http/html.js';
import type { PageContent, Visit } from '../http/page.js';
import type { InstrumentView } from './instrument.view.js';
import { figure, listPage, text } from './reference-lists.page.js';

export function instrumentsPage(instruments: readonly InstrumentView[], visit: Visit): PageContent {
  return listPage(
    {
      title: 'Instruments',
      lead: 'What an order names: one expiration of a product, or a share.',
      rows: instruments,
      columns: [
        { title: 'Id', cell: ({ id }) => figure(id), isFigure: true },
        { title: 'Symbol', cell: ({ id, symbol }) => html`<a href="/instruments/${id}">${symbol}</a>` },
        { title: 'Product', cell: (instrument) => html`<a href="/products/${instrument.product_id}">${instrument.product_symbol}</a>` },
        { title: 'Type', cell: (instrument) => text(instrument.instrument_type) },
        { title: 'Status', cell: ({ status }) => statusBadge(status) },
        { title: 'Last session', cell: ({ expiration }) => (expiration === null ? text(null) : html`<time datetime="${expiration}">${expiration}</time>`) },
        { title: 'Tick', cell: (instrument) => figure(instrument.tick_size), isFigure: true },
        { title: 'Settlement', cell: (instrument) => figure(instrument.settlement_price), isFigure: true },
        { title: 'Currency', cell: ({ currency }) => text(currency) },
      ],
    },
    visit,
  );
}

const looks: Readonly<Record<InstrumentView['status'], string>> = { Open: 'good', Halted: 'warn', Closed: 'bad', Expired: '' };

const statusBadge = (status: InstrumentView['status']): Html => html`<span class="badge ${looks[status]}">${status}</span>`;
