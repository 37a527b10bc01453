/* The bars of an instrument as a chart with its studies, and in figures: what is drawn, and what is said of it. */
import {
  CandlestickSeries,
  CrosshairMode,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type Time,
} from 'lightweight-charts';
import { formatTicks, toTicks } from '../../marketdata/ladder-window.js';
import type { BarQuery, ChartBar, ChartSession } from './chart-bars.js';
import { addSessionLines, createSessionChart, describeBeginning, type SessionLines } from './chart-breaks.js';
import { listenToKeys } from './chart-keys.js';
import {
  colorBar,
  createChartOptions,
  createFixedOptions,
  createMarkFormatter,
  describeBar,
  findPriceSteps,
  formatFullTime,
} from './chart-look.js';
import { addOwnLines, type OwnLines } from './chart-own.js';
import { addStudies, type ChartStudies } from './chart-studies.js';
import { getElement } from '../page-parts.js';

/** How many bars are seen at first; all of them where there are fewer. */
const SEEN = 72;
const SEEN_LEAST = 12;
/** Pixels without bars at the right, where the words of the price lines stand. */
const FREE = 64;

type ChartParts = Readonly<{
  place: HTMLElement;
  chart: IChartApi;
  candles: ISeriesApi<'Candlestick'>;
  volumes: ISeriesApi<'Histogram'>;
  studies: ChartStudies;
  sessions: SessionLines;
  own: OwnLines;
}>;

/** A figure of the page, and the chart in it once there are bars. `pointed` is the time that is pointed at. */
export type Drawing = {
  readonly figure: HTMLElement;
  readonly legend: HTMLElement;
  readonly decimals: number;
  readonly tick: number;
  query: BarQuery;
  bars: ChartBar[];
  sessions: readonly ChartSession[];
  drawn: ChartParts | null;
  /** From which bar on they have changed since they were drawn. */
  changedFrom: number | null;
  pointed: Time | null;
};

function begin(drawing: Drawing): ChartParts {
  const { figure, decimals, tick } = drawing;
  const place = document.createElement('div');
  place.className = 'drawn';
  place.tabIndex = 0;
  place.setAttribute('role', 'application');
  place.setAttribute('aria-roledescription', 'chart');
  figure.querySelector('svg, .empty')?.replaceWith(place);
  const shown = createChartOptions(place);
  const formatPrice = (price: number): string => formatTicks(toTicks(price, tick), tick, decimals);
  const { timeScale, ...look } = shown.chart;
  const options = {
    ...{ ...look, ...createFixedOptions(decimals, formatPrice) },
    // It would go from one line to another, among them averages between ticks.
    crosshair: { ...look.crosshair, mode: CrosshairMode.Normal },
    timeScale: { ...timeScale, tickMarkFormatter: createMarkFormatter(drawing) },
  };
  const chart = createSessionChart(place, options, drawing);
  const candles = chart.addSeries(CandlestickSeries, {
    ...shown.candles,
    priceFormat: { type: 'price', precision: decimals, ...findPriceSteps(tick, decimals) },
  });
  const volumes = chart.addSeries(HistogramSeries, shown.volume);
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.8, bottom: 0 } });
  candles.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.24 } });
  const { colors } = shown;
  const drawn = {
    ...{ place, chart, candles, volumes },
    studies: addStudies(chart, getElement('.studies'), colors),
    sessions: addSessionLines(chart, candles, colors),
    own: addOwnLines(chart, candles, { tick, formatPrice, colors }),
  };
  chart.subscribeCrosshairMove(({ time, sourceEvent }) => {
    if (sourceEvent === undefined) return;
    drawing.pointed = time ?? null;
    showLegend(drawing, drawn);
  });
  listenToKeys({ chart, place, listBars: () => drawing.bars }, (bar) => markPoint(drawing, drawn, bar));
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => updateColors(drawing, drawn));
  return drawn;
}

function updateColors(drawing: Drawing, { place, chart, candles, volumes, studies, sessions, own }: ChartParts): void {
  const next = createChartOptions(place);
  chart.applyOptions(next.chart);
  candles.applyOptions(next.candles);
  candles.setData(drawing.bars.map((bar) => colorBar(bar, next.colors)));
  volumes.applyOptions(next.volume);
  studies.applyColors(next.colors);
  sessions.applyColors(next.colors);
  own.applyColors(next.colors);
}

export function drawAll(drawing: Drawing, { isNew = false } = {}): void {
  const drawn = (drawing.drawn ??= begin(drawing));
  const { bars } = drawing;
  const { colors } = createChartOptions(drawn.place);
  drawing.changedFrom = null;
  drawn.candles.setData(bars.map((bar) => colorBar(bar, colors)));
  drawn.volumes.setData(bars.map(({ time, volume }) => ({ time, value: volume })));
  drawn.studies.draw(drawing);
  drawn.sessions.draw(drawing);
  drawn.own.draw(bars);
  showLastPrice(drawing, drawn);
  if (isNew) {
    drawn.chart.applyOptions({ timeScale: { timeVisible: bars.every(({ time }) => typeof time === 'number') } });
    const width = drawn.chart.timeScale().width();
    const seen = Math.min(SEEN, Math.max(SEEN_LEAST, bars.length));
    const free = width > 2 * FREE ? (seen * FREE) / (width - FREE) : 2;
    drawn.chart.timeScale().setVisibleLogicalRange({ from: bars.length - seen, to: bars.length + free });
  }
  showLegend(drawing, drawn);
}

/** The close of a made-up bar is no price of the market. */
export function showLastPrice({ bars }: Drawing, { candles }: ChartParts): void {
  const isTraded = bars.at(-1)?.isMadeUp !== true;
  candles.applyOptions({ lastValueVisible: isTraded, priceLineVisible: isTraded });
}

/** The bar that is pointed at, or the last, in figures. */
export function showLegend(drawing: Drawing, { place }: ChartParts): void {
  const { bars, pointed, legend } = drawing;
  const pointedAt =
    pointed === null ? undefined : bars.find(({ time }) => formatFullTime(time) === formatFullTime(pointed));
  const bar = pointedAt ?? bars.at(-1);
  if (bar === undefined) return;
  const { brief } = describeBar(bar, drawing);
  if (legend.textContent !== brief) legend.textContent = brief;
  const label = `Chart of ${bars.length} bars. Arrow keys go from bar to bar, plus and minus change how many are seen.`;
  if (place.getAttribute('aria-label') !== label) place.setAttribute('aria-label', label);
}

/** By the keyboard: what it is at is said as well. */
function markPoint(drawing: Drawing, drawn: ChartParts, bar: ChartBar | null): void {
  drawing.pointed = bar?.time ?? null;
  if (bar === null) drawn.chart.clearCrosshairPosition();
  else drawn.chart.setCrosshairPosition(bar.close, bar.time, drawn.candles);
  getElement('[role="status"]', drawing.figure).textContent =
    bar === null ? '' : describeBar(bar, drawing).spoken + describeBeginning(drawing, bar);
  showLegend(drawing, drawn);
}
