/*
 * What happens to the bars of a chart while it is open. Market data updates the last bar. Trades that follow each other quickly arrive as one: when more was traded
 * than was received, the newest bars are loaded again, and so they are after an interruption.
 */
import { addTrade, type BarQuery, type ChartBar, fetchNewerBars, findSession, type LoadedBars } from './chart-bars.js';
import { type Drawing, drawAll, showLastPrice, showLegend } from './chart-drawing.js';
import { type StreamItem, onState, watch } from '../live/market-stream.js';

/** A shape is looked at, not read: ten times a second are enough. Figures and ladder follow each frame. */
const DRAW_EVERY_MS = 100;

/** Between two questions for bars, however much is traded meanwhile. */
export const AGAIN_MS = 2_000;

/** What is shown at the beginning is in the bars already. */
const isNews = ({ previous_seq: previous }: StreamItem): boolean => previous !== null && previous !== undefined;

export function followTrades(drawing: Drawing, volumeShown: number): void {
  const loadSoon = createLoader(drawing, (loaded) => put(drawing, loaded));
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

function put(drawing: Drawing, loaded: LoadedBars): void {
  const isNew = drawing.bars.length === 0;
  Object.assign(drawing, loaded);
  drawAll(drawing, { isNew });
}

function trade(drawing: Drawing, item: StreamItem, loadSoon: () => void): void {
  const { price, time } = item;
  if (!isNews(item) || price === null || time === undefined) return;
  if (drawing.bars.length === 0 || drawing.drawn === null) {
    loadSoon();
    return;
  }
  const bar = addTrade(drawing.bars, { price, time }, drawing.query.interval);
  if (bar !== null) drawLastSoon(drawing);
  if (isOfLaterSession(drawing, bar) || drawing.bars.at(-1)?.isMadeUp === true) loadSoon();
}

/** In the last session that is known, or after it: a page that stays open for days needs later ones. */
const isOfLaterSession = ({ sessions }: Drawing, bar: ChartBar | null): boolean =>
  typeof bar?.time === 'number' && findSession(sessions.slice(0, -1), bar.time) === undefined;

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
  drawn.studies.draw(drawing);
  drawn.sessions.draw(drawing);
  showLastPrice(drawing, drawn);
  showLegend(drawing, drawn);
}

/** Quantities arrive after the price that they were traded at. */
function addVolume(drawing: Drawing, more: number): void {
  const last = drawing.bars.at(-1);
  if (last === undefined || last.isMadeUp === true) return;
  last.volume += more;
  drawLastSoon(drawing);
}

/** The query changes with the interval that the user chooses. */
type LoadedChart = LoadedBars & Readonly<{ query: BarQuery }>;

/** Loads the newest bars, one request at a time. What arrives meanwhile is newer than the response, so it is loaded again. */
function createLoader(chart: LoadedChart, put: (loaded: LoadedBars) => void): () => void {
  let timer: number | null = null;
  let isBusy = false;
  let isWanted = false;
  /** Also while bars are loaded. */
  const isWantedAgain = (): boolean => isWanted;
  function loadSoon(): void {
    isWanted = true;
    if (!isBusy) timer ??= window.setTimeout(() => void loadNewer(), chart.bars.length === 0 ? AGAIN_MS / 4 : AGAIN_MS);
  }
  async function loadNewer(): Promise<void> {
    [timer, isBusy, isWanted] = [null, true, false];
    const { query } = chart;
    const loaded = await fetchNewerBars(chart, query).catch(() => null);
    // Right after the first trade there may be none yet.
    if (loaded === null || loaded.bars.length === 0) isWanted = true;
    else if (query === chart.query) put(loaded);
    isBusy = false;
    if (isWantedAgain()) loadSoon();
  }
  return loadSoon;
}
