import { PRICE_MAX } from '../engine/prices.js';
import { countDecimals, formatDecimal, isAtMost, isMultiple, isPositive, toCommonScale } from '../money/decimal.js';
import type { ProductDefinition } from './reference-definitions.js';

type PriceTerms = Readonly<Pick<ProductDefinition, 'tickSize' | 'allowNegativePrices'>>;

/** Whether a price is valid for a product: on the tick, no larger than the venue can count, and positive where required. */
export function validatePrice(price: string, terms: PriceTerms): 'off_tick' | 'too_large' | 'not_positive' | null {
  if (!isMultiple(price, terms.tickSize)) return 'off_tick';
  if (!isAtMost(price.replace('-', ''), findPriceLimit(terms))) return 'too_large';
  return isPositive(price) || terms.allowNegativePrices ? null : 'not_positive';
}

/** The largest price that the venue can count. */
export const findPriceLimit = ({ tickSize }: Pick<PriceTerms, 'tickSize'>): string =>
  formatDecimal(PRICE_MAX, countDecimals(tickSize));

/** The valid prices below and above a price off the tick, the lower first. */
export function findNearestPrices(price: string, terms: PriceTerms): string[] {
  const { units, scale } = toCommonScale([price, terms.tickSize]);
  const [requested = 0n, step = 1n] = units;
  const below = requested - (((requested % step) + step) % step);
  return [below, below + step]
    .map((nearest) => formatDecimal(nearest, scale))
    .filter((nearest) => validatePrice(nearest, terms) === null);
}
