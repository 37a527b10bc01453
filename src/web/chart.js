/*
 * The price of an instrument as a chart, in place of the one that the server drew. Market data updates the last bar. Trades that follow each other quickly arrive
 * as one: when more was traded than was received, the newest bars are loaded again, and so they are after an interruption.
 */
import { addTrade, askBars, fetchNewerBars } from './chart-bars.js';
import { listenToKeys } from './chart-keys.js';
import { look, markText, formatFullTime } from './chart-look.js';
import { CandlestickSeries, createChart, HistogramSeries } from './lightweight-charts.js';
import { onState, watch } from './market-stream.js';

const SEEN = 72;
/** Between two questions for bars, however much is traded meanwhile. */
const AGAIN_MS = 2_000;

/* ---- what is drawn ------------------------------------------------------------------------------------------------------ */

/**
 * Draws it into a figure, and keeps it current; without bars, the page says so until something is traded. `volume` is what had been traded when the page was
 * made: the bars are loaded before the stream begins, and a trade between the two is in neither.
 */
export function startChart(figure, { id, decimals, volume }) {
  const drawing = {
    figure,
    decimals,
    volume,
    asked: { id, interval: figure.dataset.interval },
    bars: [],
    chart: null,
    pointed: null,
    legend: figure.querySelector('.legend'),
  };
  follow(drawing);
  load(drawing);
  chooseIntervals(drawing);
}

/** What stood there stays until there is something to draw. */
async function load(drawing) {
  const { asked, legend } = drawing;
  legend.textContent = 'Loading the bars …';
  try {
    const bars = await askBars(asked);
    if (asked !== drawing.asked) return;
    drawing.bars = bars;
  } catch {
    if (asked !== drawing.asked) return;
    legend.textContent = 'The bars could not be loaded: what is shown is older. Trying again.';
    window.setTimeout(() => asked === drawing.asked && load(drawing), AGAIN_MS * 2);
    return;
  }
  if (drawing.bars.length === 0) legend.textContent = '';
  else drawAll(drawing, { isNew: true });
}

function begin(drawing) {
  const { figure, decimals } = drawing;
  const tick = Number(figure.dataset.tick);
  const place = document.createElement('div');
  place.className = 'drawn';
  place.tabIndex = 0;
  place.setAttribute('role', 'application');
  place.setAttribute('aria-roledescription', 'chart');
  figure.querySelector('svg, .empty')?.replaceWith(place);
  const shown = look(place);
  const chart = createChart(place, {
    ...shown.chart,
    autoSize: true,
    localization: {
      locale: document.documentElement.lang,
      timeFormatter: formatFullTime,
      priceFormatter: (price) => price.toFixed(decimals),
    },
    timeScale: { ...shown.chart.timeScale, secondsVisible: false, tickMarkFormatter: markText, rightOffset: 3 },
    // The wheel scrolls the page.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  });
  const candles = chart.addSeries(CandlestickSeries, {
    ...shown.candles,
    priceFormat: { type: 'price', precision: decimals, ...findPriceSteps(tick, decimals) },
  });
  const volumes = chart.addSeries(HistogramSeries, {
    ...shown.volume,
    priceScaleId: '',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.8, bottom: 0 } });
  candles.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.24 } });
  Object.assign(drawing, { place, chart, candles, volumes });
  chart.subscribeCrosshairMove(({ time, sourceEvent }) => {
    if (sourceEvent === undefined) return;
    drawing.pointed = time ?? null;
    showLegend(drawing);
  });
  listenToKeys(drawing, (bar) => markPoint(drawing, bar));
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => updateColors(drawing));
}

/** Marks of the scale are whole ticks, where so many of them make one; the chart knows no others than those and decimals. */
function findPriceSteps(tick, decimals) {
  const base = 10 ** decimals / Math.round(tick * 10 ** decimals);
  return Number.isInteger(base) ? { minMove: tick, base } : { minMove: 1 / 10 ** decimals };
}

function updateColors({ place, chart, candles, volumes }) {
  const next = look(place);
  chart.applyOptions(next.chart);
  candles.applyOptions(next.candles);
  volumes.applyOptions(next.volume);
}

function drawAll(drawing, { isNew = false } = {}) {
  if (drawing.chart === null) begin(drawing);
  const { bars, chart, candles, volumes, asked } = drawing;
  candles.setData(bars);
  volumes.setData(bars.map(({ time, volume }) => ({ time, value: volume })));
  if (isNew) {
    chart.applyOptions({ timeScale: { timeVisible: asked.interval !== '1d' } });
    chart.timeScale().setVisibleLogicalRange({ from: bars.length - SEEN, to: bars.length + 2 });
  }
  showLegend(drawing);
}

/* ---- what is said of it ------------------------------------------------------------------------------------------------- */

function describeBar(bar, decimals) {
  const [open, high, low, close] = [bar.open, bar.high, bar.low, bar.close].map((price) => price.toFixed(decimals));
  return {
    brief: `${formatFullTime(bar.time)}  O ${open}  H ${high}  L ${low}  C ${close}  V ${bar.volume}`,
    spoken: `${formatFullTime(bar.time)}: open ${open}, high ${high}, low ${low}, close ${close}, volume ${bar.volume}`,
  };
}

/** The bar that is pointed at, or the last, in figures. */
function showLegend({ bars, pointed, place, legend, decimals }) {
  const pointedAt =
    pointed === null ? undefined : bars.find(({ time }) => formatFullTime(time) === formatFullTime(pointed));
  const { brief } = describeBar(pointedAt ?? bars.at(-1), decimals);
  if (legend.textContent !== brief) legend.textContent = brief;
  const label = `Chart of ${bars.length} bars. Arrow keys go from bar to bar, plus and minus change how many are seen.`;
  if (place.getAttribute('aria-label') !== label) place.setAttribute('aria-label', label);
}

/** By the keyboard: what it is at is said as well. */
function markPoint(drawing, bar) {
  drawing.pointed = bar?.time ?? null;
  if (bar === null) drawing.chart.clearCrosshairPosition();
  else drawing.chart.setCrosshairPosition(bar.close, bar.time, drawing.candles);
  drawing.figure.querySelector('[role="status"]').textContent =
    bar === null ? '' : describeBar(bar, drawing.decimals).spoken;
  showLegend(drawing);
}

/** The links of the page lead to bars of another length; with a script they come where the chart stands, and what stands in the ticket stays. */
function chooseIntervals(drawing) {
  const choice = document.querySelector('#intervals');
  choice.addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    for (const one of choice.querySelectorAll('a')) one.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    const interval = new URL(link.href).searchParams.get('interval');
    if (interval !== drawing.asked.interval) choose(drawing, interval);
  });
}

function choose(drawing, interval) {
  const { figure } = drawing;
  drawing.asked = { ...drawing.asked, interval };
  drawing.pointed = null;
  figure.dataset.interval = interval;
  const address = new URL(location.href);
  address.searchParams.set('interval', interval);
  window.history.replaceState(window.history.state, '', address);
  const table = figure.querySelector('figcaption a');
  table.href = table.getAttribute('href').replace(/interval=\w+/, `interval=${interval}`);
  load(drawing);
}

/* ---- what happens next -------------------------------------------------------------------------------------------------- */

/** What is shown at the beginning is in the bars already. */
const isNews = ({ previous_seq: previous }) => previous !== null && previous !== undefined;

function follow(drawing) {
  const askSoon = createLoader(drawing);
  let { volume } = drawing;
  let last = null;
  /** More than the one trade that was received: the bar may have been higher and lower meanwhile. */
  const isWhole = (item, more) => isNews(item) && more === last?.quantity && item.seq === last.seq;
  watch({ ids: [drawing.asked.id], sides: ['Last', 'Volume'] }, (item) => {
    if (item.side === 'Last') {
      last = item;
      trade(drawing, item, askSoon);
      return;
    }
    const more = (item.quantity ?? 0) - volume;
    volume = item.quantity ?? 0;
    if (isNews(item) && more > 0) addVolume(drawing, more);
    if (more !== 0 && !isWhole(item, more)) askSoon();
  });
  let wasLive = false;
  onState((state) => {
    if (state === 'live' && wasLive) askSoon();
    wasLive ||= state === 'live';
  });
}

/** Loads the newest bars, one request at a time. What arrives meanwhile is newer than the response, so it is loaded again. */
function createLoader(drawing) {
  let timer = null;
  let isBusy = false;
  let isWanted = false;
  function loadSoon() {
    isWanted = true;
    if (!isBusy) timer ??= window.setTimeout(ask, drawing.bars.length === 0 ? AGAIN_MS / 4 : AGAIN_MS);
  }
  async function ask() {
    [timer, isBusy, isWanted] = [null, true, false];
    const { asked } = drawing;
    const bars = await fetchNewerBars(drawing.bars, asked).catch(() => null);
    // Right after the first trade there may be none yet.
    if (bars === null || bars.length === 0) isWanted = true;
    else if (asked === drawing.asked) put(drawing, bars);
    isBusy = false;
    if (isWanted) loadSoon();
  }
  return loadSoon;
}

function put(drawing, bars) {
  const isNew = drawing.bars.length === 0;
  drawing.bars = bars;
  drawAll(drawing, { isNew });
}

function trade(drawing, item, askSoon) {
  if (!isNews(item) || item.price === null) return;
  if (drawing.bars.length === 0) {
    askSoon();
    return;
  }
  const bar = addTrade(drawing.bars, item, drawing.asked.interval);
  if (bar === null) return;
  drawing.candles.update(bar);
  showLegend(drawing);
}

/** Quantities arrive after the price that they were traded at. */
function addVolume(drawing, more) {
  const last = drawing.bars.at(-1);
  if (last === undefined) return;
  last.volume += more;
  drawing.volumes.update({ time: last.time, value: last.volume });
  showLegend(drawing);
}
