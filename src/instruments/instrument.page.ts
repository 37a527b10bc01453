import { renderAdministrationNavigation } from '../pages/navigation.page.js';
import { renderFacts } from '../pages/facts.page.js';
import { type Html, html } from '../pages/html.js';
import { renderTimestampToMinute } from '../pages/timestamp.page.js';
import { renderExactMoney } from '../pages/money.page.js';
import type { PageContent, PageContext } from '../pages/page.js';
import { toTickPrice } from '../pages/number-format.js';
import { sortBy } from '../pages/table-settings.page.js';
import { renderNumber, renderText } from '../pages/table.page.js';
import type { InstrumentView } from './instrument.view.js';
import { INSTRUMENT_STATUSES } from './reference-definitions.js';
import { referenceListPage } from './reference-lists.page.js';

export function instrumentsPage(instruments: readonly InstrumentView[], context: PageContext): PageContent {
  return referenceListPage(
    {
      title: 'Instruments',
      lead: 'Tradable contracts: one expiration of a product each, or a share.',
      table: 'instruments',
      rows: instruments,
      createLink: ['/instruments/new', 'List an instrument'],
      choices: [statusFilter],
      columns: [
        {
          title: 'Symbol',
          isFixed: true,
          sort: sortBy('symbol'),
          cell: ({ id, symbol }) => html`<a href="/instruments/${id}">${symbol}</a>`,
        },
        {
          title: 'Product',
          sort: sortBy('product_symbol'),
          cell: (instrument) => html`<a href="/products/${instrument.product_id}">${instrument.product_symbol}</a>`,
        },
        { title: 'Type', cell: (instrument) => renderText(instrument.instrument_type) },
        { title: 'Status', isPlain: true, cell: ({ status }) => renderInstrumentStatus(status) },
        {
          title: 'Last session',
          sort: sortBy('expiration'),
          cell: ({ expiration }) =>
            expiration === null ? renderText(null) : html`<time datetime="${expiration}">${expiration}</time>`,
        },
        { title: 'Tick', price: (instrument) => instrument.tick_size },
        { title: 'Settlement', price: ({ settlement_price: settled, tick_size: tick }) => toTickPrice(tick, settled) },
        { title: 'Currency', cell: ({ currency }) => renderText(currency) },
        {
          title: 'Market',
          isPlain: true,
          cell: ({ id, symbol }) => html`<a href="/desk/${id}" aria-label="Market of ${symbol}">Market</a>`,
        },
        ...(instruments.some((instrument) => instrument.status_reason !== null) ? [reasonColumn] : []),
        { title: 'Id', figure: ({ id }) => id },
      ],
    },
    context,
  );
}

const reasonColumn = {
  title: 'Reason',
  cell: (instrument: InstrumentView) =>
    html`${instrument.status_reason !== null && html`<span class="reason">${instrument.status_reason}</span>`}`,
};

const statusFilter = { name: 'status', label: 'Status', options: INSTRUMENT_STATUSES };

const statusStyles: Readonly<Record<InstrumentView['status'], string>> = {
  Open: 'good',
  Halted: 'warn',
  Closed: 'bad',
  Expired: '',
};

const renderInstrumentStatus = (status: InstrumentView['status']): Html =>
  html`<span class="badge ${statusStyles[status]}">${status}</span>`;

/** Shows an instrument with its status, terms, and actions for administrators. */
export function instrumentPage(instrument: InstrumentView, context: PageContext): PageContent {
  const { id, symbol, expiration, expires_at: expires, settlement_price: settlement } = instrument;
  return {
    title: symbol,
    styles: ['admin.css'],
    body: html`<article class="reference">
<p class="back"><a href="/instruments">All instruments</a></p>
<h1>${symbol}</h1>
${context.isAdministrator && renderAdministrationNavigation(context)}
<p class="lead">${renderInstrumentStatus(instrument.status)} ${statusDescriptions[instrument.status]}${instrument.status_reason !== null && html` <q>${instrument.status_reason}</q>`}</p>
${renderActions(instrument, context)}
${renderFacts([
  ['Product', html`<a href="/products/${instrument.product_id}">${instrument.product_symbol}</a>`],
  ['Type', renderText(instrument.instrument_type)],
  ['Last session', expiration === null ? renderText(null) : html`<time datetime="${expiration}">${expiration}</time>`],
  ['Closes', expires === null ? renderText(null) : renderTimestampToMinute(expires)],
  ['Tick size', renderNumber(instrument.tick_size)],
  ['Tick value', html`${renderExactMoney(instrument.tick_value)} ${instrument.currency}`],
  ['Settlement price', renderNumber(toTickPrice(instrument.tick_size, settlement))],
  ['Id', html`<code>${id}</code>`],
  ['Version', html`${instrument.version}`],
])}
<p class="ways"><a href="/marketdata?instrument_ids=${id}&amp;include_depth=true">Depth</a> <a href="/trades?instrument_id=${id}">Trades</a> <a href="/bars?instrument_id=${id}&amp;interval=1d">Bars</a> <a href="/orders?instrument_id=${id}">Orders</a></p>
</article>`,
  };
}

const statusDescriptions: Readonly<Record<InstrumentView['status'], string>> = {
  Open: 'It trades during the sessions of its product.',
  Halted: 'Orders can only be canceled.',
  Closed: 'Orders can only be canceled.',
  Expired: 'No longer traded.',
};

function renderActions({ id, symbol, status }: InstrumentView, { isAdministrator }: PageContext): Html {
  const market = html`<a class="button" href="/desk/${id}">Market of ${symbol}</a>`;
  if (!isAdministrator) return html`<p class="actions">${market}</p>`;
  return html`<p class="actions">${market} <a class="button" href="/instruments/${id}/change">Change …</a>${status === 'Open' && html` <a class="button danger" href="/administration/halts/confirmation?status=Halted&amp;instrument_ids=${id}">Halt …</a>`}${(status === 'Halted' || status === 'Closed') && html` <a class="button primary" href="/administration/halts/confirmation?status=Open&amp;instrument_ids=${id}">Resume trading …</a>`}</p>`;
}
