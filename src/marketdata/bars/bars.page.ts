import { toDownloadUrl, type TableColumn, renderTable } from '../../pages/table.page.js';
import { type Html, html } from '../../pages/html.js';
import { renderTimestamp } from '../../pages/timestamp.page.js';
import type { PageContent, PageContext } from '../../pages/page.js';
import { toInstrumentPrice, toDigits } from '../../pages/number-format.js';
import { parseId } from '../../http/wire-values.js';
import { renderMarketBackLink } from '../market-pages.page.js';
import type { BarView } from './bar.view.js';
import { type BarInterval, BAR_INTERVALS } from './bar.js';
import { formatPrice } from '../../money/price-text.js';
import { capitalizeFirst } from '../../errors/sentence.js';

const WIDTH = 720;
const HEIGHT = 300;
/** Space above and below the bars for the highest and lowest price. */
const EDGE = 18;

type Candle = Readonly<{ open: number; high: number; low: number; close: number }>;

/**
 * Bars drawn by the server, oldest first, which a script replaces by a chart. A bar that closed above its open is
 * hollow, one that closed below is filled, so that colors are not needed. Bars are adjacent: intervals without trades
 * leave no gap.
 */
export function renderBarsChart(bars: readonly BarView[], decimals: number, madeUpBars: readonly BarView[] = []): Html {
  const candles = [...madeUpBars, ...bars].map(({ open, high, low, close }) => ({
    open: Number(toDigits(open)),
    high: Number(toDigits(high)),
    low: Number(toDigits(low)),
    close: Number(toDigits(close)),
  }));
  const [first, last] = [candles[0], candles.at(-1)];
  if (!first || !last) return html`<p class="empty">No trades yet, so there are no bars.</p>`;
  const [top, bottom] = [Math.max(...candles.map(({ high }) => high)), Math.min(...candles.map(({ low }) => low))];
  const step = WIDTH / candles.length;
  const toY = (price: number): number => Math.round(EDGE + ((top - price) / (top - bottom || 1)) * (HEIGHT - 2 * EDGE));
  const renderPath = (isWanted: (bar: Candle, isMadeUp: boolean) => boolean): string =>
    candles
      .map((bar, n) =>
        isWanted(bar, n < madeUpBars.length)
          ? renderCandle(bar, { middle: (n + 0.5) * step, half: Math.min(step * 0.32, 6), at: toY })
          : '',
      )
      .join('');
  const toLabel = (price: number): string => formatPrice(String(price), decimals);
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${candles.length} bars${madeUpBars.length > 0 && `, ${madeUpBars.length} of them made up`}: from ${toLabel(first.open)} to ${toLabel(last.close)}, at most ${toLabel(top)}, at least ${toLabel(bottom)}">
${madeUpBars.length > 0 && html`<path class="rise made-up" d="${renderPath((bar, isMadeUp) => isMadeUp && bar.close >= bar.open)}"/>\n<path class="fall made-up" d="${renderPath((bar, isMadeUp) => isMadeUp && bar.close < bar.open)}"/>\n`}<path class="rise" d="${renderPath((bar, isMadeUp) => !isMadeUp && bar.close >= bar.open)}"/>
<path class="fall" d="${renderPath((bar, isMadeUp) => !isMadeUp && bar.close < bar.open)}"/>
<text x="${WIDTH - 4}" y="13" text-anchor="end">${toLabel(top)}</text>
<text x="${WIDTH - 4}" y="${HEIGHT - 4}" text-anchor="end">${toLabel(bottom)}</text>
</svg>`;
}

type CandlePosition = Readonly<{ middle: number; half: number; at: (price: number) => number }>;

function renderCandle({ open, high, low, close }: Candle, { middle, half, at }: CandlePosition): string {
  const [x, left, right] = [middle, middle - half, middle + half].map(Math.round) as [number, number, number];
  const [upper, lower] = [at(Math.max(open, close)), at(Math.min(open, close))];
  const [above, height, below] = [upper - at(high), lower - upper, at(low) - lower];
  // Relative steps are short, and a page has dozens of bars. The body ends at its upper left.
  const body = `M${left} ${upper}h${right - left}v${height}h${left - right}z`;
  const wickAbove = above > 0 ? `m${x - left} 0v${-above}` : '';
  const toBelow = above > 0 ? `m0 ${above + height}` : `m${x - left} ${height}`;
  return body + wickAbove + (below > 0 ? `${toBelow}v${below}` : '');
}

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
${bars.length === 0 ? html`<p class="empty">No trades ${since}.</p>` : renderBarsTable(title, bars, context)}
<p><a class="csv" href="${toDownloadUrl(path)}" download>CSV</a></p>
${nextUrl !== null && html`<p class="next"><a href="${nextUrl}" rel="next">${query.get('newest') === 'true' ? 'Earlier' : 'Later'} bars</a></p>`}
</article>`,
  };
}

const intervalLabels: Readonly<Record<BarInterval, string>> = {
  '1m': 'by minute',
  '5m': 'by five minutes',
  '15m': 'by 15 minutes',
  '1h': 'by hour',
  '4h': 'by four hours',
  '1d': 'by session',
  '1w': 'by week',
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

/** A script reads the bars of a chart from it. Those that `isMadeUp` finds are marked. */
export function renderBarsTable<Row extends BarView>(
  title: string,
  bars: readonly Row[],
  context: PageContext,
  isMadeUp: (bar: Row) => boolean = () => false,
): Html {
  const originColumn: TableColumn<Row> = {
    title: 'Origin',
    cell: (bar) => html`${isMadeUp(bar) ? 'made up' : 'trades'}`,
  };
  const columns: readonly TableColumn<Row>[] = [
    startColumns[bars[0]?.interval ?? '1m'],
    ...createPriceColumns(context),
    ...volumeColumns,
    ...(bars.some(isMadeUp) ? [originColumn] : []),
  ];
  return renderTable(title, bars, columns, { rowAttributes: (bar) => html`${isMadeUp(bar) && ' data-made-up'}` });
}

const startColumn: TableColumn<BarView> = { title: 'Start', cell: (bar) => renderTimestamp(bar.start) };
const sessionColumn: TableColumn<BarView> = {
  title: 'Session',
  cell: (bar) => html`<time datetime="${bar.session_date}">${bar.session_date}</time>`,
};

const weekColumn: TableColumn<BarView> = {
  title: 'Week from',
  cell: ({ start }) => html`<time datetime="${start.slice(0, 10)}">${start.slice(0, 10)}</time>`,
};

const startColumns: Readonly<Record<BarInterval, TableColumn<BarView>>> = {
  '1m': startColumn,
  '5m': startColumn,
  '15m': startColumn,
  '1h': startColumn,
  '4h': startColumn,
  '1d': sessionColumn,
  '1w': weekColumn,
};

const createPriceColumns = (context: PageContext): TableColumn<BarView>[] =>
  (['open', 'high', 'low', 'close'] as const).map((key) => ({
    title: capitalizeFirst(key),
    figure: (bar) => toInstrumentPrice(context, bar.instrument_id, bar[key]),
  }));

const volumeColumns: readonly TableColumn<BarView>[] = [
  { title: 'Volume', figure: ({ volume }) => volume },
  { title: 'Trades', figure: ({ trades }) => trades },
];
