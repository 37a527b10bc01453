/* What the reader has in an instrument, in its chart: working orders and the average price as lines, fills as arrows. */
import {
  createSeriesMarkers,
  type IPriceLine,
  type ISeriesApi,
  LineStyle,
  type SeriesMarker,
  type Time,
} from 'lightweight-charts';
import type { ChartBar } from './chart-bars.js';
import type { ChartColors } from './chart-look.js';
import { findElement } from './page-parts.js';

/** Seconds, and the quantity, which is negative for a sale. */
type OwnFill = readonly [at: number, quantity: number];
type OwnMarks = Readonly<{
  orders: Readonly<Record<string, string>>;
  averages: readonly number[];
  fills: readonly OwnFill[];
}>;

export type OwnLines = Readonly<{ draw(bars: readonly ChartBar[]): void; applyColors(colors: ChartColors): void }>;

/** Read from the page, which keeps them current. `tick` is the price between two rows of the ladder. */
export function addOwnLines(candles: ISeriesApi<'Candlestick'>, tick: number, first: ChartColors): OwnLines {
  const markers = createSeriesMarkers(candles, []);
  let [colors, bars, drawn] = [first, [] as readonly ChartBar[], ''];
  let lines: readonly IPriceLine[] = [];
  const draw = (): void => {
    const text = findElement('#mine')?.dataset.own ?? '';
    const state = `${text} ${bars.length} ${String(bars.at(-1)?.time)} ${colors.accent}`;
    if (text === '' || state === drawn) return;
    drawn = state;
    const { orders, averages, fills } = JSON.parse(text) as OwnMarks;
    for (const line of lines) candles.removePriceLine(line);
    lines = [
      ...averages.map((ticks) =>
        candles.createPriceLine({
          price: ticks * tick,
          color: colors.accent,
          lineStyle: LineStyle.Solid,
          lineWidth: 1,
          title: 'average',
        }),
      ),
      ...Object.entries(orders).map(([ticks, words]) =>
        candles.createPriceLine({
          ...{ price: Number(ticks) * tick, lineStyle: LineStyle.Dashed, lineWidth: 1, title: words },
          color: words.startsWith('B') ? colors.up : colors.down,
        }),
      ),
    ];
    markers.setMarkers(fills.flatMap((fill) => toMarker(fill, bars, colors) ?? []));
  };
  document.addEventListener('htmx:after:swap', draw);
  return {
    draw: (next) => {
      bars = next;
      draw();
    },
    applyColors: (next) => {
      colors = next;
      draw();
    },
  };
}

/** At the bar of its time; none for a fill from before the first, and sessions have no times. */
function toMarker([at, quantity]: OwnFill, bars: readonly ChartBar[], colors: ChartColors): SeriesMarker<Time> | null {
  const bar = bars.findLast(({ time }) => typeof time === 'number' && time <= at);
  if (bar === undefined) return null;
  const isBuy = quantity > 0;
  return {
    time: bar.time,
    position: isBuy ? 'belowBar' : 'aboveBar',
    shape: isBuy ? 'arrowUp' : 'arrowDown',
    color: isBuy ? colors.up : colors.down,
    text: `${isBuy ? 'B' : 'S'} ${Math.abs(quantity)}`,
  };
}
