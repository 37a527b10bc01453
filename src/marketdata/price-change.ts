/** The change between two displayed prices, with its sign, so that colors are not needed. */
export type PriceChange = Readonly<{ points: string; percent: string }>;

/**
 * Computed in units of the last decimal. The percentage is relative to the old price; null if that is zero or negative.
 */
export function computePriceChange(price: string, from: string, decimals: number): PriceChange {
  const places = Math.max(decimals, ...[price, from].map((text) => (text.split('.')[1] ?? '').length));
  const steps = toSteps(price, places) - toSteps(from, places);
  const base = toSteps(from, places);
  const points = Math.abs(steps) / 10 ** places;
  const part = ((Math.abs(steps) / base) * 100).toFixed(2);
  const percent = base > 0 ? `${Number(part) === 0 ? '' : formatSign(steps)}${part}%` : '';
  return { points: `${formatSign(steps)}${points.toFixed(places)}`, percent };
}

/** The direction of a displayed change: a change that rounds to zero has none. */
export const getChangeDirection = (change: string): 'up' | 'down' | null =>
  change.startsWith('+') ? 'up' : change.startsWith('-') ? 'down' : null;

const toSteps = (text: string, places: number): number => Math.round(Number(text) * 10 ** places);

const formatSign = (steps: number): string => (steps > 0 ? '+' : steps < 0 ? '-' : '');
