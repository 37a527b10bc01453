import { toDownloadUrl, type TableColumn, renderTableWithTools } from '../../pages/table.page.js';
import { type Html, html } from '../../pages/html.js';
import { renderTimestamp } from '../../pages/timestamp.page.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { toInstrumentPrice } from '../../pages/number-format.js';
import { parseId } from '../../http/wire-values.js';
import { renderMarketBackLink, renderMarketNavigation } from '../market-pages.page.js';
import type { TradeView } from './trade.view.js';

export function tradesPage(trades: readonly TradeView[], context: PageContext): PageContent {
  const { path, nextUrl, getName } = context;
  const query = new URL(path, 'http://here').searchParams;
  const id = parseId(query.get('instrument_id'));
  const title = id === null ? 'Trades' : `Trades of ${getName('instrument_id', id)}`;
  const isNewestFirst = query.get('newest') === 'true';
  return {
    title,
    styles: ['market.css', 'cards.css'],
    body: html`<article class="listing">
${id !== null && renderMarketBackLink(id, context)}
<h1>${title}</h1>
<p class="lead">The trades of all users, the ${isNewestFirst ? 'newest' : 'oldest'} first. ${renderOrderLink(query, isNewestFirst)}</p>
${renderMarketNavigation('/trades')}
${trades.length === 0 ? html`<p class="empty">No trades${query.has('since_id') ? ' since then' : ' yet'}.</p>` : renderTableWithTools(title, trades, [...(id === null ? [createInstrumentColumn(context)] : []), ...createColumns(context)], { areCards: true, settings: { table: 'trades', context } })}
<p><a class="csv" href="${toDownloadUrl(path)}" download>CSV</a></p>
${nextUrl !== null && html`<p class="next"><a href="${nextUrl}" rel="next">${isNewestFirst ? 'Earlier' : 'Later'} trades</a></p>`}
</article>`,
  };
}

/** The same trades in the other order. */
function renderOrderLink(query: URLSearchParams, isNewestFirst: boolean): Html {
  const parameters = new URLSearchParams(query);
  parameters.delete('cursor');
  if (isNewestFirst) parameters.delete('newest');
  else parameters.set('newest', 'true');
  return html`<a href="/trades?${String(parameters)}">${isNewestFirst ? 'Oldest first' : 'Newest first'}</a>`;
}

const createInstrumentColumn = ({ getName }: PageContext): TableColumn<TradeView> => ({
  title: 'Instrument',
  cell: ({ instrument_id: id }) => html`<a href="/desk/${id}">${getName('instrument_id', id)}</a>`,
});

const createColumns = (context: PageContext): readonly TableColumn<TradeView>[] => [
  { title: 'Price', price: (trade) => toInstrumentPrice(context, trade.instrument_id, trade.price) },
  { title: 'Quantity', figure: ({ quantity }) => quantity },
  { title: 'Aggressor', cell: (trade) => html`${trade.aggressor_side === 'Buy' ? 'Buyer' : 'Seller'}` },
  { title: 'Time', cell: (trade) => renderTimestamp(trade.traded_at) },
  { title: 'Session', cell: (trade) => html`<time datetime="${trade.session_date}">${trade.session_date}</time>` },
  { title: 'Trade', figure: ({ id }) => id },
];
