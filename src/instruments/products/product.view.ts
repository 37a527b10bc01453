import { createExactNumber } from '../../money/exact-number.js';
import type { ProductEntity } from './product.entity.js';
import type { ProductGroupEntity } from '../groups/product-group.entity.js';

/**
 * A product with its tick and tick value.
 * @example { "id": 1, "group_id": 1, "symbol": "ES", "name": "E-mini S&P 500", "instrument_type": "Future", "display_factor": 1, "tick_size": 0.25, "tick_value": 12.5, "multiplier": 50, "settlement_style": "Cash", "max_order_quantity": 2500, "allow_negative_prices": false, "session_start_times": [1020, 2460, 3900, 5340, 6780], "session_end_times": [2400, 3840, 5280, 6720, 8160], "version": 1 }
 */
export type ProductView = ReturnType<typeof toProductView>;

export const PRODUCT_COLUMNS = [
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
  'session_start_times',
  'session_end_times',
  'version',
];

/** A product and its hours, which may be the group's. */
export function toProductView(product: ProductEntity, group: ProductGroupEntity) {
  const hours = product.sessionStartTimes.length > 0 ? product : group;
  return {
    id: product.id,
    group_id: product.groupId,
    symbol: product.symbol,
    name: product.name,
    instrument_type: product.instrumentType,
    /** Factor for displaying prices as the market quotes them. */
    display_factor: createExactNumber(product.displayFactor),
    tick_size: createExactNumber(product.tickSize),
    /** The value of one tick per contract: tick size times multiplier. */
    tick_value: createExactNumber(product.tickValue),
    multiplier: createExactNumber(product.multiplier),
    settlement_style: product.settlementStyle,
    max_order_quantity: product.maxOrderQuantity,
    allow_negative_prices: product.allowNegativePrices,
    /** Local minutes since Sunday 00:00; the group's hours, unless the product has its own. */
    session_start_times: hours.sessionStartTimes,
    session_end_times: hours.sessionEndTimes,
    version: product.version,
  };
}
