import { decimalsOf } from '../money/decimal.js';
import { type ExactNumber, exactNumber } from './exact-number.js';
import { digitsOf } from './figures.js';
import type { Visit } from './page.js';

/** Prices as people read them: those of one instrument all have as many decimals as its ticks, so that they stand below each other. */

/** What sentences and tables have to know of an instrument to tell its prices. */
export type Traded = Readonly<{ symbol: string | null; decimals: number }>;

/** An instrument as the reader knows it. The tick of one of which nothing is known is its id, a whole number, and its prices stand as they travel. */
export const tradedIn = ({ named }: Pick<Visit, 'named'>, id: number): Traded => ({
  symbol: named('instrument_id', id),
  decimals: decimalsOf(named('instrument_tick', id)),
});

/** `digits` as they travel, shortest; what has more decimals than the ticks keeps them. */
export function priceText(digits: string | null, decimals: number): string {
  if (digits === null) return '';
  const [whole = '', fraction = ''] = digits.split('.');
  return decimals === 0 && fraction === '' ? whole : `${whole}.${fraction.padEnd(decimals, '0')}`;
}

/** The same as a figure for a table. */
export function priceFigure(of: ExactNumber | number | null, decimals: number): ExactNumber | null {
  const digits = digitsOf(of);
  return digits === null ? null : exactNumber(priceText(digits, decimals));
}

/** The same of an instrument whose ticks are at hand. */
export const priceOn = (tick: ExactNumber, of: ExactNumber | number | null): ExactNumber | null =>
  priceFigure(of, decimalsOf(tick.rawJSON));

/** The same of a price of this instrument, for a list in which there are others. */
export const priceIn = (
  visit: Pick<Visit, 'named'>,
  instrumentId: number,
  of: ExactNumber | number | null,
): ExactNumber | null => priceFigure(of, tradedIn(visit, instrumentId).decimals);
