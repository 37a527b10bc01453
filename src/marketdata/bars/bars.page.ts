import { downloadOf } from '../../http/download.js';
import { type Html, html } from '../../http/html.js';
import { when } from '../../http/moment.page.js';
import type { PageContent, Visit } from '../../http/page.js';
import { priceIn } from '../../http/price-text.js';
import { type Column, table } from '../../http/table.page.js';
import { idFrom } from '../../http/wire-values.js';
import { backToMarket } from '../market-pages.page.js';
import type { BarView } from './bar.view.js';
import { type BarInterval, SPANS } from './bar.js';

export function barsPage(bars: readonly BarView[], visit: Visit): PageContent {
  const { path, next, named } = visit;
  const asked = new URL(path, 'http://here').searchParams;
  const [id, interval] = [
    idFrom(asked.get('instrument_id')),
    SPANS.find((span) => span === asked.get('interval')) ?? '1d',
  ];
  const title = id === null ? 'Bars' : `Bars of ${named('instrument_id', id)}`;
  const since = asked.has('from') || asked.has('to') ? 'then' : 'yet';
  return {
    title,
    styles: ['market.css'],
    body: html`<article class="listing">
${id !== null && backToMarket(id, visit)}
<h1>${title}</h1>
<p class="lead">What was traded, ${spanWords[interval]}. Where nothing was traded there is no bar.</p>
${spans(asked)}
${bars.length === 0 ? html`<p class="empty">Nothing was traded ${since}.</p>` : table(title, bars, [interval === '1d' ? session : start, ...prices(visit), ...counts])}
<p><a class="csv" href="${downloadOf(path)}" download>CSV</a></p>
${next !== null && html`<p class="next"><a href="${next}" rel="next">${asked.get('newest') === 'true' ? 'Earlier' : 'Later'} bars</a></p>`}
</article>`,
  };
}

const spanWords: Readonly<Record<BarInterval, string>> = {
  '1m': 'minute by minute',
  '5m': 'five minutes at a time',
  '1h': 'hour by hour',
  '1d': 'session by session',
};

/** The same instrument in bars of another length. */
function spans(asked: URLSearchParams): Html {
  const link = (span: string): Html => {
    const to = new URLSearchParams({
      instrument_id: asked.get('instrument_id') ?? '',
      interval: span,
      newest: asked.get('newest') ?? 'true',
    });
    return html`<li><a href="/bars?${String(to)}"${asked.get('interval') === span && html` aria-current="page"`}>${span}</a></li>`;
  };
  return html`<nav class="siblings" aria-label="Length of a bar"><ul>${SPANS.map(link)}</ul></nav>`;
}

const start: Column<BarView> = { title: 'Start', cell: (bar) => when(bar.start) };
const session: Column<BarView> = {
  title: 'Session',
  cell: (bar) => html`<time datetime="${bar.session_date}">${bar.session_date}</time>`,
};

const prices = (visit: Visit): Column<BarView>[] =>
  (['open', 'high', 'low', 'close'] as const).map((key) => ({
    title: `${key.charAt(0).toUpperCase()}${key.slice(1)}`,
    figure: (bar) => priceIn(visit, bar.instrument_id, bar[key]),
  }));

const counts: readonly Column<BarView>[] = [
  { title: 'Volume', figure: ({ volume }) => volume },
  { title: 'Trades', figure: ({ trades }) => trades },
];
