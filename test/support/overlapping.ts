import pg from 'pg';
import type { TestApp } from './test-app.js';
import { waitUntil } from './within.js';

const WAITING = `select count(*)::int waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Until so many statements wait for a lock. */
export const waitForLocks = ({ orm }: Pick<TestApp, 'orm'>, count: number): Promise<void> =>
  waitUntil(async () => {
    const [row] = await orm.em.fork().execute<{ waiting: number }[]>(WAITING);
    return (row?.waiting ?? 0) >= count;
  });

/**
 * Runs steps that write to the audit log at once: each begins when the one before it waits to write there, or for that one, and none commits before
 * all have begun.
 */
export async function runOverlapping(
  { database, orm }: Pick<TestApp, 'database' | 'orm'>,
  steps: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const lock = new pg.Client(database.url);
  await lock.connect();
  await lock.query('begin; lock table audit_entries in exclusive mode');
  const running: Promise<unknown>[] = [];
  try {
    for (const step of steps) {
      running.push(step());
      await waitForLocks({ orm }, running.length);
    }
  } finally {
    await lock.query('rollback');
    await lock.end();
  }
  await Promise.all(running);
}
