import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntityManager } from '@mikro-orm/postgresql';

type Unit = { readonly root: EntityManager; own: EntityManager | null };

const units = new AsyncLocalStorage<Unit>();

/**
 * Runs what a request brings about within a unit of work of its own. It is opened by whoever needs it first: making one costs as
 * much as reading an order action twice, and the busiest doors ask the database nothing by themselves.
 */
export function withinUnitOfWork(root: EntityManager, run: () => void): void {
  units.run({ root, own: null }, run);
}

/** The unit of work of this moment; none outside of a request. */
export function unitOfWork(): EntityManager | undefined {
  const unit = units.getStore();
  if (unit === undefined) return undefined;
  // While it is made it asks for itself, and is told what it would be told outside of a request.
  unit.own ??= units.exit(() => unit.root.fork({ useContext: true }));
  return unit.own;
}
