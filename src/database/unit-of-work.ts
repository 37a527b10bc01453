import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * The `Idempotency-Key` of a request, as digests. `calls` counts the request's calls of the exchange, so that each has
 * a number; `isReplayed` is true if one of them was executed before, by a process that ended.
 */
export type IdempotencyContext = {
  readonly digest: string;
  readonly fingerprint: string;
  readonly isSafeToRepeat: boolean;
  calls: number;
  isReplayed: boolean;
};

type AfterCommitCallback = () => Promise<void> | void;
type UnitOfWorkContext = {
  readonly root: EntityManager;
  /** The client's, for the audit log and for limits. */
  readonly address: string;
  em: EntityManager | null;
  idempotency: IdempotencyContext | null;
  deferred: AfterCommitCallback[] | null;
};

const unitContexts = new AsyncLocalStorage<UnitOfWorkContext>();

/**
 * Runs a request in its own unit of work. The unit is created on first use:
 * creating one costs as much as parsing two order actions, and the busiest routes never need it.
 */
export function runAsRequest<Result>(root: EntityManager, address: string, run: () => Result): Result {
  return unitContexts.run({ root, address, em: null, idempotency: null, deferred: null }, run);
}

/** The current unit of work; none outside of a request. */
export function getUnitOfWork(): EntityManager | undefined {
  const context = unitContexts.getStore();
  if (context === undefined) return undefined;
  // While it is created it asks for itself, and must get the answer for code outside of requests.
  context.em ??= unitContexts.exit(() => context.root.fork({ useContext: true }));
  return context.em;
}

/** The client address of the current request; null outside of a request: a command, a job. */
export const getClientAddress = (): string | null => unitContexts.getStore()?.address ?? null;

/** The key of the current request; null without one. */
export const getIdempotencyContext = (): IdempotencyContext | null => unitContexts.getStore()?.idempotency ?? null;

/** Null once the request is answered: later work is not done under its key. */
export function setIdempotencyContext(idempotency: IdempotencyContext | null): void {
  const context = unitContexts.getStore();
  if (context !== undefined) context.idempotency = idempotency;
}

/** From now on `runAfterCommit` waits for the end of this request's transaction. */
export function deferUntilCommit(): () => readonly AfterCommitCallback[] {
  const context = unitContexts.getStore();
  const deferred: AfterCommitCallback[] = [];
  if (context !== undefined) context.deferred = deferred;
  return () => {
    if (context !== undefined) context.deferred = null;
    return deferred;
  };
}

/**
 * Runs work that must follow the commit of a change: it reads the change on another connection, or invalidates a cache.
 * Usually that is now; under an `Idempotency-Key`, whose response is committed with the change, it is before the
 * response is sent.
 */
export async function runAfterCommit(work: AfterCommitCallback): Promise<void> {
  const deferred = unitContexts.getStore()?.deferred ?? null;
  if (deferred === null) await work();
  else deferred.push(work);
}

/**
 * Runs background work that a request happens to start: a timer, a loop, a reconnection. Without it that work would
 * keep the request's unit of work, `Idempotency-Key` and address, and its later effects would be attributed to the
 * request.
 */
export const runOutsideRequest: <Result>(run: () => Result) => Result = AsyncLocalStorage.snapshot();

/** For rows that are only read: they are not remembered, and not compared at the end of the unit of work. */
export const UNTRACKED = { disableIdentityMap: true } as const;
