/**
 * Reference data as the engine counts it: prices in whole units, money in ten-thousandths, bands in hundredths of a percent.
 */
import type { InstrumentTerms as CountedInstrument, ProductGroupTerms as CountedGroup, ProductTerms as CountedProduct } from '../engine/command.js';
import { parseAmount } from '../money/amount.js';
import { parseDecimal, unitsOf } from '../money/decimal.js';
import type { InstrumentTerms, ProductGroupTerms, ProductTerms } from './reference-terms.js';

const BASIS_POINT_SCALE = 2;
const MONEY_SCALE = 4;

type Numbered<Terms> = Readonly<Terms & { id: number }>;

export function countedGroup({ id, currency, initialMargin, maintenanceMargin, priceBand, selfTradePolicy }: Numbered<ProductGroupTerms>): CountedGroup {
  // No distance at all would forbid every order but those at the reference price; it is the way to say that there is no band.
  const band = Math.round(Number(priceBand) * 10 ** BASIS_POINT_SCALE);
  return { id, currency, initialMargin: amount(initialMargin), maintenanceMargin: amount(maintenanceMargin), priceBandBasisPoints: band === 0 ? null : band, selfTradePolicy };
}

/**
 * Null for a product that cannot be traded, because one unit of its price is not worth a whole number of ten-thousandths. Prices that
 * are kept already are counted in `knownScale`; it stays, as long as it can count the tick.
 */
export function countedProduct(product: Numbered<ProductTerms> & Readonly<{ groupId: number }>, knownScale: number | null): CountedProduct | null {
  const tickSize = parseDecimal(product.tickSize);
  const multiplier = parseDecimal(product.multiplier);
  if (tickSize === null || multiplier === null) return null;
  const scale = Math.max(tickSize.decimals, knownScale ?? 0);
  const tick = unitsOf(tickSize, scale);
  const [worth, per] = [BigInt(multiplier.digits) * 10n ** BigInt(MONEY_SCALE), 10n ** BigInt(multiplier.decimals + scale)];
  if (tick === null || worth % per !== 0n) return null;
  const { id, groupId: productGroupId, maxOrderQuantity, allowNegativePrices } = product;
  return { id, productGroupId, scale, tick, valuePerUnit: worth / per, maxOrderQuantity, allowNegativePrices };
}

export function countedInstrument({ id, productId, expiration }: Numbered<Pick<InstrumentTerms, 'expiration'>> & Readonly<{ productId: number }>): CountedInstrument {
  return { id, productId, expiration };
}

/** The reference data admits no other margins. */
function amount(margin: string): bigint {
  const parsed = parseAmount(margin);
  if (parsed === null) throw new RangeError(`${margin} is finer than money`);
  return parsed;
}
