/* The newest bars of a chart are loaded again where the stream has sent less than was traded. */
import { type BarQuery, fetchNewerBars, type LoadedBars } from './chart-bars.js';

/** Between two questions for bars, however much is traded meanwhile. */
export const AGAIN_MS = 2_000;

/** The query changes with the interval that the user chooses. */
type LoadedChart = LoadedBars & Readonly<{ query: BarQuery }>;

/** Loads the newest bars, one request at a time. What arrives meanwhile is newer than the response, so it is loaded again. */
export function createLoader(chart: LoadedChart, put: (loaded: LoadedBars) => void): () => void {
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
