/* What the reader has in an instrument, in its chart: working orders and the average price as lines, fills as arrows. */
import {
  type AutoscaleInfo,
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  LineStyle,
  type PriceLineOptions,
  type SeriesMarker,
  type Time,
} from 'lightweight-charts';
import type { ChartBar } from './chart-bars.js';
import { addAverageTags } from './chart-tags.js';
import { addEdgeTags, type OwnLine } from './chart-tags.js';
import { createFillMarkers, type OwnFill } from './chart-fills.js';
import type { ChartColors } from './chart-look.js';
import { findElement } from '../page-parts.js';

type OwnMarks = Readonly<{
  orders: Readonly<Record<string, string>>;
  averages: Readonly<Record<string, string>>;
  fills: readonly OwnFill[];
}>;

export type OwnLines = Readonly<{ draw(bars: readonly ChartBar[]): void; applyColors(colors: ChartColors): void }>;

/** In pixels, of the arrow of a sale with its quantity, beyond the space that a chart has at its upper edge. */
const SALE_HEIGHT = 24;

const findSpaceAbove = (arrows: readonly SeriesMarker<Time>[]): number =>
  arrows.some(({ position }) => position === 'atPriceTop') ? SALE_HEIGHT : 0;

/** The library leaves no space for markers that stand at a price. */
function leaveSpaceAbove(candles: ISeriesApi<'Candlestick'>, readSpace: () => number): void {
  candles.applyOptions({
    autoscaleInfoProvider: (measure: () => AutoscaleInfo | null) => {
      const info = measure();
      const { above = 0, below = 0 } = info?.margins ?? {};
      return info && { ...info, margins: { above: Math.max(above, readSpace()), below } };
    },
  });
}

/**
 * Read from the page, which keeps them current. `tick` is the price between two rows of the ladder.
 */
export function addOwnLines(
  chart: IChartApi,
  candles: ISeriesApi<'Candlestick'>,
  {
    tick,
    formatPrice,
    colors: first,
  }: Readonly<{ tick: number; formatPrice: (price: number) => string; colors: ChartColors }>,
): OwnLines {
  const markers = createSeriesMarkers(candles, [], { zOrder: 'top' });
  let [colors, bars, drawn] = [first, [] as readonly ChartBar[], ''];
  let lines: readonly OwnLine[] = [];
  let spaceAbove = 0;
  const edgeTags = addEdgeTags(chart, candles, formatPrice);
  const averageTags = addAverageTags(chart, candles);
  const createLine = (price: number, color: string, look: Partial<PriceLineOptions>): OwnLine => ({
    ...{ price, color, isOrder: look.lineStyle === LineStyle.Dashed },
    line: candles.createPriceLine({ price, color, lineWidth: 1, ...look }),
  });
  leaveSpaceAbove(candles, () => spaceAbove);
  const draw = (): void => {
    const text = findElement('#mine')?.dataset.own ?? '';
    const { barSpacing } = chart.timeScale().options();
    const end = Math.floor(chart.timeScale().getVisibleLogicalRange()?.to ?? Infinity);
    const { time, low, high } = bars.at(-1) ?? {};
    const state = [text, bars.length, time, low, high, colors.accent, barSpacing, end].join(' ');
    if (text === '' || state === drawn) return;
    drawn = state;
    const { orders, averages, fills } = JSON.parse(text) as OwnMarks;
    for (const { line } of lines) candles.removePriceLine(line);
    lines = [
      ...Object.values(averages).map((average) =>
        createLine(Number(average), colors.accent, { lineStyle: LineStyle.Solid }),
      ),
      ...Object.entries(orders).map(([ticks, title]) =>
        createLine(Number(ticks) * tick, title.startsWith('B') ? colors.up : colors.down, {
          ...{ lineStyle: LineStyle.Dashed, title },
        }),
      ),
    ];
    edgeTags.draw(lines, colors);
    averageTags.draw(Object.values(averages), colors);
    const arrows = createFillMarkers(fills, bars, { color: colors.text, barSpacing, end });
    spaceAbove = findSpaceAbove(arrows);
    markers.setMarkers(arrows);
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
