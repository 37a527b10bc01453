import { downloadOf } from '../../http/download.js';
import { type Html, html } from '../../http/html.js';
import { when } from '../../http/moment.page.js';
import type { PageContent, Visit } from '../../http/page.js';
import { priceIn } from '../../http/price-text.js';
import { type Column, table } from '../../http/table.page.js';
import { idFrom } from '../../http/wire-values.js';
import { backToMarket, marketSiblings } from '../market-pages.page.js';
import type { TradeView } from './trade.view.js';

export function tradesPage(trades: readonly TradeView[], visit: Visit): PageContent {
  const { path, next, named } = visit;
  const asked = new URL(path, 'http://here').searchParams;
  const id = idFrom(asked.get('instrument_id'));
  const title = id === null ? 'Trades' : `Trades of ${named('instrument_id', id)}`;
  const isNewestFirst = asked.get('newest') === 'true';
  return {
    title,
    styles: ['market.css'],
    body: html`<article class="listing">
${id !== null && backToMarket(id, visit)}
<h1>${title}</h1>
<p class="lead">What was traded, by whomever, the ${isNewestFirst ? 'newest' : 'oldest'} first. ${order(asked, isNewestFirst)}</p>
${id === null && marketSiblings(path)}
${trades.length === 0 ? html`<p class="empty">Nothing was traded${asked.has('since_id') ? ' since then' : ' yet'}.</p>` : table(title, trades, [...(id === null ? [instrument(visit)] : []), ...columnsFor(visit)])}
<p><a class="csv" href="${downloadOf(path)}" download>CSV</a></p>
${next !== null && html`<p class="next"><a href="${next}" rel="next">${isNewestFirst ? 'Earlier' : 'Later'} trades</a></p>`}
</article>`,
  };
}

/** The same trades from the other end. */
function order(asked: URLSearchParams, isNewestFirst: boolean): Html {
  const other = new URLSearchParams(asked);
  other.delete('cursor');
  if (isNewestFirst) other.delete('newest');
  else other.set('newest', 'true');
  return html`<a href="/trades?${String(other)}">${isNewestFirst ? 'Oldest first' : 'Newest first'}</a>`;
}

const instrument = ({ named }: Visit): Column<TradeView> => ({
  title: 'Instrument',
  cell: ({ instrument_id: id }) => html`<a href="/desk/${id}">${named('instrument_id', id)}</a>`,
});

const columnsFor = (visit: Visit): readonly Column<TradeView>[] => [
  { title: 'Price', price: (trade) => priceIn(visit, trade.instrument_id, trade.price) },
  { title: 'Quantity', figure: ({ quantity }) => quantity },
  { title: 'Taken by', cell: (trade) => html`${trade.aggressor_side === 'Buy' ? 'a buyer' : 'a seller'}` },
  { title: 'Time', cell: (trade) => when(trade.traded_at) },
  { title: 'Session', cell: (trade) => html`<time datetime="${trade.session_date}">${trade.session_date}</time>` },
  { title: 'Trade', figure: ({ id }) => id },
];
