/** The prices of an order after a modification, in units of its product. */
import type { Decimal } from '../money/decimal.js';
import type { Instrument } from './instrument.js';
import type { EngineOrder } from './order.js';
import { toPriceUnits } from './order-entry.js';
import type { PriceLimitedOrder } from './price-tick.js';
import { type Refusal, refuse } from './refusal.js';

/** An order without such a price does not get one by modification: it would be another type of order. */
export function toModifiedPrice(
  price: Decimal | null,
  old: number | null,
  { instrument, limited }: Readonly<{ instrument: Instrument; limited: PriceLimitedOrder | null }>,
): number | Refusal | null {
  if (price === null) return old;
  return old === null
    ? refuse('inconsistent_terms', 'This type of order has no such price.')
    : toPriceUnits(price, instrument, limited);
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
): number | Refusal | null {
  const stopPrice = toModifiedPrice(price, terms.stopPrice, { instrument, limited: null });
  const isMoved = typeof stopPrice === 'number' && stopPrice !== terms.stopPrice;
  return isMoved && !waitsForTrigger
    ? refuse('inconsistent_terms', 'This order waits for no stop price any more.')
    : stopPrice;
}
