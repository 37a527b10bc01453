import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * The `Idempotency-Key` under which a request is carried out, as digests. `calls` counts how often the request has called the exchange,
 * so that each call has a number of its own; `isReplayed` says that one of them was carried out before, by a process that ended.
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
  em: EntityManager | null;
  idempotency: IdempotencyContext | null;
  deferred: AfterCommitCallback[] | null;
};

const unitContexts = new AsyncLocalStorage<UnitOfWorkContext>();

/**
 * Runs a request within a unit of work of its own. It is created when it is first needed: creating one costs as
 * much as reading an order action twice, and the busiest endpoints never use it.
 */
export function runInUnitOfWork(root: EntityManager, run: () => void): void {
  unitContexts.run({ root, em: null, idempotency: null, deferred: null }, run);
}

/** The unit of work of this moment; none outside of a request. */
export function getUnitOfWork(): EntityManager | undefined {
  const context = unitContexts.getStore();
  if (context === undefined) return undefined;
  // While it is created it asks for itself, and must receive the answer for the outside of a request.
  context.em ??= unitContexts.exit(() => context.root.fork({ useContext: true }));
  return context.em;
}

/** The key of the request of this moment; null if it came without one. */
export const getIdempotencyContext = (): IdempotencyContext | null => unitContexts.getStore()?.idempotency ?? null;

/** Null once the request is answered: what it has begun and goes on is not done under its key. */
export function setIdempotencyContext(idempotency: IdempotencyContext | null): void {
  const context = unitContexts.getStore();
  if (context !== undefined) context.idempotency = idempotency;
}

/** From now on `afterCommit` waits for the end of the transaction that spans this request. */
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
 * Does what must not happen before the change that it follows from is committed: it reads the change on another connection, or forgets
 * what was cached. Usually that is now; under an `Idempotency-Key`, whose answer is committed with the change, it is before the answer is sent.
 */
export async function runAfterCommit(work: AfterCommitCallback): Promise<void> {
  const deferred = unitContexts.getStore()?.deferred ?? null;
  if (deferred === null) await work();
  else deferred.push(work);
}
