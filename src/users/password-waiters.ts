import { getClientAddress } from '../access/client-address.js';
import { toNetwork } from '../http/network.js';
import type { QueuedUser } from './fair-lines.js';

/** A user who changes their own password. */
export const toUserWaiter = (userId: number): QueuedUser => ({ caller: `user ${userId}`, user: '' });

/** The source of a registration: a key, an administrator, or the address of a sign-up. */
export function toRegistrationWaiter(
  { keyId, by }: Readonly<{ keyId: string | null; by?: number }>,
  email: string,
): QueuedUser {
  if (by !== undefined) return toUserWaiter(by);
  return { caller: keyId === null ? toNetwork(getClientAddress() ?? '') : `key ${keyId}`, user: email.toLowerCase() };
}
