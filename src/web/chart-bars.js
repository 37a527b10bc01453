/* The bars of a chart: those of the page /bars, read from its table. The last one goes on with what the market tells of trades. */

const BARS = 300;
/** Enough to correct bars that missed a trade, and to see whether more bars are missing. */
const NEWEST = 6;
const WIDTHS = { '1m': 60, '5m': 300, '1h': 3_600 };

const parseNumber = (cell) => Number(cell.textContent);

/** A line of the table; the chart counts seconds, and a session by its date. */
function parseBar({ cells }) {
  const { dateTime } = cells[0].querySelector('time');
  const time = dateTime.includes('T') ? Date.parse(dateTime) / 1000 : dateTime;
  const [open, high, low, close, volume] = [...cells].slice(1, 6).map(parseNumber);
  return { time, open, high, low, close, volume };
}

/** The oldest first. */
export async function askBars({ id, interval }, count = BARS) {
  const answer = await fetch(`/bars?instrument_id=${id}&interval=${interval}&newest=true&per_page=${count}`, {
    headers: { accept: 'text/html', prefer: 'status=401' },
  });
  if (!answer.ok || answer.redirected) throw new Error(`no bars: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return [...page.querySelectorAll('table.rows tbody tr')].map(parseBar).reverse();
}

/** The same bars with the newest as they are written by now; all of them where some between are not known. */
export async function fetchNewerBars(bars, asked) {
  const newest = await askBars(asked, NEWEST);
  if (newest.length === 0) return bars;
  const isWhole = bars.length > 0 && newest[0].time <= bars.at(-1).time;
  return isWhole ? [...bars.filter(({ time }) => time < newest[0].time), ...newest] : await askBars(asked);
}

/** A trade goes into the bar of its time, or begins one. Says which it is; null for one that is older than all of them, or of a session that has no bar yet. */
export function addTrade(bars, { price, time }, interval) {
  const last = bars.at(-1);
  const at =
    WIDTHS[interval] === undefined
      ? last.time
      : Math.floor(Date.parse(time) / 1000 / WIDTHS[interval]) * WIDTHS[interval];
  if (at < last.time) return null;
  const bar =
    at === last.time
      ? { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price }
      : { time: at, open: price, high: price, low: price, close: price, volume: 0 };
  if (at === last.time) bars[bars.length - 1] = bar;
  else bars.push(bar);
  return bar;
}
