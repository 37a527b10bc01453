import { html } from '../../http/html.js';
import type { PageContent, Visit } from '../../http/page.js';
import { type Column, table } from '../../http/table.page.js';
import { siblings, when } from '../market-pages.page.js';
import type { TradeView } from './trade.view.js';

export function tradesPage(trades: readonly TradeView[], { path, next }: Visit): PageContent {
  const id = new URL(path, 'http://here').searchParams.get('instrument_id');
  const title = id === null ? 'Trades' : `Trades of instrument ${id}`;
  return {
    title,
    body: html`<article class="listing">
<h1>${title}</h1>
<p class="lead">What was traded, by whomever.</p>
${siblings(path)}
${trades.length === 0 ? html`<p class="empty">Nothing was traded.</p>` : table(title, trades, columns)}
${next !== null && html`<p class="next"><a href="${next}" rel="next">Next page</a></p>`}
</article>`,
  };
}

const columns: readonly Column<TradeView>[] = [
  { title: 'Trade', figure: ({ id }) => id },
  { title: 'Instrument', cell: (trade) => html`<a href="/instruments/${trade.instrument_id}">${trade.instrument_id}</a>` },
  { title: 'Price', figure: ({ price }) => price },
  { title: 'Quantity', figure: ({ quantity }) => quantity },
  { title: 'Taken by', cell: (trade) => html`${trade.aggressor_side}` },
  { title: 'Session', cell: (trade) => html`<time datetime="${trade.session_date}">${trade.session_date}</time>` },
  { title: 'Time', cell: (trade) => when(trade.traded_at) },
];
