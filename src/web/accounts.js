/* Pages of accounts update themselves. Without this file they show the time of their data, and are reloaded by hand. */
import { mark, onEvents, onGap, ORDER_EVENTS, refresh } from './live.js';

const EVENTS = [
  'account.changed',
  'account.granted',
  'money.stated',
  'positions.stated',
  'break.opened',
  'break.changed',
  'break.closed',
  ...ORDER_EVENTS,
];
/** Prices move without an event for it; values that depend on them are loaded this often. */
const LOOK_MS = 3000;

const parts = [...document.querySelectorAll('[data-part]')].map(({ id }) => `#${id}`);

const parseFigure = (text) => Number(text.replaceAll(/[^\d.-]/g, ''));
const nameOf = (cell) => `${cell.closest('[id]')?.id ?? ''} ${cell.dataset.field}`;
const figures = () =>
  new Map(
    [...document.querySelectorAll('[data-part] [data-field]')].map((cell) => [nameOf(cell), cell.textContent.trim()]),
  );

let before = figures();

/** What has changed is marked for a moment: the eye finds it, and nothing moves. */
function markChanges() {
  for (const cell of document.querySelectorAll('[data-part] [data-field]')) {
    const [was, is] = [before.get(nameOf(cell)), cell.textContent.trim()];
    if (was === undefined || was === is) continue;
    const [from, to] = [parseFigure(was), parseFigure(is)];
    mark(cell, Number.isNaN(from) || Number.isNaN(to) || from === to ? 'new' : to > from ? 'up' : 'down');
  }
  before = figures();
}

function look() {
  if (!document.hidden) refresh(...parts);
}

if (parts.length > 0) {
  document.addEventListener('htmx:after:swap', markChanges);
  onEvents(EVENTS, look);
  onGap(look);
  window.setInterval(look, LOOK_MS);
}

/** How the curve and what stands around it look. */
function createOptions({ ink, soft, hair, green }) {
  return {
    chart: {
      layout: { textColor: soft },
      grid: { vertLines: { visible: false }, horzLines: { color: hair } },
      rightPriceScale: { borderColor: hair },
      timeScale: { borderColor: hair },
    },
    cash: { color: soft },
    net: {
      lineColor: green,
      topColor: green.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.16)'),
      bottomColor: 'transparent',
      crosshairMarkerBorderColor: ink,
    },
  };
}

/** Money over time, with figures to point at, in place of the line that the page came with; on paper that one stands. */
async function draw(figure) {
  const points = JSON.parse(figure.dataset.curve);
  const [{ createChart, AreaSeries, LineSeries, LineStyle }, { readColors }] = await Promise.all([
    import('./lightweight-charts.js'),
    import('./chart-look.js'),
  ]);
  const place = document.createElement('div');
  place.className = 'live';
  figure.querySelector('svg').before(place);
  const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  const chart = createChart(place, {
    autoSize: true,
    layout: {
      attributionLogo: false,
      background: { color: 'transparent' },
      fontFamily: window.getComputedStyle(figure.querySelector('text')).fontFamily,
    },
    timeScale: { fixLeftEdge: true, fixRightEdge: true },
    localization: {
      locale: document.documentElement.lang,
      priceFormatter: (price) => format.format(price),
      dateFormat: 'yyyy-MM-dd',
    },
    handleScroll: { vertTouchDrag: false },
  });
  const cash = chart.addSeries(LineSeries, {
    lineWidth: 1,
    lineStyle: LineStyle.Dashed,
    priceLineVisible: false,
    lastValueVisible: false,
  });
  const net = chart.addSeries(AreaSeries, { lineWidth: 2, priceLineVisible: false });
  const applyColors = () => {
    const next = createOptions(readColors(figure));
    chart.applyOptions(next.chart);
    cash.applyOptions(next.cash);
    net.applyOptions(next.net);
  };
  applyColors();
  cash.setData(points.map(([time, , value]) => ({ time, value })));
  net.setData(points.map(([time, value]) => ({ time, value })));
  chart.timeScale().fitContent();
  paint(chart);
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyColors);
  describePoint(figure, chart, { points, format });
  figure.classList.add('drawn');
}

/** At once, where a chart paints by itself a moment later: what fails in it fails while the line that the page came with still stands. */
function paint(chart) {
  try {
    chart.takeScreenshot();
  } catch (error) {
    chart.remove();
    throw error;
  }
}

/** What the line says where it is pointed at, in words that also stand still. */
function describePoint(figure, chart, { points, format }) {
  const readout = document.createElement('p');
  readout.className = 'readout';
  const say = ([date, net, cash]) =>
    (readout.textContent = `${date}: net liquidation value ${format.format(net)}, cash ${format.format(cash)}`);
  say(points.at(-1));
  figure.prepend(readout);
  const byDate = new Map(points.map((point) => [point[0], point]));
  chart.subscribeCrosshairMove(({ time }) => say(byDate.get(time) ?? points.at(-1)));
}

for (const figure of document.querySelectorAll('[data-curve]')) {
  draw(figure).catch(() => {
    figure.classList.remove('drawn');
    for (const part of figure.querySelectorAll('.live, .readout')) part.remove();
  });
}
