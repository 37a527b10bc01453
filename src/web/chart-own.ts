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

/** Seconds, or the date of the session as bars of sessions have it, and the quantity, which is negative for a sale. */
type OwnFill = readonly [at: number | string, quantity: number];
type OwnMarks = Readonly<{
  orders: Readonly<Record<string, string>>;
  averages: Readonly<Record<string, string>>;
  fills: readonly OwnFill[];
}>;

export type OwnLines = Readonly<{ draw(bars: readonly ChartBar[]): void; applyColors(colors: ChartColors): void }>;

/**
 * Read from the page, which keeps them current. `tick` is the price between two rows of the ladder; average prices, which lie between ticks, go
 * into `exactPrices`, so that their labels are not rounded.
 */
export function addOwnLines(
  candles: ISeriesApi<'Candlestick'>,
  {
    tick,
    exactPrices,
    colors: first,
  }: Readonly<{ tick: number; exactPrices: Map<number, string>; colors: ChartColors }>,
): OwnLines {
  const markers = createSeriesMarkers(candles, [], { zOrder: 'top' });
  let [colors, bars, drawn] = [first, [] as readonly ChartBar[], ''];
  let lines: readonly IPriceLine[] = [];
  const draw = (): void => {
    const text = findElement('#mine')?.dataset.own ?? '';
    const state = `${text} ${bars.length} ${String(bars.at(-1)?.time)} ${colors.accent}`;
    if (text === '' || state === drawn) return;
    drawn = state;
    const { orders, averages, fills } = JSON.parse(text) as OwnMarks;
    for (const line of lines) candles.removePriceLine(line);
    exactPrices.clear();
    for (const average of Object.values(averages)) exactPrices.set(Number(average), average);
    lines = [
      ...Object.values(averages).map((average) =>
        candles.createPriceLine({
          price: Number(average),
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
    markers.setMarkers(createMarkers(fills, bars, colors));
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

/** One arrow for all purchases in a bar, and one for all sales: arrows with their own words would cover each other. */
function createMarkers(
  fills: readonly OwnFill[],
  bars: readonly ChartBar[],
  colors: ChartColors,
): SeriesMarker<Time>[] {
  const quantities = new Map<string, Readonly<{ time: Time; quantity: number }>>();
  for (const [at, quantity] of fills) {
    // None for a fill from before the first bar.
    const bar = bars.findLast(({ time }) => typeof time === typeof at && time <= at);
    if (bar === undefined) continue;
    const key = `${String(bar.time)} ${Math.sign(quantity)}`;
    quantities.set(key, { time: bar.time, quantity: quantity + (quantities.get(key)?.quantity ?? 0) });
  }
  return [...quantities.values()].map(({ time, quantity }) => toMarker(time, quantity, colors));
}

function toMarker(time: Time, quantity: number, colors: ChartColors): SeriesMarker<Time> {
  const isBuy = quantity > 0;
  return {
    time,
    position: isBuy ? 'belowBar' : 'aboveBar',
    shape: isBuy ? 'arrowUp' : 'arrowDown',
    // Arrows in the colors of the candles would be lost among them.
    color: colors.text,
    // Between 12 and 24 pixels: narrower than a bar where bars are wide.
    size: 0.8,
    text: `${isBuy ? 'B' : 'S'} ${Math.abs(quantity)}`,
  };
}
