/* Fills of the reader as arrows of a chart, with their quantities where they can be read. */
import type { SeriesMarker, Time } from 'lightweight-charts';

/** Seconds, or the date of the session as bars of sessions have it, and the quantity, which is negative for a sale. */
export type OwnFill = readonly [at: number | string, quantity: number];

type ChartTime = Readonly<{ time: Time }>;
type FillSum = Readonly<{ index: number; time: Time; quantity: number }>;

/** Of a character of 12 pixels, and between two texts. */
const CHARACTER = 7.5;
const GAP = 4;

/**
 * One arrow for all purchases in a bar, and one for all sales: arrows with their own words would cover each other. Of arrows beside each
 * other, the newest says its quantity; `barSpacing` is the width of a bar in pixels.
 */
export function createFillMarkers(
  fills: readonly OwnFill[],
  bars: readonly ChartTime[],
  { color, barSpacing }: Readonly<{ color: string; barSpacing: number }>,
): SeriesMarker<Time>[] {
  const sums = sumByBar(fills, bars);
  const purchases = toMarkers(
    sums.filter(({ quantity }) => quantity > 0),
    color,
    barSpacing,
  );
  const sales = toMarkers(
    sums.filter(({ quantity }) => quantity < 0),
    color,
    barSpacing,
  );
  return [...purchases, ...sales].sort((one, other) => one.index - other.index).map(({ marker }) => marker);
}

function sumByBar(fills: readonly OwnFill[], bars: readonly ChartTime[]): FillSum[] {
  const sums = new Map<string, FillSum>();
  for (const [at, quantity] of fills) {
    // None for a fill from before the first bar.
    const index = bars.findLastIndex(({ time }) => typeof time === typeof at && time <= at);
    const bar = bars[index];
    if (bar === undefined) continue;
    const key = `${index} ${Math.sign(quantity)}`;
    sums.set(key, { index, time: bar.time, quantity: quantity + (sums.get(key)?.quantity ?? 0) });
  }
  return [...sums.values()];
}

type PlacedMarker = Readonly<{ index: number; marker: SeriesMarker<Time> }>;

function toMarkers(sums: readonly FillSum[], color: string, barSpacing: number): PlacedMarker[] {
  let edge = Infinity;
  return sums
    .toSorted((one, other) => other.index - one.index)
    .map(({ index, time, quantity }) => {
      const text = `${quantity > 0 ? 'B' : 'S'} ${Math.abs(quantity)}`;
      const [middle, half] = [index * barSpacing, (text.length * CHARACTER) / 2];
      const hasSpace = middle + half + GAP <= edge;
      if (hasSpace) edge = middle - half;
      return { index, marker: toMarker({ time, quantity, text: hasSpace ? text : '' }, color) };
    });
}

const toMarker = (
  { time, quantity, text }: Readonly<{ time: Time; quantity: number; text: string }>,
  color: string,
): SeriesMarker<Time> => ({
  time,
  position: quantity > 0 ? 'belowBar' : 'aboveBar',
  shape: quantity > 0 ? 'arrowUp' : 'arrowDown',
  // Arrows in the colors of the candles would be lost among them.
  color,
  // Between 12 and 24 pixels: narrower than a bar where bars are wide.
  size: 0.8,
  text,
});
