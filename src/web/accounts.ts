/* Pages of accounts update themselves. Without this file they show the time of their data, and are reloaded by hand. */
import type { IChartApi, Time } from 'lightweight-charts';
import type { ChartColors } from './chart/chart-look.js';
import { sendFormsAtOnce } from './at-once.js';
import { onEvents, onGap, ORDER_EVENTS } from './live/live.js';
import { compareFigures, mark } from './live/live-cells.js';
import { getElement } from './page-parts.js';
import { refresh } from './page-refresh.js';

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
const REFRESH_MS = 3000;

const parts = [...document.querySelectorAll('[data-part]')].map(({ id }) => `#${id}`);

const listCells = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-part] [data-field]')];
const toCellName = (cell: HTMLElement): string => `${cell.closest('[id]')?.id ?? ''} ${cell.dataset.field ?? ''}`;
const readFigures = (): Map<string, string> =>
  new Map(listCells().map((cell) => [toCellName(cell), cell.textContent.trim()]));

let before = readFigures();

/** What has changed is marked for a moment: the eye finds it, and nothing moves. */
function markChanges(): void {
  for (const cell of listCells()) {
    const [was, is] = [before.get(toCellName(cell)), cell.textContent.trim()];
    if (was !== undefined && was !== is) mark(cell, compareFigures(was, is));
  }
  before = readFigures();
}

/** Boxes that were ticked stay ticked when the list is loaded again. */
const ticked = new Set<string>();
const listBoxes = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('[data-part] input[type="checkbox"][form]'),
];

function rememberTicks(): void {
  for (const { value, checked } of listBoxes()) {
    if (checked) ticked.add(value);
    else ticked.delete(value);
  }
}

function restoreTicks(): void {
  for (const box of listBoxes()) box.checked = ticked.has(box.value);
}

const tickAll = document.querySelector<HTMLButtonElement>('[data-tick-all]');
if (tickAll !== null) {
  tickAll.hidden = false;
  tickAll.addEventListener('click', () => {
    const boxes = listBoxes();
    const isTicking = boxes.some(({ checked }) => !checked);
    for (const box of boxes) box.checked = isTicking;
    rememberTicks();
  });
  document.addEventListener('change', rememberTicks);
  // Enter in a field sends a form without its button.
  tickAll.form?.addEventListener('submit', (event) => {
    if (!listBoxes().some(({ checked }) => checked)) event.preventDefault();
  });
  document.addEventListener('htmx:after:swap', restoreTicks);
  rememberTicks();
}

/** An acceptance needs a note, which is asked for where it is typed; without this file the answer of the form asks. */
const acceptance = document.querySelector<HTMLSelectElement>('.updates select[name="accept"]');
const note = acceptance?.form?.querySelector<HTMLInputElement>('[name="note"]');
if (acceptance && note) {
  const followAcceptance = (): void => {
    note.required = acceptance.value !== '';
    for (const mark of acceptance.form?.querySelectorAll<HTMLElement>('[for="note"] .optional') ?? [])
      mark.hidden = note.required;
  };
  acceptance.addEventListener('change', followAcceptance);
  followAcceptance();
}

function refreshVisible(): void {
  if (!document.hidden) refresh(parts);
}

const printButton = document.querySelector<HTMLButtonElement>('[data-print]');
if (printButton !== null) {
  printButton.hidden = false;
  printButton.addEventListener('click', () => window.print());
}

sendFormsAtOnce(() => refresh(parts));
if (parts.length > 0) {
  document.addEventListener('htmx:after:swap', markChanges);
  onEvents(EVENTS, refreshVisible);
  onGap(refreshVisible);
  window.setInterval(refreshVisible, REFRESH_MS);
}

/** A date, the net liquidation value and the cash of its close. */
type Point = readonly [date: string, net: number, cash: number];

/** How the curve and what stands around it look. */
function createOptions({ text, muted, line, accent }: ChartColors) {
  return {
    chart: {
      layout: { textColor: muted },
      grid: { vertLines: { visible: false }, horzLines: { color: line } },
      rightPriceScale: { borderColor: line },
      timeScale: { borderColor: line },
    },
    cash: { color: muted },
    net: {
      lineColor: accent,
      topColor: accent.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.16)'),
      bottomColor: 'transparent',
      crosshairMarkerBorderColor: text,
    },
  };
}

/** Money over time, with figures to point at, in place of the line that the page came with; on paper that one stands. */
async function draw(figure: HTMLElement): Promise<void> {
  const points = JSON.parse(figure.dataset.curve ?? '[]') as Point[];
  const [{ createChart, AreaSeries, LineSeries, LineStyle }, { readColors }] = await Promise.all([
    import('lightweight-charts'),
    import('./chart/chart-look.js'),
  ]);
  const place = document.createElement('div');
  place.className = 'live';
  getElement('svg', figure).before(place);
  const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 });
  const chart = createChart(place, {
    autoSize: true,
    layout: {
      attributionLogo: false,
      background: { color: 'transparent' },
      fontFamily: window.getComputedStyle(getElement('text', figure)).fontFamily,
    },
    timeScale: { fixLeftEdge: true, fixRightEdge: true },
    localization: {
      locale: document.documentElement.lang,
      priceFormatter: (price: number) => format.format(price),
      dateFormat: 'yyyy-MM-dd',
    },
    handleScroll: { vertTouchDrag: false },
  });
  const cash = chart.addSeries(LineSeries, {
    lineWidth: 2,
    lineStyle: LineStyle.Dashed,
    priceLineVisible: false,
    lastValueVisible: false,
  });
  const net = chart.addSeries(AreaSeries, { lineWidth: 2, priceLineVisible: false });
  const applyColors = (): void => {
    const next = createOptions(readColors(figure));
    chart.applyOptions(next.chart);
    cash.applyOptions(next.cash);
    net.applyOptions(next.net);
  };
  applyColors();
  cash.setData(points.map(([time, , value]) => ({ time, value })));
  net.setData(points.map(([time, value]) => ({ time, value })));
  const scale = chart.timeScale();
  // Labels of prices take their width after the first fit.
  scale.subscribeSizeChange(() => scale.fitContent());
  scale.fitContent();
  paint(chart);
  // The scale has taken its width only now.
  chart.timeScale().fitContent();
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyColors);
  describePoint(figure, chart, { points, format });
  figure.classList.add('drawn');
}

/** At once, where a chart paints by itself a moment later: what fails in it fails while the line that the page came with still stands. */
function paint(chart: IChartApi): void {
  try {
    chart.takeScreenshot();
  } catch (error) {
    chart.remove();
    throw error;
  }
}

/** What the line says where it is pointed at, in words that also stand still. */
function describePoint(
  figure: HTMLElement,
  chart: IChartApi,
  { points, format }: Readonly<{ points: readonly Point[]; format: Intl.NumberFormat }>,
): void {
  const readout = document.createElement('p');
  readout.className = 'readout';
  const show = (point: Point | undefined): void => {
    if (point === undefined) return;
    const [date, net, cash] = point;
    readout.textContent = `${date}: net liquidation value ${format.format(net)}, cash ${format.format(cash)}`;
  };
  show(points.at(-1));
  figure.prepend(readout);
  const byDate = new Map<Time, Point>(points.map((point) => [point[0], point]));
  chart.subscribeCrosshairMove(({ time }) =>
    show((time === undefined ? undefined : byDate.get(time)) ?? points.at(-1)),
  );
}

for (const figure of document.querySelectorAll<HTMLElement>('[data-curve]')) {
  draw(figure).catch(() => {
    figure.classList.remove('drawn');
    for (const part of figure.querySelectorAll('.live, .readout')) part.remove();
  });
}
