/** How far a price has come from another, by what is written: with its sign, so that nobody needs the color. */
export type PriceChange = Readonly<{ points: string; percent: string }>;

/** Counted in steps of the last decimal. The percentage is of what it came from; of nothing, or of less, there is none. */
export function computePriceChange(price: string, from: string, decimals: number): PriceChange {
  const places = Math.max(decimals, ...[price, from].map((text) => (text.split('.')[1] ?? '').length));
  const steps = toSteps(price, places) - toSteps(from, places);
  const base = toSteps(from, places);
  const points = Math.abs(steps) / 10 ** places;
  const part = ((Math.abs(steps) / base) * 100).toFixed(2);
  const percent = base > 0 ? `${Number(part) === 0 ? '' : formatSign(steps)}${part}%` : '';
  return { points: `${formatSign(steps)}${points.toFixed(places)}`, percent };
}

/** Which way a change goes, by what is written: one that rounds to nothing does not look like a rise or a fall. */
export const getChangeDirection = (change: string): 'up' | 'down' | null =>
  change.startsWith('+') ? 'up' : change.startsWith('-') ? 'down' : null;

const toSteps = (text: string, places: number): number => Math.round(Number(text) * 10 ** places);

const formatSign = (steps: number): string => (steps > 0 ? '+' : steps < 0 ? '-' : '');
