import type { OrderRow } from '../engine/order.js';
import type { RefusalFigures } from '../engine/refusal.js';

/** The fields of an order that are shown: from the engine, or from the table. The order in past events has no tag. */
export type OrderDetails = Omit<OrderRow, 'tag' | 'postOnly' | 'rank'> & Readonly<{ tag?: string | null }>;

/** An order, the symbol of its instrument, in what its prices are counted (units of 10^-`scale`), and for which figures it was rejected, where those are known. */
export type OrderRecord = Readonly<{
  row: OrderDetails;
  scale: number;
  symbol: string;
  rejectionDetails?: RefusalFigures | null;
}>;
