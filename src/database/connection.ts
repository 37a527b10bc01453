import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/**
 * How long the service waits for PostgreSQL. A caller over HTTP is answered within five seconds, even when a server
 * accepts connections and then says nothing: at most the wait for a connection and then the wait for one query.
 */
const timeouts = {
  connectMilliseconds: 2_000,
  statementMilliseconds: 2_500,
  queryMilliseconds: 2_800,
  idleInTransactionMilliseconds: 10_000,
};

/**
 * A connection that is given up as soon as one query stays unanswered. `pg` by itself reports the query and keeps the connection,
 * on which the ROLLBACK would wait just as long, and after it the next request.
 */
class TimeoutClient extends pg.Client {
  // The driver's signature has a dozen forms; all of them pass through here as they are.
  override query(...args: never[]): never {
    const result: unknown = (super.query as (...args: never[]) => unknown).apply(this, args);
    if (result instanceof Promise) result.catch((error: unknown) => this.destroyOnTimeout(error));
    return result as never;
  }

  private destroyOnTimeout(error: unknown): void {
    if (error instanceof Error && error.message === 'Query read timeout') getSocket(this).destroy();
  }
}

/** What every connection has in common: a dead peer is noticed, and `pg_stat_activity` says whose it is. */
const commonOptions = { application_name: 'kontor', keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * The pool's options for answering requests. The address is given as it stands and not in parts, so that the driver reads all of
 * it: MikroORM leaves out what follows the question mark, `sslmode` among it.
 */
export function createRequestPoolConfig(databaseUrl: string): pg.PoolConfig {
  return {
    ...commonOptions,
    connectionString: databaseUrl,
    ...{ Client: TimeoutClient, onPoolCreated: releaseEndedClients },
    max: 20,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: timeouts.connectMilliseconds,
    statement_timeout: timeouts.statementMilliseconds,
    query_timeout: timeouts.queryMilliseconds,
    idle_in_transaction_session_timeout: timeouts.idleInTransactionMilliseconds,
  };
}

/**
 * Returns a connection to the pool that ends while it is in use. The query builder under MikroORM keeps one for ever whose
 * BEGIN or ROLLBACK fails, as they do when the connection breaks; after twenty of those nobody would get any.
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

/** The pool's options for work that takes as long as it takes: migrations. Only connecting has an end. */
export function createMigrationPoolConfig(databaseUrl: string): pg.PoolConfig {
  return { ...commonOptions, connectionString: databaseUrl, max: 2, connectionTimeoutMillis: 10_000 };
}

/** Options for a single connection that is not in a pool, for short questions. */
export function createConnectionConfig(url: string, purpose: string): pg.ClientConfig {
  return {
    ...commonOptions,
    application_name: `kontor ${purpose}`.slice(0, 63),
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  };
}

/** The same, for what takes as long as it takes. */
export function createUntimedConnectionConfig(url: string, purpose: string): pg.ClientConfig {
  return { ...createConnectionConfig(url, purpose), query_timeout: 0 };
}

/** Connects. The holder of the connection learns of its end from the query that fails, or from its 'end'. */
export async function connect(options: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(options);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Says goodbye to the server, but does not wait for one that has nothing more to say. */
export async function disconnect(client: pg.Client): Promise<void> {
  const waited = new AbortController();
  await Promise.race([
    client.end().catch(() => undefined),
    pause(1_000, undefined, { signal: waited.signal }).catch(() => undefined),
  ]);
  waited.abort();
  getSocket(client).destroy();
}

/** Does something on a connection of its own. */
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

/** The socket under a connection; the driver has it, its types do not. */
const getSocket = (client: pg.Client): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;
