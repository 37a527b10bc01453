/* Fills of the reader as arrows of a chart, with their quantities where they can be read. */
import type { SeriesMarker, Time } from 'lightweight-charts';

/** Seconds, or the date of its bar of a session or a week, and the quantity, which is negative for a sale. */
export type OwnFill = readonly [at: number | string, quantity: number];

type ChartRange = Readonly<{ time: Time; low: number; high: number }>;
/** `barSpacing` is the width of a bar in pixels, and `end` the bar at the right edge of what is seen. */
type MarkerLook = Readonly<{ color: string; barSpacing: number; end: number }>;
type FillSum = Readonly<{ index: number; time: Time; quantity: number }>;

/** In pixels: of a character, and between two texts. */
const CHARACTER = 7.5;
const GAP = 4;
/** The width of one between bars that are narrower. */
const ARROW = 12;

/** More quantities in one text are left out, the oldest first. */
const QUANTITIES = 3;

/**
 * One arrow for all purchases in a bar, and one for all sales: arrows with their own words would cover each other. Of arrows beside each
 * other, the newest with space for it says the quantities of all, the oldest first; it is beyond the bars that its words are as wide as.
 */
export function createFillMarkers(
  fills: readonly OwnFill[],
  bars: readonly ChartRange[],
  look: MarkerLook,
): SeriesMarker<Time>[] {
  const sums = sumByBar(fills, bars);
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

const isFrom = (time: Time, at: number): boolean => typeof time === 'number' && time <= at;

function sumByBar(fills: readonly OwnFill[], bars: readonly ChartRange[]): FillSum[] {
  const sums = new Map<string, FillSum>();
  for (const [at, quantity] of fills) {
    // None for a fill from before the first bar, and for the first of a session until its bar is loaded.
    const index = bars.findLastIndex(({ time }) => (typeof at === 'string' ? time === at : isFrom(time, at)));
    const bar = bars[index];
    if (bar === undefined) continue;
    const key = `${index} ${Math.sign(quantity)}`;
    sums.set(key, { index, time: bar.time, quantity: quantity + (sums.get(key)?.quantity ?? 0) });
  }
  return [...sums.values()];
}

type PlacedMarker = Readonly<{ index: number; marker: SeriesMarker<Time> }>;
/** Fills with one text, from the newest to the oldest, and the fill that it stands at; null where none has space for it. */
type FillGroup = { readonly sums: FillSum[]; place: FillSum | null; text: string };

function toMarkers(sums: readonly FillSum[], bars: readonly ChartRange[], look: MarkerLook): PlacedMarker[] {
  return groupBySpace(sums, look).flatMap(({ sums, place, text }) =>
    sums.map((sum) => ({ index: sum.index, marker: toMarker(sum, sum === place ? text : '', { bars, ...look }) })),
  );
}

const measureHalf = (text: string): number => (text.length * CHARACTER) / 2;

function groupBySpace(sums: readonly FillSum[], { barSpacing, end }: MarkerLook): FillGroup[] {
  const groups: FillGroup[] = [];
  /** Where the text of a group has to end, and where it begins, or without a text its oldest arrow. */
  let [limit, edge] = [end * barSpacing, -Infinity];
  for (const sum of sums.toSorted((one, other) => other.index - one.index)) {
    const at = sum.index * barSpacing;
    let group = groups.at(-1);
    if (group === undefined || at + measureHalf(formatQuantities([sum])) + GAP <= edge) {
      if (group?.place) limit = edge;
      groups.push((group = { sums: [], place: null, text: '' }));
    }
    group.sums.push(sum);
    const [place, text] = [group.place ?? sum, formatQuantities(group.sums)];
    const middle = place.index * barSpacing;
    if (middle + measureHalf(text) + GAP <= limit) {
      Object.assign(group, { place, text });
      edge = middle - measureHalf(text);
    } else if (group.place === null) edge = at - ARROW / 2;
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
