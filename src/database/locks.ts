import type pg from 'pg';

/**
 * The advisory locks of the service, in one list so that each is unique. PostgreSQL releases a lock when its connection
 * ends, so the lock of a killed process is free at once.
 */
const lockNamespace = 0x4b6f6e74; // "Kont"
const lockIds = {
  service: 1,
  migrations: 2,
  seed: 3,
  signingKeys: 4,
  referenceData: 5,
  exchange: 6,
  serviceRole: 7,
  secretKey: 8,
} as const;

type LockName = keyof typeof lockIds;

/** The two numbers of a lock, also for a transaction that holds it until its end. */
export const toLockKeys = (lock: LockName): [number, number] => [lockNamespace, lockIds[lock]];

type LockClient = Pick<pg.ClientBase, 'query'>;

/** Takes a lock if it is free, for the life of this connection. */
export const tryLock = (client: LockClient, lock: LockName): Promise<boolean> =>
  requestLock(client, 'pg_try_advisory_lock', lock);

/** Takes a shared lock, if no one holds it exclusively. */
export const tryLockShared = (client: LockClient, lock: LockName): Promise<boolean> =>
  requestLock(client, 'pg_try_advisory_lock_shared', lock);

async function requestLock(client: LockClient, request: string, lock: LockName): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(`select ${request}($1, $2) as taken`, toLockKeys(lock));
  return rows[0]?.taken === true;
}

/** Waits for a lock. */
export async function waitForLock(client: pg.Client, lock: LockName): Promise<void> {
  await client.query('select pg_advisory_lock($1, $2)', toLockKeys(lock));
}

/** Describes the holder of a lock. */
export async function describeLockHolder(client: pg.Client, lock: LockName): Promise<string> {
  const { rows } = await client.query<{ holder: string; since: Date }>(
    `select application_name as holder, backend_start as since from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())
        and classid = $1 and objid = $2`,
    toLockKeys(lock),
  );
  const [row] = rows;
  return row ? `${row.holder}, since ${row.since.toISOString()}` : 'another process';
}
