/*
 * The price of an instrument as a chart, in place of the one that the server drew. Its bars are those of the page /bars, read from its table; the last one goes on with
 * what the market tells, and all of them are asked for again now and then, because trades that follow each other quickly are told as one.
 */
import { CandlestickSeries, createChart, HistogramSeries } from './lightweight-charts.js';
import { watch } from './market-stream.js';

const BARS = 300;
const AGAIN_MS = 30_000;
const WIDTHS = { '1m': 60, '5m': 300, '1h': 3_600 };

/* ---- what is drawn ------------------------------------------------------------------------------------------------------ */

const numberIn = (cell) => Number(cell.textContent);

/** A line of the table; the chart counts seconds, and a session by its date. */
function barIn({ cells }) {
  const { dateTime } = cells[0].querySelector('time');
  const time = dateTime.includes('T') ? Date.parse(dateTime) / 1000 : dateTime;
  const [open, high, low, close, volume] = [...cells].slice(1, 6).map(numberIn);
  return { time, open, high, low, close, volume };
}

/** The oldest first. */
async function ask({ id, interval }) {
  const answer = await fetch(`/bars?instrument_id=${id}&interval=${interval}&newest=true&per_page=${BARS}`, { headers: { accept: 'text/html' } });
  if (!answer.ok) throw new Error(`no bars: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return [...page.querySelectorAll('table.rows tbody tr')].map(barIn).reverse();
}

/* ---- how it looks ------------------------------------------------------------------------------------------------------- */

/** The sheet's colours as they are in this theme. */
function colours(element) {
  const probe = document.createElement('span');
  element.append(probe);
  const found = Object.fromEntries(
    ['paper', 'ink', 'soft', 'hair', 'rule', 'green', 'red'].map((name) => {
      probe.className = `colour-${name}`;
      return [name, window.getComputedStyle(probe).color];
    }),
  );
  probe.remove();
  return found;
}

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
const formats = {
  whole: new Intl.DateTimeFormat(undefined, { day: '2-digit', month: 'short', ...clock }),
  year: new Intl.DateTimeFormat(undefined, { year: 'numeric' }),
  month: new Intl.DateTimeFormat(undefined, { month: 'short' }),
  day: new Intl.DateTimeFormat(undefined, { day: '2-digit', month: 'short' }),
  time: new Intl.DateTimeFormat(undefined, clock),
};
const marks = ['year', 'month', 'day', 'time', 'time'];

/** A session is told by its date and has no zone; a moment is told in the reader's. */
const wholeText = (time) => (typeof time === 'number' ? formats.whole.format(time * 1000) : typeof time === 'string' ? time : `${time.year}-${String(time.month).padStart(2, '0')}-${String(time.day).padStart(2, '0')}`);
const markText = (time, kind) => (typeof time === 'number' ? formats[marks[kind] ?? 'time'].format(time * 1000) : null);

function look(element) {
  const { paper, ink, soft, hair, rule, green, red } = colours(element);
  const { fontFamily } = window.getComputedStyle(element);
  return {
    chart: {
      layout: { background: { color: paper }, textColor: soft, fontFamily, fontSize: 12, attributionLogo: false },
      grid: { vertLines: { color: hair }, horzLines: { color: hair } },
      rightPriceScale: { borderColor: rule },
      timeScale: { borderColor: rule },
      crosshair: { vertLine: { color: rule, labelBackgroundColor: soft }, horzLine: { color: rule, labelBackgroundColor: soft } },
    },
    // Hollow is up and filled is down, so nobody needs the colours.
    candles: { upColor: paper, borderUpColor: green, wickUpColor: green, downColor: red, borderDownColor: red, wickDownColor: red, priceLineColor: ink },
    volume: { color: hair },
  };
}

/* ---- the chart ---------------------------------------------------------------------------------------------------------- */

/** Draws it into a figure, and keeps it true; where no bar is, the page says so by itself until something is traded. */
export async function startChart(figure, { id, decimals }) {
  const { interval } = figure.dataset;
  const bars = await ask({ id, interval }).catch(() => []);
  if (bars.length > 0) draw(figure, { id, decimals, bars });
  else onceTraded(id, async () => {
    const first = await ask({ id, interval }).catch(() => []);
    if (first.length > 0) draw(figure, { id, decimals, bars: first });
    return first.length > 0;
  });
}

const ASK_AGAIN_MS = 1_500;

/** Once the session has a volume, asks until there is something to draw: the list of trades is written a moment after the market tells of one. */
function onceTraded(id, isDrawn) {
  let timer = null;
  let isOver = false;
  const attempt = async () => {
    isOver = await isDrawn();
    timer = isOver ? null : window.setTimeout(attempt, ASK_AGAIN_MS);
  };
  watch({ ids: [id], sides: ['Volume'] }, ({ quantity }) => {
    if (quantity > 0 && !isOver) timer ??= window.setTimeout(attempt, ASK_AGAIN_MS / 3);
  });
}

function draw(figure, { id, decimals, bars }) {
  const { interval } = figure.dataset;
  const place = document.createElement('div');
  place.className = 'drawn';
  const legend = document.createElement('p');
  legend.className = 'legend figure';
  const isLong = interval === '1d';
  figure.querySelector('svg, .empty')?.replaceWith(legend, place);
  place.setAttribute('role', 'img');
  const shown = look(place);
  const chart = createChart(place, {
    ...shown.chart,
    autoSize: true,
    localization: { timeFormatter: wholeText, priceFormatter: (price) => price.toFixed(decimals) },
    timeScale: { ...shown.chart.timeScale, timeVisible: !isLong, secondsVisible: false, tickMarkFormatter: markText, rightOffset: 3 },
    // The wheel scrolls the page.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  });
  const candles = chart.addSeries(CandlestickSeries, { ...shown.candles, priceFormat: { type: 'price', precision: decimals, minMove: 1 / 10 ** decimals } });
  const volumes = chart.addSeries(HistogramSeries, { ...shown.volume, priceScaleId: '', priceFormat: { type: 'volume' }, lastValueVisible: false, priceLineVisible: false });
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.8, bottom: 0 } });
  candles.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.24 } });

  const drawing = { bars, candles, volumes, place, legend, decimals };
  drawAll(drawing);
  chart.timeScale().setVisibleLogicalRange({ from: bars.length - 72, to: bars.length + 2 });
  chart.subscribeCrosshairMove(({ time }) => {
    drawing.pointed = time === undefined ? null : (drawing.bars.find((bar) => wholeText(bar.time) === wholeText(time)) ?? null);
    tell(drawing);
  });
  const recolour = () => {
    const next = look(place);
    chart.applyOptions(next.chart);
    candles.applyOptions(next.candles);
    volumes.applyOptions(next.volume);
  };
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolour);
  follow(drawing, { id, interval, session: figure.dataset.session });
}

function drawAll(drawing) {
  const { bars, candles, volumes } = drawing;
  candles.setData(bars);
  volumes.setData(bars.map(({ time, volume }) => ({ time, value: volume })));
  tell(drawing);
}

/** The bar that is pointed at, or the last, in figures. */
function tell({ bars, pointed, place, legend, decimals }) {
  const bar = pointed ?? bars.at(-1);
  const [open, high, low, close] = [bar.open, bar.high, bar.low, bar.close].map((price) => price.toFixed(decimals));
  const words = `${wholeText(bar.time)}  O ${open}  H ${high}  L ${low}  C ${close}  V ${bar.volume}`;
  if (legend.textContent === words) return;
  legend.textContent = words;
  place.setAttribute('aria-label', `Chart of ${bars.length} bars. ${wholeText(bar.time)}: open ${open}, high ${high}, low ${low}, close ${close}, volume ${bar.volume}`);
}

/* ---- what happens next -------------------------------------------------------------------------------------------------- */

function follow(drawing, asked) {
  let volume = null;
  let isStale = false;
  watch({ ids: [asked.id], sides: ['Last', 'Volume'] }, (item) => {
    // What is shown at the beginning is in the bars already.
    const isNew = item.previous_seq !== null && item.previous_seq !== undefined;
    if (item.side === 'Last' && isNew && item.price !== null) trade(drawing, item, asked);
    if (item.side === 'Volume') {
      if (isNew && volume !== null && item.quantity > volume) addVolume(drawing, item.quantity - volume);
      volume = item.quantity ?? 0;
    }
    isStale = true;
  });
  window.setInterval(async () => {
    if (!isStale || document.hidden) return;
    isStale = false;
    const bars = await ask(asked).catch(() => null);
    if (bars === null || bars.length === 0) return;
    drawing.bars = bars;
    drawAll(drawing);
  }, AGAIN_MS);
}

function trade(drawing, { price, time }, { interval, session }) {
  const { bars, candles } = drawing;
  const last = bars.at(-1);
  const at = WIDTHS[interval] === undefined ? session : Math.floor(Date.parse(time) / 1000 / WIDTHS[interval]) * WIDTHS[interval];
  if (at < last.time) return;
  const bar = at === last.time ? { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price } : { time: at, open: price, high: price, low: price, close: price, volume: 0 };
  if (at === last.time) bars[bars.length - 1] = bar;
  else bars.push(bar);
  candles.update(bar);
  tell(drawing);
}

/** Quantities are told behind the price that they were traded at. */
function addVolume(drawing, more) {
  const last = drawing.bars.at(-1);
  last.volume += more;
  drawing.volumes.update({ time: last.time, value: last.volume });
  tell(drawing);
}
