import { type Html, html } from '../../pages/html.js';
import { type TableColumn, renderTable, renderText } from '../../pages/table.page.js';
import type { OrderTicketView } from './order-ticket.view.js';

/** The instrument is chosen first: tick and tick value depend on it. */
export function renderInstrumentChoice({ choices, has_more_choices: hasMore, values }: OrderTicketView): Html {
  // Every chosen instrument starts another order with its own reference.
  const otherValues = Object.fromEntries(
    Object.entries(values).filter(([name]) => !['search', 'instrument_id', 'client_order_id'].includes(name)),
  );
  const renderLink = ({ id, symbol }: OrderTicketView['choices'][number]): Html =>
    html`<a href="/orders/new?${new URLSearchParams({ ...otherValues, instrument_id: String(id) }).toString()}">${symbol}</a>`;
  const columns: readonly TableColumn<OrderTicketView['choices'][number]>[] = [
    { title: 'Instrument', cell: renderLink },
    { title: 'Name', cell: ({ product }) => html`${product}` },
    {
      title: 'Last session',
      cell: ({ expiration }) =>
        expiration === null ? renderText(null) : html`<time datetime="${expiration}">${expiration}</time>`,
    },
    { title: 'Tick', cell: ({ tick_size: tick }) => html`${tick}` },
    { title: 'Tick value', cell: ({ tick_value: tickValue, currency }) => html`${tickValue} ${currency}` },
    {
      title: 'State',
      cell: ({ status }) => html`<span class="badge${status === 'Open' ? ' good' : ' warn'}">${status}</span>`,
    },
  ];
  return html`<p class="lead">Choose an instrument</p>
<form class="search" role="search" action="/orders/new">
${Object.entries(otherValues).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label for="search">Symbol or name</label>
<input id="search" name="search" type="search" value="${values['search'] ?? ''}" autocomplete="off" maxlength="100">
<button type="submit">Search</button>
</form>
${choices.length === 0 ? html`<p class="empty">${values['search'] === undefined ? 'No tradable instrument has the currency of this account.' : 'No tradable instrument matches.'} <a href="/orders/new">Show all</a></p>` : renderTable('Instruments', choices, columns)}
${hasMore && html`<p class="hint">There are more instruments. Search for part of the symbol or name.</p>`}`;
}
