import { getClientAddress } from '../access/client-address.js';
import { toNetwork } from '../http/network.js';
import type { QueuedUser } from './fair-lines.js';

/** A user who changes what is their own. */
export const toUserWaiter = (userId: number): QueuedUser => ({ caller: `user ${userId}`, user: '' });

/** Who registers a user: a key or an administrator, or the address from which a user signs up. */
export function toRegistrationWaiter(
  { keyId, by }: Readonly<{ keyId: string | null; by?: number }>,
  email: string,
): QueuedUser {
  if (by !== undefined) return toUserWaiter(by);
  return { caller: keyId === null ? toNetwork(getClientAddress() ?? '') : `key ${keyId}`, user: email.toLowerCase() };
}
