/*
 * The price of an instrument as a chart, in place of the one that the server drew. Market data updates the last bar. Trades that follow each other quickly arrive
 * as one: when more was traded than was received, the newest bars are loaded again, and so they are after an interruption.
 */
import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type Time,
} from 'lightweight-charts';
import { addTrade, type ChartBar, type BarQuery, loadBars } from './chart-bars.js';
import { AGAIN_MS, createLoader } from './chart-loader.js';
import { listenToKeys } from './chart-keys.js';
import {
  colorBar,
  createChartOptions,
  createFixedOptions,
  describeBar,
  findPriceSteps,
  formatFullTime,
  parseDayEnd,
} from './chart-look.js';
import { addOwnLines, type OwnLines } from './chart-own.js';
import { addStudies, type ChartStudies } from './chart-studies.js';
import { type StreamItem, onState, watch } from './market-stream.js';
import { findElement, findLink, getElement, isPlainClick } from './page-parts.js';

const SEEN = 72;
/** Pixels without bars at the right, where the words of the price lines stand. */
const FREE = 64;

/** A shape is looked at, not read: ten times a second are enough. Figures and ladder follow each frame. */
const DRAW_EVERY_MS = 100;

type ChartParts = Readonly<{
  place: HTMLElement;
  chart: IChartApi;
  candles: ISeriesApi<'Candlestick'>;
  volumes: ISeriesApi<'Histogram'>;
  studies: ChartStudies;
  own: OwnLines;
}>;

/** A figure of the page, and the chart in it once there are bars. `pointed` is the time that is pointed at. */
type Drawing = {
  readonly figure: HTMLElement;
  readonly legend: HTMLElement;
  readonly decimals: number;
  readonly tick: number;
  query: BarQuery;
  bars: ChartBar[];
  drawn: ChartParts | null;
  /** From which bar on they have changed since they were drawn. */
  changedFrom: number | null;
  pointed: Time | null;
};

/* ---- what is drawn ------------------------------------------------------------------------------------------------------ */

/**
 * Draws it into a figure, and keeps it current; without bars, the page says so until something is traded. `volume` is what had been traded when the page was
 * made: the bars are loaded before the stream begins, and a trade between the two is in neither.
 */
export function startChart(
  figure: HTMLElement,
  { id, decimals, tick, volume }: Readonly<{ id: number; decimals: number; tick: number; volume: number }>,
): void {
  const drawing: Drawing = {
    figure,
    legend: getElement('.legend', figure),
    ...{ decimals, tick },
    query: { id, interval: figure.dataset.interval ?? '', hasHistory: 'history' in figure.dataset },
    bars: [],
    drawn: null,
    changedFrom: null,
    pointed: null,
  };
  follow(drawing, volume);
  void load(drawing);
  chooseIntervals(drawing);
}

/** What stood there stays until there is something to draw. */
async function load(drawing: Drawing): Promise<void> {
  const { query, legend } = drawing;
  const isCurrent = (): boolean => query === drawing.query;
  legend.textContent = 'Loading the bars …';
  try {
    const bars = await loadBars(query);
    if (!isCurrent()) return;
    drawing.bars = bars;
  } catch {
    if (!isCurrent()) return;
    legend.textContent = 'The bars could not be loaded: what is shown is older. Trying again.';
    window.setTimeout(() => {
      if (isCurrent()) void load(drawing);
    }, AGAIN_MS * 2);
    return;
  }
  if (drawing.bars.length === 0) legend.textContent = '';
  else drawAll(drawing, { isNew: true });
}

function begin(drawing: Drawing): ChartParts {
  const { figure, decimals, tick } = drawing;
  const place = document.createElement('div');
  place.className = 'drawn';
  place.tabIndex = 0;
  place.setAttribute('role', 'application');
  place.setAttribute('aria-roledescription', 'chart');
  figure.querySelector('svg, .empty')?.replaceWith(place);
  const shown = createChartOptions(place);
  const chart = createChart(place, { ...shown.chart, ...createFixedOptions(decimals) });
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
    studies: addStudies(chart, getElement('.studies'), { dayEnd: parseDayEnd(figure.dataset.dayEnd), colors }),
    own: addOwnLines(candles, tick, colors),
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

function updateColors(drawing: Drawing, { place, chart, candles, volumes, studies, own }: ChartParts): void {
  const next = createChartOptions(place);
  chart.applyOptions(next.chart);
  candles.applyOptions(next.candles);
  candles.setData(drawing.bars.map((bar) => colorBar(bar, next.colors)));
  volumes.applyOptions(next.volume);
  studies.applyColors(next.colors);
  own.applyColors(next.colors);
}

function drawAll(drawing: Drawing, { isNew = false } = {}): void {
  const drawn = (drawing.drawn ??= begin(drawing));
  const { bars, query } = drawing;
  const { colors } = createChartOptions(drawn.place);
  drawing.changedFrom = null;
  drawn.candles.setData(bars.map((bar) => colorBar(bar, colors)));
  drawn.volumes.setData(bars.map(({ time, volume }) => ({ time, value: volume })));
  drawn.studies.draw(bars);
  drawn.own.draw(bars);
  if (isNew) {
    drawn.chart.applyOptions({ timeScale: { timeVisible: !['1d', '1w'].includes(query.interval) } });
    const width = drawn.chart.timeScale().width();
    const free = width > 2 * FREE ? (SEEN * FREE) / (width - FREE) : 2;
    drawn.chart.timeScale().setVisibleLogicalRange({ from: bars.length - SEEN, to: bars.length + free });
  }
  showLegend(drawing, drawn);
}

/* ---- what is said of it ------------------------------------------------------------------------------------------------- */

/** The bar that is pointed at, or the last, in figures. */
function showLegend({ bars, pointed, legend, decimals }: Drawing, { place }: ChartParts): void {
  const pointedAt =
    pointed === null ? undefined : bars.find(({ time }) => formatFullTime(time) === formatFullTime(pointed));
  const bar = pointedAt ?? bars.at(-1);
  if (bar === undefined) return;
  const { brief } = describeBar(bar, decimals);
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
    bar === null ? '' : describeBar(bar, drawing.decimals).spoken;
  showLegend(drawing, drawn);
}

/** The links of the page lead to bars of another length; with a script they come where the chart stands, and what stands in the ticket stays. */
function chooseIntervals(drawing: Drawing): void {
  const choice = getElement('#intervals');
  choice.addEventListener('click', (event) => {
    const link = findLink(event);
    if (link === null || !isPlainClick(event)) return;
    event.preventDefault();
    for (const one of choice.querySelectorAll('a')) one.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    const interval = new URL(link.href).searchParams.get('interval');
    if (interval !== null && interval !== drawing.query.interval) choose(drawing, interval);
  });
}

function choose(drawing: Drawing, interval: string): void {
  const { figure } = drawing;
  drawing.query = { ...drawing.query, interval };
  drawing.pointed = null;
  figure.dataset.interval = interval;
  const address = new URL(location.href);
  address.searchParams.set('interval', interval);
  window.history.replaceState(window.history.state, '', address);
  const table = findElement('figcaption a', figure);
  table?.setAttribute('href', (table.getAttribute('href') ?? '').replace(/interval=\w+/, `interval=${interval}`));
  void load(drawing);
}

/* ---- what happens next -------------------------------------------------------------------------------------------------- */

/** What is shown at the beginning is in the bars already. */
const isNews = ({ previous_seq: previous }: StreamItem): boolean => previous !== null && previous !== undefined;

function follow(drawing: Drawing, volumeShown: number): void {
  const loadSoon = createLoader(drawing, (bars) => put(drawing, bars));
  let volume = volumeShown;
  let last: StreamItem | null = null;
  /** More than the one trade that was received: the bar may have been higher and lower meanwhile. */
  const isWhole = (item: StreamItem, more: number): boolean =>
    isNews(item) && more === last?.quantity && item.seq === last.seq;
  watch({ ids: [drawing.query.id], sides: ['Last', 'Volume'] }, (item) => {
    if (item.side === 'Last') {
      last = item;
      trade(drawing, item, loadSoon);
      return;
    }
    const more = (item.quantity ?? 0) - volume;
    volume = item.quantity ?? 0;
    if (isNews(item) && more > 0) addVolume(drawing, more);
    if (more !== 0 && !isWhole(item, more)) loadSoon();
  });
  let wasLive = false;
  onState((state) => {
    if (state === 'live' && wasLive) loadSoon();
    wasLive ||= state === 'live';
  });
}

function put(drawing: Drawing, bars: ChartBar[]): void {
  const isNew = drawing.bars.length === 0;
  drawing.bars = bars;
  drawAll(drawing, { isNew });
}

function trade(drawing: Drawing, item: StreamItem, loadSoon: () => void): void {
  const { price, time } = item;
  if (!isNews(item) || price === null || time === undefined) return;
  if (drawing.bars.length === 0 || drawing.drawn === null) {
    loadSoon();
    return;
  }
  if (addTrade(drawing.bars, { price, time }, drawing.query.interval) !== null) drawLastSoon(drawing);
}

/** However many trades come: the averages are computed from all bars, and the whole chart is painted anew. */
function drawLastSoon(drawing: Drawing): void {
  const last = drawing.bars.length - 1;
  if (drawing.changedFrom === null) window.setTimeout(drawLast, DRAW_EVERY_MS, drawing);
  drawing.changedFrom = Math.min(last, drawing.changedFrom ?? last);
}

function drawLast(drawing: Drawing): void {
  const { bars, drawn, changedFrom } = drawing;
  if (drawn === null || changedFrom === null) return;
  drawing.changedFrom = null;
  for (const bar of bars.slice(changedFrom)) {
    drawn.candles.update(bar);
    drawn.volumes.update({ time: bar.time, value: bar.volume });
  }
  drawn.studies.draw(bars);
  showLegend(drawing, drawn);
}

/** Quantities arrive after the price that they were traded at. */
function addVolume(drawing: Drawing, more: number): void {
  const last = drawing.bars.at(-1);
  if (last === undefined) return;
  last.volume += more;
  drawLastSoon(drawing);
}
