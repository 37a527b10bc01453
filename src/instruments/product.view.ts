import { createExactNumber } from '../http/exact-number.js';
import type { ProductEntity } from './product.entity.js';
import type { ProductGroupEntity } from './product-group.entity.js';

/**
 * What is traded, and what a step of its price is worth.
 *
 * @example { "id": 1, "group_id": 1, "symbol": "ES", "name": "E-mini S&P 500", "instrument_type": "Future", "display_factor": 1, "tick_size": 0.25, "tick_value": 12.5, "multiplier": 50, "settlement_style": "Cash", "max_order_quantity": 2500, "allow_negative_prices": false, "session_start_times": [1020, 2460, 3900, 5340, 6780], "session_end_times": [2400, 3840, 5280, 6720, 8160], "version": 1 }
 */
export type ProductView = ReturnType<typeof toProductView>;

export const PRODUCT_COLUMNS = [
  ...[
    'id',
    'group_id',
    'symbol',
    'name',
    'instrument_type',
    'display_factor',
    'tick_size',
    'tick_value',
    'multiplier',
    'settlement_style',
    'max_order_quantity',
    'allow_negative_prices',
  ],
  ...['session_start_times', 'session_end_times', 'version'],
];

/** What the outside sees of a product, and of its hours, which may be its group's. */
export function toProductView(product: ProductEntity, group: ProductGroupEntity) {
  const hours = product.sessionStartTimes.length > 0 ? product : group;
  return {
    id: product.id,
    group_id: product.groupId,
    symbol: product.symbol,
    name: product.name,
    instrument_type: product.instrumentType,
    /** What a price is multiplied by to be shown as its market quotes it. */
    display_factor: createExactNumber(product.displayFactor),
    tick_size: createExactNumber(product.tickSize),
    /** What one step is worth per contract: the tick size times the multiplier. */
    tick_value: createExactNumber(product.tickValue),
    multiplier: createExactNumber(product.multiplier),
    settlement_style: product.settlementStyle,
    max_order_quantity: product.maxOrderQuantity,
    allow_negative_prices: product.allowNegativePrices,
    /** Local minutes since Sunday 00:00; those of the group, unless the product has its own. */
    session_start_times: hours.sessionStartTimes,
    session_end_times: hours.sessionEndTimes,
    version: product.version,
  };
}
