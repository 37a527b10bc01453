/* The price of an instrument as a chart, in place of the one that the server drew, with bars of the length that the reader chooses. */
import { loadBars } from './chart-bars.js';
import { type Drawing, drawAll } from './chart-drawing.js';
import { AGAIN_MS, followTrades } from './chart-trades.js';
import { findElement, findLink, getElement, isPlainClick } from '../page-parts.js';
import { refresh } from '../page-refresh.js';

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
    query: { id, interval: figure.dataset.interval ?? '' },
    ...{ bars: [], sessions: [] },
    drawn: null,
    changedFrom: null,
    pointed: null,
  };
  followTrades(drawing, volume);
  void load(drawing);
  chooseIntervals(drawing);
}

/** What stood there stays until there is something to draw. */
async function load(drawing: Drawing): Promise<void> {
  const { query, legend } = drawing;
  const isCurrent = (): boolean => query === drawing.query;
  legend.textContent = 'Loading the bars …';
  try {
    const loaded = await loadBars(query);
    if (!isCurrent()) return;
    Object.assign(drawing, loaded);
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
  // Fills stand at sessions in one chart, and at times in the other.
  refresh('#mine', 'soon');
  void load(drawing);
  // The next instrument has bars of this length.
  void fetch(address, { method: 'HEAD', headers: { accept: 'text/html' } }).catch(() => null);
}
