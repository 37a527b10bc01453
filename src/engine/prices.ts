/**
 * The prices of an order, new or modified: in units of its product, on the tick, and within the band around the reference price.
 */
import { type Decimal, formatDecimal } from '../money/decimal.js';
import type { Instrument } from './instrument.js';
import type { EngineOrder } from './order.js';
import { type Refusal, refuse } from './refusal.js';
import { SIXTH_RULES } from './rules.js';
import { type Side, toSign } from './side.js';
import type { State } from './state.js';

/** Beyond this, a price times ten thousand would no longer be counted exactly. */
export const PRICE_MAX = 500_000_000_000;

/** An order with a limit price. `stopPrice` is that of a stop that has not triggered: its limit is measured from the stop price, not from the market. */
export type PriceLimitedOrder = Readonly<{ side: Side; stopPrice: number | null }>;

/** What a price is of, and the rules in force; `limited` is null for a stop price, which no band bounds. */
type PriceContext = Readonly<{
  instrument: Instrument;
  limited: PriceLimitedOrder | null;
  state: Pick<State, 'followsRules'>;
}>;

/** A price in units of the instrument's product. One between two units lies between two ticks as well. */
export function toPriceUnits(
  price: Decimal | null,
  { instrument, limited, state }: PriceContext,
): number | Refusal | null {
  if (price === null) return null;
  const units = instrument.product.toUnits(price);
  if (typeof units === 'number') return units;
  return units === 'too_large' && state.followsRules(SIXTH_RULES)
    ? refuseUncountablePrice()
    : refuseOffTickPrice(price, instrument, limited);
}

export const refuseUncountablePrice = (): Refusal =>
  refuse('price_out_of_band', 'The price is beyond what this venue can count.');

/** The tick, and the nearest prices on it. `limited` is null for a stop price, which no band bounds. */
export function refuseOffTickPrice(price: Decimal, instrument: Instrument, limited: PriceLimitedOrder | null): Refusal {
  const { tick, scale } = instrument.product.terms;
  const text = formatDecimal(tick, scale);
  return refuse('price_off_tick', `The price is not a multiple of the tick, ${text}.`, {
    tick: text,
    nearest: findNearestPrices(price, instrument, limited),
  });
}

/** In ticks and as big numbers, because a price that fits no instrument may have any number of digits. */
function findNearestPrices(
  { digits, decimals }: Decimal,
  instrument: Instrument,
  limited: PriceLimitedOrder | null,
): string[] {
  const { tick, scale } = instrument.product.terms;
  const commonScale = Math.max(decimals, scale);
  const requested = BigInt(digits) * 10n ** BigInt(commonScale - decimals);
  const step = BigInt(tick) * 10n ** BigInt(commonScale - scale);
  const below = (requested - (((requested % step) + step) % step)) / step;
  const { low, high } = findValidTicks(instrument, limited);
  if (low > high) return [];
  const within = [below, below * step === requested ? below : below + 1n].map((ticks) =>
    ticks < low ? low : ticks > high ? high : ticks,
  );
  return [...new Set(within)].map((ticks) => formatDecimal(ticks * BigInt(tick), scale));
}

/** From the lowest to the highest price that would not be refused, in ticks. */
function findValidTicks(
  instrument: Instrument,
  limited: PriceLimitedOrder | null,
): Readonly<{ low: bigint; high: bigint }> {
  const { tick, allowNegativePrices } = instrument.product.terms;
  const band = limited === null ? null : findPriceBand(instrument, limited.stopPrice ?? instrument.referencePrice);
  const low = limited?.side === 'Sell' && band !== null ? band.low : -PRICE_MAX;
  const high = limited?.side === 'Buy' && band !== null ? band.high : PRICE_MAX;
  return {
    low: BigInt(Math.ceil((allowNegativePrices ? low : Math.max(low, tick)) / tick)),
    high: BigInt(Math.floor(high / tick)),
  };
}

/**
 * The lowest and the highest price within the band that would not be refused, in units; null without any. Where no tick lies within the
 * band, both are the nearest price that an order of this side may have.
 */
export function findAcceptedPrices(
  instrument: Instrument,
  { side, stopPrice }: PriceLimitedOrder,
): Readonly<{ low: number; high: number }> | null {
  const { tick } = instrument.product.terms;
  const { high, low: lowest } = findValidTicks(instrument, { side: 'Buy', stopPrice });
  const { low, high: highest } = findValidTicks(instrument, { side: 'Sell', stopPrice });
  const [from, to] = low <= high ? [low, high] : side === 'Buy' ? [high, high] : [low, low];
  return from < lowest || to > highest ? null : { low: Number(from) * tick, high: Number(to) * tick };
}

/**
 * How far from its reference price an instrument may trade, in units of the product; a price on an edge is within. A band without a
 * reference, or a group without one, is none.
 */
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

/** An order without such a price does not get one by modification: it would be another type of order. */
export function toModifiedPrice(
  price: Decimal | null,
  old: number | null,
  context: PriceContext,
): number | Refusal | null {
  if (price === null) return old;
  return old === null
    ? refuse('inconsistent_terms', 'This type of order has no such price.')
    : toPriceUnits(price, context);
}

/** What a new limit is measured from: the stop price of an order that waits for it. */
export const toPriceLimitedOrder = (
  { origin, waitsForTrigger }: EngineOrder,
  stopPrice: number | Refusal | null,
): PriceLimitedOrder => ({
  side: origin.side,
  stopPrice: waitsForTrigger && typeof stopPrice === 'number' ? stopPrice : null,
});

export function toModifiedStopPrice(
  price: Decimal | null,
  { terms, instrument, waitsForTrigger }: EngineOrder,
  state: PriceContext['state'],
): number | Refusal | null {
  const stopPrice = toModifiedPrice(price, terms.stopPrice, { instrument, limited: null, state });
  const isMoved = typeof stopPrice === 'number' && stopPrice !== terms.stopPrice;
  return isMoved && !waitsForTrigger
    ? refuse('inconsistent_terms', 'This order waits for no stop price any more.')
    : stopPrice;
}
