/* What the reader has in an instrument, in its chart: working orders and the average price as lines, fills as arrows. */
import { createSeriesMarkers, type IChartApi, type IPriceLine, type ISeriesApi, LineStyle } from 'lightweight-charts';
import type { ChartBar } from './chart-bars.js';
import { createFillMarkers, type OwnFill } from './chart-fills.js';
import type { ChartColors } from './chart-look.js';
import { findElement } from './page-parts.js';

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
  chart: IChartApi,
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
    const { barSpacing } = chart.timeScale().options();
    const end = Math.floor(chart.timeScale().getVisibleLogicalRange()?.to ?? Infinity);
    const { time, low, high } = bars.at(-1) ?? {};
    const state = [text, bars.length, time, low, high, colors.accent, barSpacing, end].join(' ');
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
    markers.setMarkers(createFillMarkers(fills, bars, { color: colors.text, barSpacing, end }));
  };
  // Wider bars have more space for words.
  chart.timeScale().subscribeVisibleLogicalRangeChange(draw);
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
