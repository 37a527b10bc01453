import type { OrderAction } from '../engine/command.js';
import type { RefusalFigures } from '../engine/refusal.js';

/** An order action as the journal has it. */
export type OrderActionRecord = Readonly<{
  id: number;
  receivedAt: number;
  userId: number;
  actingUserId: number;
  clientId: string | null;
  action: OrderAction;
  orderId: number | null;
  /** The account of the order, or that the action named; null where the caller may not look at it. */
  acctId: number | null;
  /** Of the action, or of its order; null where the caller may see none. */
  instrumentId: number | null;
  /** Of the action's instrument, or of its order's; null where the caller may see none. */
  symbol: string | null;
  rejection: Readonly<{ code: string; detail: string; figures: RefusalFigures | null }> | null;
}>;
