import { type InstrumentView, toInstrumentView } from '../instruments/instrument.view.js';
import type { HaltImpact } from './halts.service.js';

/**
 * An instrument, with the impact of halting or resuming it.
 * @example { "id": 1, "product_id": 1, "product_symbol": "ES", "product_group_id": 1, "symbol": "ESZ26", "instrument_type": "Future", "expiration": "2026-12-18", "expires_at": "2026-12-18T22:00:00.000Z", "status": "Open", "tick_size": 0.25, "tick_value": 12.5, "currency": "USD", "settlement_price": 6712.25, "version": 1, "product_name": "E-mini S&P 500", "working_orders": 14, "waiting_stops": 2, "accounts_with_orders": 5, "accounts_with_positions": 9, "day_orders": 11 }
 */
export type HaltView = InstrumentView &
  Readonly<{
    product_name: string;
    working_orders: number;
    waiting_stops: number;
    accounts_with_orders: number;
    accounts_with_positions: number;
    day_orders: number;
  }>;

export function toHaltView(concerned: HaltImpact, now: number): HaltView {
  return {
    ...toInstrumentView(concerned, now),
    product_name: concerned.product.name,
    working_orders: concerned.workingOrders,
    waiting_stops: concerned.stops,
    accounts_with_orders: concerned.accounts,
    accounts_with_positions: concerned.positions,
    day_orders: concerned.lastsForSession,
  };
}
