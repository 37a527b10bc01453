/* Fills of the reader as arrows of a chart, with their quantities where they can be read. */
import type { SeriesMarker, Time } from 'lightweight-charts';

/** Seconds, or the date of the session as bars of sessions have it, and the quantity, which is negative for a sale. */
export type OwnFill = readonly [at: number | string, quantity: number];

type ChartRange = Readonly<{ time: Time; low: number; high: number }>;
type MarkerLook = Readonly<{ color: string; barSpacing: number }>;
type FillSum = Readonly<{ index: number; time: Time; quantity: number }>;

/** Of a character of 12 pixels, and between two texts. */
const CHARACTER = 7.5;
const GAP = 4;

/** More quantities in one text are left out, the oldest first. */
const QUANTITIES = 3;

/**
 * One arrow for all purchases in a bar, and one for all sales: arrows with their own words would cover each other. Of arrows beside each
 * other, the newest says the quantities of all, the oldest first; it is beyond the bars that its words are as wide as. `barSpacing` is the
 * width of a bar in pixels.
 */
export function createFillMarkers(
  fills: readonly OwnFill[],
  bars: readonly ChartRange[],
  { color, barSpacing }: MarkerLook,
): SeriesMarker<Time>[] {
  const sums = sumByBar(fills, bars);
  const look = { color, barSpacing };
  const purchases = toMarkers(
    sums.filter(({ quantity }) => quantity > 0),
    bars,
    look,
  );
  const sales = toMarkers(
    sums.filter(({ quantity }) => quantity < 0),
    bars,
    look,
  );
  return [...purchases, ...sales].sort((one, other) => one.index - other.index).map(({ marker }) => marker);
}

function sumByBar(fills: readonly OwnFill[], bars: readonly ChartRange[]): FillSum[] {
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
/** Fills with one text, from the newest to the oldest: none for those that have no space for one. */
type FillGroup = { readonly sums: FillSum[]; text: string };

function toMarkers(
  sums: readonly FillSum[],
  bars: readonly ChartRange[],
  { color, barSpacing }: MarkerLook,
): PlacedMarker[] {
  return groupBySpace(sums, barSpacing).flatMap(({ sums, text }) =>
    sums.map((sum, at) => ({
      index: sum.index,
      marker: toMarker(sum, at === 0 ? text : '', { bars, color, barSpacing }),
    })),
  );
}

const measureHalf = (text: string): number => (text.length * CHARACTER) / 2;

function groupBySpace(sums: readonly FillSum[], barSpacing: number): FillGroup[] {
  const groups: FillGroup[] = [];
  /** Where the text before the newest of these begins, and where the newest does. */
  let [limit, edge] = [Infinity, Infinity];
  for (const sum of sums.toSorted((one, other) => other.index - one.index)) {
    const last = groups.at(-1);
    const text = formatQuantities([sum]);
    const isApart = sum.index * barSpacing + measureHalf(text) + GAP <= edge;
    if (last === undefined || isApart) {
      groups.push({ sums: [sum], text });
      [limit, edge] = [edge, sum.index * barSpacing - measureHalf(text)];
      continue;
    }
    last.sums.push(sum);
    const middle = (last.sums[0] ?? sum).index * barSpacing;
    const longer = formatQuantities(last.sums);
    if (middle + measureHalf(longer) + GAP > limit) continue;
    last.text = longer;
    edge = middle - measureHalf(longer);
  }
  return groups;
}

function formatQuantities(sums: readonly FillSum[]): string {
  const quantities = sums.slice(0, QUANTITIES).map(({ quantity }) => String(Math.abs(quantity)));
  const side = (sums[0]?.quantity ?? 0) > 0 ? 'B' : 'S';
  return `${side} ${sums.length > QUANTITIES ? '…+' : ''}${quantities.toReversed().join('+')}`;
}

function toMarker(
  { index, time, quantity }: FillSum,
  text: string,
  { bars, color, barSpacing }: MarkerLook & Readonly<{ bars: readonly ChartRange[] }>,
): SeriesMarker<Time> {
  // Arrows in the colors of the candles would be lost among them. Between 12 and 24 pixels: narrower than a bar where bars are wide.
  const look = { time, color, size: 0.8, text, shape: quantity > 0 ? 'arrowUp' : 'arrowDown' } as const;
  const reach = text === '' ? 0 : Math.ceil(measureHalf(text) / barSpacing);
  const covered = bars.slice(Math.max(0, index - reach), index + reach + 1);
  return quantity > 0
    ? { ...look, position: 'atPriceBottom', price: Math.min(...covered.map(({ low }) => low)) }
    : { ...look, position: 'atPriceTop', price: Math.max(...covered.map(({ high }) => high)) };
}
