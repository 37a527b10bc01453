import { AsyncLocalStorage } from 'node:async_hooks';

/** The client address of the current request, for the audit log; everything else has no use for it. */
const clientAddressStorage = new AsyncLocalStorage<string>();

/** Runs everything that a request brings about, knowing the address that it came from. */
export function runWithClientAddress<Result>(address: string, run: () => Result): Result {
  return clientAddressStorage.run(address, run);
}

/** Null outside of a request: a command, a job. */
export function getClientAddress(): string | null {
  return clientAddressStorage.getStore() ?? null;
}
