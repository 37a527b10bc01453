/** Prices of lists beside those of the market: one that is far off is probably a typing error. */
import type { Instrument } from '../../engine/instrument.js';
import { toReferencePrice } from '../../engine/statements.js';
import type { Decimal } from '../../money/decimal.js';

/** The part of the market's price from which on another price is far off. */
const FAR = 0.1;

/** The price of the market, if this price of a list is far from it; null if it is near, or there is no market price. */
export function findFarMarketPrice(
  instrument: Instrument | undefined,
  listed: Decimal,
  asOf: string,
): Readonly<{ price: number; scale: number }> | null {
  const market = instrument === undefined ? null : findMarketPrice(instrument, asOf);
  if (instrument === undefined || market === null) return null;
  const exact = toReferencePrice(instrument.product, listed);
  if (exact === null) return null;
  const difference = Math.abs(exact.price / 10 ** exact.extraDecimals - market);
  return difference > FAR * Math.abs(market) ? { price: market, scale: instrument.product.terms.scale } : null;
}

/** The closing price of that date; while there is none, the price of now. */
const findMarketPrice = (
  { closingMarks, lastPriceOfSession, board, settlementPrice }: Instrument,
  asOf: string,
): number | null => closingMarks.get(asOf) ?? lastPriceOfSession ?? board.findMidPrice() ?? settlementPrice;
