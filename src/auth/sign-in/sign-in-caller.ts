import { toNetwork } from '../../http/network.js';

/**
 * The source of a sign-in for counting failures: `name` counts failures of one user, `source` those of all users.
 * `isKnown` is true if this user has signed in with it before, or owns it.
 */
export type SignInCaller = Readonly<{ name: string; source: string; isKnown: boolean }>;

export function toAddressCaller(address: string): SignInCaller {
  const network = toNetwork(address);
  return { name: network, source: network, isKnown: false };
}

/**
 * An API key with a proven secret. The address is part of the name, so that another holder of the key cannot use up the
 * limit here.
 */
export function toClientCaller(clientId: string, address: string, isKnown: boolean): SignInCaller {
  return { name: `key ${clientId} ${toNetwork(address)}`, source: `key ${clientId}`, isKnown };
}

export function toDeviceCaller(deviceId: string): SignInCaller {
  return { name: `device ${deviceId}`, source: `device ${deviceId}`, isKnown: true };
}

/** One name per user, for every spelling. */
export const normalizeUsername = (username: string): string => username.normalize('NFKC').toLowerCase();
