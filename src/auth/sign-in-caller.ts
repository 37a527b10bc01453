import { toNetwork } from '../http/network.js';

/**
 * What a sign-in comes from, as far as counting goes. `name` is what the failures of one user are counted by, `source` what the
 * failures of all users are counted by. `isKnown` says that this very user has signed in with it before, or owns it.
 */
export type SignInCaller = Readonly<{ name: string; source: string; isKnown: boolean }>;

export function toAddressCaller(address: string): SignInCaller {
  const network = toNetwork(address);
  return { name: network, source: network, isKnown: false };
}

/** An API key that proved its secret. The address stays in the name, so that another holder of the key cannot use up what is left here. */
export function toClientCaller(clientId: string, address: string, isKnown: boolean): SignInCaller {
  return { name: `key ${clientId} ${toNetwork(address)}`, source: `key ${clientId}`, isKnown };
}

export function toDeviceCaller(deviceId: string): SignInCaller {
  return { name: `device ${deviceId}`, source: `device ${deviceId}`, isKnown: true };
}

/** One user has one name, in every spelling of it. */
export const normalizeUsername = (username: string): string => username.normalize('NFKC').toLowerCase();
