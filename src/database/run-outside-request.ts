import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Runs background work that a request happens to begin: a timer, a loop, a reconnection. Without it that work keeps the request's unit of
 * work, `Idempotency-Key` and address for as long as it goes on, and what it does later is attributed to that request.
 */
export const runOutsideRequest: <Result>(run: () => Result) => Result = AsyncLocalStorage.snapshot();
