import { formatMoment } from '../exchange/to-wire.js';
import { getBarStart } from '../marketdata/bars/bar.js';
import { formatAverage } from '../money/price-text.js';
import { toTicks } from '../marketdata/ladder-window.js';
import { toDigits } from '../pages/number-format.js';
import type { DeskMarketView } from './desk-market.view.js';

/** The user's working orders at each price, by ticks: `B 3` bids for three, `S 2 stop` waits to sell two. */
export function listOwnMarks(orders: DeskMarketView['orders'], tick: number): Map<number, string> {
  const sums = new Map<string, Readonly<{ ticks: number; side: string; isWaiting: boolean; quantity: number }>>();
  for (const order of orders) {
    const isWaiting = order.stop_price !== null && order.triggered_at === null;
    const digits = toDigits(isWaiting ? order.stop_price : order.limit_price);
    if (digits === null) continue;
    const ticks = toTicks(Number(digits), tick);
    const key = `${ticks} ${order.side} ${String(isWaiting)}`;
    const quantity = (sums.get(key)?.quantity ?? 0) + order.leaves_quantity;
    sums.set(key, { ticks, side: order.side.charAt(0), isWaiting, quantity });
  }
  const marks = new Map<number, string>();
  for (const { ticks, side, isWaiting, quantity } of sums.values()) {
    const mark = `${side} ${quantity}${isWaiting ? ' stop' : ''}`;
    marks.set(ticks, [marks.get(ticks), mark].filter(Boolean).join(', '));
  }
  return marks;
}

/** The average prices of the user's open positions, by the rows nearest to them. */
export const listAverages = (
  positions: DeskMarketView['positions'],
  tick: number,
  decimals: number,
): Map<number, string> =>
  new Map(
    positions.flatMap(({ average_price: price }) => {
      const digits = toDigits(price);
      return digits === null ? [] : [[toTicks(Number(digits), tick), formatAverage(digits, decimals)] as const];
    }),
  );

/** The same for the script, which marks the rows of the ladder anew when it moves, and the chart. */
export function serializeOwnMarks({ orders, positions, fills, instrument, interval }: DeskMarketView): string {
  const tick = Number(toDigits(instrument.tick_size));
  return JSON.stringify({
    orders: Object.fromEntries(listOwnMarks(orders, tick)),
    averages: Object.fromEntries(listAverages(positions, tick, instrument.decimals)),
    fills: fills.map((fill) => [getFillTime(fill, interval), fill.side === 'Buy' ? fill.quantity : -fill.quantity]),
  });
}

/** In seconds; for bars of sessions and weeks, the date of the bar: what is traded in the evening is of a later session. */
function getFillTime(
  { traded_at: at, session_date: sessionDate }: DeskMarketView['fills'][number],
  interval: DeskMarketView['interval'],
): number | string {
  const time = Date.parse(at);
  if (interval !== '1d' && interval !== '1w') return Math.floor(time / 1000);
  return formatMoment(getBarStart(interval, { time, sessionDate })).slice(0, 10);
}
