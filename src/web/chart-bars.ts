/* The bars of a chart: those of the page /bars, or of /desk/:id/history, read from the table. The last one goes on with what the market tells of trades. */
import type { UTCTimestamp } from 'lightweight-charts';
import { fetchPage, getCell, getElement, listRows, parsePage } from './page-parts.js';

/** `time` counts seconds, or is the date of a session. */
export type ChartBar = {
  time: UTCTimestamp | string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  /** From before the sandbox began. */
  isMadeUp?: boolean;
};

/** `hasHistory` where there are made-up bars from before the first trade. */
export type BarQuery = Readonly<{ id: number; interval: string; hasHistory: boolean }>;

const BARS = 300;
/** Enough to correct bars that missed a trade, and to see whether more bars are missing. */
const NEWEST = 6;
const WIDTHS: Readonly<Record<string, number>> = { '1m': 60, '5m': 300, '15m': 900, '1h': 3_600, '4h': 14_400 };

/** A line of the table; the chart counts seconds, and a session by its date. */
function parseBar(row: HTMLTableRowElement): ChartBar {
  const { dateTime } = getElement('time', row) as HTMLTimeElement;
  const time = dateTime.includes('T') ? ((Date.parse(dateTime) / 1000) as UTCTimestamp) : dateTime;
  const parseCell = (index: number): number => Number(getCell(row, index).textContent);
  const [open, high, low, close, volume] = [parseCell(1), parseCell(2), parseCell(3), parseCell(4), parseCell(5)];
  return { time, open, high, low, close, volume, isMadeUp: 'madeUp' in row.dataset };
}

async function readBars(address: string): Promise<ChartBar[]> {
  const answer = await fetchPage(address);
  if (!answer.ok || answer.redirected) throw new Error(`no bars: ${answer.status}`);
  return listRows(parsePage(await answer.text()), 'table.rows tbody tr').map(parseBar);
}

const readNewest = async ({ id, interval }: BarQuery, count: number): Promise<ChartBar[]> =>
  (await readBars(`/bars?instrument_id=${id}&interval=${interval}&newest=true&per_page=${count}`)).reverse();

/** The oldest first; where these are all that there are, made-up ones before them. */
export const loadBars = async (query: BarQuery): Promise<ChartBar[]> =>
  query.hasHistory
    ? (await readBars(`/desk/${query.id}/history?interval=${query.interval}`)).reverse()
    : readNewest(query, BARS);

/** The same bars with the newest as they are written by now; all of them where some between are not known. */
export async function fetchNewerBars(bars: readonly ChartBar[], query: BarQuery): Promise<ChartBar[]> {
  const newest = await readNewest(query, NEWEST);
  const [first] = newest;
  if (first === undefined) return [...bars];
  const last = bars.at(-1);
  const isWhole = last !== undefined && first.time <= last.time;
  return isWhole ? [...bars.filter(({ time }) => time < first.time), ...newest] : await loadBars(query);
}

/** A trade goes into the bar of its time, or begins one. Says which it is; null for one that is older than all of them, or of a session that has no bar yet. */
export function addTrade(
  bars: ChartBar[],
  { price, time }: Readonly<{ price: number; time: string }>,
  interval: string,
): ChartBar | null {
  const last = bars.at(-1);
  if (last === undefined) return null;
  const width = WIDTHS[interval];
  if (width === undefined && last.isMadeUp === true) return null;
  const at = width === undefined ? last.time : ((Math.floor(Date.parse(time) / 1000 / width) * width) as UTCTimestamp);
  if (at < last.time) return null;
  const bar =
    at === last.time
      ? { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price }
      : { time: at, open: price, high: price, low: price, close: price, volume: 0 };
  if (at === last.time) bars[bars.length - 1] = bar;
  else bars.push(bar);
  return bar;
}
