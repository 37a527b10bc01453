import { toDownloadUrl, type TableColumn, renderTable } from '../../pages/table.page.js';
import { type Html, html } from '../../pages/html.js';
import { renderTimestamp } from '../../pages/timestamp.page.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { toInstrumentPrice } from '../../pages/number-format.js';
import { parseId } from '../../http/wire-values.js';
import { renderMarketBackLink } from '../market-pages.page.js';
import type { BarView } from './bar.view.js';
import { type BarInterval, BAR_INTERVALS } from './bar.js';

export function barsPage(bars: readonly BarView[], context: PageContext): PageContent {
  const { path, nextUrl, getName } = context;
  const query = new URL(path, 'http://here').searchParams;
  const [id, interval] = [
    parseId(query.get('instrument_id')),
    BAR_INTERVALS.find((span) => span === query.get('interval')) ?? '1d',
  ];
  const title = id === null ? 'Bars' : `Bars of ${getName('instrument_id', id)}`;
  const since = query.has('from') || query.has('to') ? 'then' : 'yet';
  return {
    title,
    styles: ['market.css'],
    body: html`<article class="listing">
${id !== null && renderMarketBackLink(id, context)}
<h1>${title}</h1>
<p class="lead">Trades ${intervalLabels[interval]}. Periods without trades have no bar.</p>
${renderIntervalLinks(query)}
${bars.length === 0 ? html`<p class="empty">No trades ${since}.</p>` : renderTable(title, bars, [interval === '1d' ? sessionColumn : startColumn, ...createPriceColumns(context), ...volumeColumns])}
<p><a class="csv" href="${toDownloadUrl(path)}" download>CSV</a></p>
${nextUrl !== null && html`<p class="next"><a href="${nextUrl}" rel="next">${query.get('newest') === 'true' ? 'Earlier' : 'Later'} bars</a></p>`}
</article>`,
  };
}

const intervalLabels: Readonly<Record<BarInterval, string>> = {
  '1m': 'by minute',
  '5m': 'by five minutes',
  '1h': 'by hour',
  '1d': 'by session',
};

/** The same instrument with another interval. */
function renderIntervalLinks(query: URLSearchParams): Html {
  const link = (span: string): Html => {
    const parameters = new URLSearchParams({
      instrument_id: query.get('instrument_id') ?? '',
      interval: span,
      newest: query.get('newest') ?? 'true',
    });
    return html`<li><a href="/bars?${String(parameters)}"${query.get('interval') === span && html` aria-current="page"`}>${span}</a></li>`;
  };
  return html`<nav class="siblings" aria-label="Length of a bar"><ul>${BAR_INTERVALS.map(link)}</ul></nav>`;
}

const startColumn: TableColumn<BarView> = { title: 'Start', cell: (bar) => renderTimestamp(bar.start) };
const sessionColumn: TableColumn<BarView> = {
  title: 'Session',
  cell: (bar) => html`<time datetime="${bar.session_date}">${bar.session_date}</time>`,
};

const createPriceColumns = (context: PageContext): TableColumn<BarView>[] =>
  (['open', 'high', 'low', 'close'] as const).map((key) => ({
    title: `${key.charAt(0).toUpperCase()}${key.slice(1)}`,
    figure: (bar) => toInstrumentPrice(context, bar.instrument_id, bar[key]),
  }));

const volumeColumns: readonly TableColumn<BarView>[] = [
  { title: 'Volume', figure: ({ volume }) => volume },
  { title: 'Trades', figure: ({ trades }) => trades },
];
