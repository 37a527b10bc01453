/** The grid on which the prices of a product lie: why a price beside it is refused, and which prices are nearest to it. */
import { type Decimal, formatDecimal } from '../money/decimal.js';
import type { Instrument } from './instrument.js';
import { findPriceBand } from './price-band.js';
import { type Refusal, refuse } from './refusal.js';
import type { Side } from './side.js';

/** Beyond this, a price times ten thousand would no longer be counted exactly. */
export const PRICE_MAX = 500_000_000_000;

/** An order with a limit price. `stopPrice` is that of a stop that has not triggered: its limit is measured from the stop price, not from the market. */
export type PriceLimitedOrder = Readonly<{ side: Side; stopPrice: number | null }>;

/** `limited` is null for a stop price, which no band bounds. */
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
