import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { getSocket, PatientClient } from './patient-client.js';

/**
 * Timeouts for PostgreSQL. An HTTP caller is answered within five seconds, even when the server accepts connections and
 * does not respond: at most the wait for a connection and then for one query.
 */
const timeouts = {
  connectMilliseconds: 2_000,
  statementMilliseconds: 2_500,
  queryMilliseconds: 2_800,
  idleInTransactionMilliseconds: 10_000,
};

/** Options of every connection: a dead peer is detected, and `pg_stat_activity` shows the service. */
const commonOptions = { application_name: 'kontor', keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * Pool options for requests. The URL is passed as a whole, so that the driver reads all of it: MikroORM drops the query
 * string, for example `sslmode`. A connection that was kept after a query exceeded the limit would let the ROLLBACK and then the
 * next request wait on it as long.
 */
export function createRequestPoolConfig(databaseUrl: string): pg.PoolConfig {
  return {
    ...commonOptions,
    connectionString: databaseUrl,
    ...{ Client: PatientClient, endsWhenLate: true, onPoolCreated: releaseEndedClients },
    max: 20,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: timeouts.connectMilliseconds,
    statement_timeout: timeouts.statementMilliseconds,
    query_timeout: timeouts.queryMilliseconds,
    idle_in_transaction_session_timeout: timeouts.idleInTransactionMilliseconds,
  };
}

/**
 * Returns a connection to the pool that ends while in use. MikroORM's query builder keeps a connection forever whose
 * BEGIN or ROLLBACK fails, as on a broken connection; after twenty of those the pool would be empty.
 */
function releaseEndedClients(pool: pg.Pool): void {
  const endListeners = new WeakMap<pg.PoolClient, () => void>();
  pool.on('acquire', (client) => {
    const releaseEnded = (): void => {
      client.release(true);
      client.release = () => undefined; // The code that held it may still release it.
    };
    endListeners.set(client, releaseEnded);
    client.once('end', releaseEnded);
  });
  pool.on('release', (_error, client) => {
    client.off('end', endListeners.get(client) ?? (() => undefined));
  });
}

/** Pool options for work without a time limit: migrations. Only connecting has one. */
export function createMigrationPoolConfig(databaseUrl: string): pg.PoolConfig {
  return { ...commonOptions, connectionString: databaseUrl, max: 2, connectionTimeoutMillis: 10_000 };
}

/** Options of a single connection for short queries. */
export function createConnectionConfig(url: string, purpose: string): pg.ClientConfig {
  return {
    ...commonOptions,
    application_name: `kontor ${purpose}`.slice(0, 63),
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  };
}

/** The same without a time limit. */
export function createUntimedConnectionConfig(url: string, purpose: string): pg.ClientConfig {
  return { ...createConnectionConfig(url, purpose), query_timeout: 0 };
}

/** Connects. The holder learns of a broken connection from the failing query, or from its 'end'. */
export async function connect(options: pg.ClientConfig): Promise<pg.Client> {
  const client = new PatientClient(options);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Ends the connection, but does not wait for a server that does not respond. */
export async function disconnect(client: pg.Client): Promise<void> {
  const waited = new AbortController();
  await Promise.race([
    client.end().catch(() => undefined),
    pause(1_000, undefined, { signal: waited.signal }).catch(() => undefined),
  ]);
  waited.abort();
  getSocket(client).destroy();
}

/** Runs work on its own connection. */
export async function withConnection<Result>(
  options: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(options);
  try {
    return await work(client);
  } finally {
    await disconnect(client);
  }
}

/** Settings of a session with prepared statements. A plan that was made while a table was small is kept when it has grown, so it must not read whole tables. */
export const PLAN_SETTINGS = 'set plan_cache_mode = force_generic_plan; set enable_seqscan = off';

/** The same for statements that find the row of each value by its key. Those about tokens join their values with each other, by a hash. */
export const KEYED_PLAN_SETTINGS = `${PLAN_SETTINGS}; set enable_hashjoin = off; set enable_mergejoin = off`;
