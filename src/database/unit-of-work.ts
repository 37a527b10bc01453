import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * The `Idempotency-Key` under which a request is carried out, as digests. `calls` counts how often the request has called the exchange,
 * so that each call has a number of its own; `isReplayed` says that one of them was carried out before, by a process that ended.
 */
export type RequestKey = {
  readonly digest: string;
  readonly fingerprint: string;
  readonly isSafeToRepeat: boolean;
  calls: number;
  isReplayed: boolean;
};

type Work = () => Promise<void> | void;
type Unit = {
  readonly root: EntityManager;
  own: EntityManager | null;
  key: RequestKey | null;
  deferred: Work[] | null;
};

const units = new AsyncLocalStorage<Unit>();

/**
 * Runs what a request brings about within a unit of work of its own. It is opened by whoever needs it first: making one costs as
 * much as reading an order action twice, and the busiest doors ask the database nothing by themselves.
 */
export function withinUnitOfWork(root: EntityManager, run: () => void): void {
  units.run({ root, own: null, key: null, deferred: null }, run);
}

/** The unit of work of this moment; none outside of a request. */
export function unitOfWork(): EntityManager | undefined {
  const unit = units.getStore();
  if (unit === undefined) return undefined;
  // While it is made it asks for itself, and is told what it would be told outside of a request.
  unit.own ??= units.exit(() => unit.root.fork({ useContext: true }));
  return unit.own;
}

/** The key of the request of this moment; null if it came without one. */
export const requestKey = (): RequestKey | null => units.getStore()?.key ?? null;

/** Null once the request is answered: what it has begun and goes on is not done under its key. */
export function setRequestKey(key: RequestKey | null): void {
  const unit = units.getStore();
  if (unit !== undefined) unit.key = key;
}

/** From now on `afterCommit` waits for the end of the transaction that spans this request. */
export function deferUntilCommit(): () => readonly Work[] {
  const unit = units.getStore();
  const deferred: Work[] = [];
  if (unit !== undefined) unit.deferred = deferred;
  return () => {
    if (unit !== undefined) unit.deferred = null;
    return deferred;
  };
}

/**
 * Does what must not happen before the change that it follows from is committed: it reads the change on another connection, or forgets
 * what was cached. Usually that is now; under an `Idempotency-Key`, whose answer is committed with the change, it is before the answer is sent.
 */
export async function afterCommit(work: Work): Promise<void> {
  const deferred = units.getStore()?.deferred ?? null;
  if (deferred === null) await work();
  else deferred.push(work);
}
