/* The bars of a chart and their sessions, read from the page /desk/:id/history. The last bar goes on with what the market tells of trades. */
import type { UTCTimestamp } from 'lightweight-charts';
import { fetchPage, getCell, getElement, listRows, parsePage } from '../page-parts.js';

/** A bar belongs to the first session that ends after its start; an early close ends one like any other. `endsAt` counts seconds. */
export type ChartSession = Readonly<{ date: string; endsAt: number }>;

type SessionFields = Readonly<{ date: string; ends_at: string }>;

const parseSessions = (text: string): ChartSession[] =>
  (JSON.parse(text) as SessionFields[]).map(({ date, ends_at: end }) => ({ date, endsAt: Date.parse(end) / 1000 }));

/** The first session that ends after the start of a bar; undefined for a start after all of them, and for bars of sessions and weeks. */
export const findSession = (sessions: readonly ChartSession[], time: unknown): ChartSession | undefined =>
  typeof time === 'number' ? sessions.find(({ endsAt }) => endsAt > time) : undefined;

/** Those of older bars, and of the newest. */
const joinSessions = (older: readonly ChartSession[], newer: readonly ChartSession[]): ChartSession[] => [
  ...older.filter(({ endsAt }) => endsAt < (newer[0]?.endsAt ?? Infinity)),
  ...newer,
];

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

export type BarQuery = Readonly<{ id: number; interval: string }>;

/** The oldest first. */
export type LoadedBars = Readonly<{ bars: ChartBar[]; sessions: readonly ChartSession[] }>;

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

/** The newest bars, or all of a chart; where there are too few, made-up ones before them. */
export async function loadBars({ id, interval }: BarQuery, count?: number): Promise<LoadedBars> {
  const answer = await fetchPage(`/desk/${id}/history?interval=${interval}${count ? `&count=${count}` : ''}`);
  if (!answer.ok || answer.redirected) throw new Error(`no bars: ${answer.status}`);
  const page = parsePage(await answer.text());
  const sessions = page.querySelector<HTMLElement>('[data-sessions]')?.dataset.sessions ?? '[]';
  return { bars: listRows(page, 'table.rows tbody tr').map(parseBar).reverse(), sessions: parseSessions(sessions) };
}

/** The same bars with the newest as they are written by now; all of them where some between are not known. */
export async function fetchNewerBars(known: LoadedBars, query: BarQuery): Promise<LoadedBars> {
  const newest = await loadBars(query, NEWEST);
  const [first] = newest.bars;
  if (first === undefined) return known;
  const last = known.bars.at(-1);
  if (last === undefined || first.time > last.time) return loadBars(query);
  return {
    bars: [...known.bars.filter(({ time }) => time < first.time), ...newest.bars],
    sessions: joinSessions(known.sessions, newest.sessions),
  };
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
