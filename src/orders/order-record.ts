import type { OrderRow } from '../engine/order.js';
import type { RefusalFigures } from '../engine/refusal.js';

/** What of an order is shown: as the engine has just told it, or as the table has it. What is told of its past has no remark. */
export type OrderDetails = Omit<OrderRow, 'tag' | 'postOnly' | 'rank'> & Readonly<{ tag?: string | null }>;

/** An order, the symbol of its instrument, in what its prices are counted (units of 10^-`scale`), and for which figures it was rejected, where those are known. */
export type OrderRecord = Readonly<{
  row: OrderDetails;
  scale: number;
  symbol: string;
  rejectionDetails?: RefusalFigures | null;
}>;
