import { type InstrumentView, instrumentView } from '../instruments/instrument.view.js';
import type { Concerned } from './halts.service.js';

/** An instrument, and whom it would meet if it were halted or opened again. */
export type HaltView = InstrumentView &
  Readonly<{ product_name: string; working_orders: number; waiting_stops: number; accounts_with_orders: number; accounts_with_positions: number; day_orders: number }>;

export function haltView(concerned: Concerned): HaltView {
  return {
    ...instrumentView(concerned, Date.now()),
    product_name: concerned.product.name,
    working_orders: concerned.workingOrders,
    waiting_stops: concerned.stops,
    accounts_with_orders: concerned.accounts,
    accounts_with_positions: concerned.positions,
    day_orders: concerned.lastsForSession,
  };
}
