import type { OrderRow } from '../engine/order.js';
import type { RefusalFigures } from '../engine/refusal.js';

/** The shown fields of an order: from the engine or the table. Orders in past events have no tag. */
export type OrderDetails = Omit<OrderRow, 'tag' | 'postOnly' | 'rank'> & Readonly<{ tag?: string | null }>;

/** An order with its symbol, price scale (units of 10^-`scale`) and the figures of its rejection, if any. */
export type OrderRecord = Readonly<{
  row: OrderDetails;
  scale: number;
  symbol: string;
  rejectionDetails?: RefusalFigures | null;
}>;
