/** How far from its reference price an instrument may trade. A price band without a reference, or a group without one, is none. */
import type { Instrument } from './instrument.js';
import { type Side, toSign } from './side.js';

/** In units of the product; a price on an edge is within. */
export type PriceBand = Readonly<{ low: number; high: number; reference: number }>;

/** Units and basis points are whole numbers within PRICE_MAX and the greatest band, so their product is exact. */
export function findPriceBand(
  instrument: Instrument,
  reference: number | null = instrument.referencePrice,
): PriceBand | null {
  const { priceBandBasisPoints } = instrument.product.group.terms;
  if (priceBandBasisPoints === null || reference === null) return null;
  const reach = Math.floor((Math.abs(reference) * priceBandBasisPoints) / 10_000);
  return { low: reference - reach, high: reference + reach, reference };
}

export const isWithinBand = ({ low, high }: PriceBand, price: number): boolean => price >= low && price <= high;

/** The worst price at which an order of this side may trade now. */
export function findBandEdge(instrument: Instrument, side: Side): number {
  const band = findPriceBand(instrument);
  if (band === null) return toSign(side) * Infinity;
  return side === 'Buy' ? band.high : band.low;
}
