import type { OrderAddress } from './command.js';
import type { State } from './state.js';

/** The number of the order of an address: by itself, from memory, or as the command names it. */
export function findAddressedOrder(
  { accounts }: State,
  { orderId, acctId, clientOrderId, earlier }: OrderAddress,
): number | null {
  if (orderId !== null) return orderId;
  if (acctId === null || clientOrderId === null) return null;
  return (accounts.get(acctId)?.clientOrders.get(clientOrderId) ?? earlier)?.orderId ?? null;
}
