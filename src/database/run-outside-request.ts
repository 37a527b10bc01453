import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Runs background work that a request happens to start: a timer, a loop, a reconnection. Without it that work would
 * keep the request's unit of work, `Idempotency-Key` and address, and its later effects would be attributed to the
 * request.
 */
export const runOutsideRequest: <Result>(run: () => Result) => Result = AsyncLocalStorage.snapshot();
