import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/**
 * How long the service waits for PostgreSQL. Whoever asks over HTTP gets an answer within five seconds, even from a server that
 * accepts connections and then says nothing: at most the wait for a connection and then the wait for one query.
 */
const patience = {
  connectMilliseconds: 2_000,
  statementMilliseconds: 2_500,
  queryMilliseconds: 2_800,
  idleInTransactionMilliseconds: 10_000,
};

/**
 * A connection that is given up as soon as one query stays unanswered. `pg` by itself reports the query and keeps the connection,
 * on which the ROLLBACK would wait just as long, and after it the next request.
 */
class ImpatientClient extends pg.Client {
  // The driver's signature has a dozen forms; all of them pass through here as they are.
  override query(...args: never[]): never {
    const answer: unknown = (super.query as (...args: never[]) => unknown).apply(this, args);
    if (answer instanceof Promise) answer.catch((error: unknown) => this.giveUpAfter(error));
    return answer as never;
  }

  private giveUpAfter(error: unknown): void {
    if (error instanceof Error && error.message === 'Query read timeout') streamOf(this).destroy();
  }
}

/** What every connection has in common: a dead peer is noticed, and `pg_stat_activity` says whose it is. */
const common = { application_name: 'kontor', keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * The pool's options for answering requests. The address is given as it stands and not in parts, so that the driver reads all of
 * it: MikroORM leaves out what follows the question mark, `sslmode` among it.
 */
export function requestPool(databaseUrl: string): pg.PoolConfig {
  return {
    ...common,
    connectionString: databaseUrl,
    ...{ Client: ImpatientClient, onPoolCreated: takeBackTheDead },
    max: 20,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: patience.connectMilliseconds,
    statement_timeout: patience.statementMilliseconds,
    query_timeout: patience.queryMilliseconds,
    idle_in_transaction_session_timeout: patience.idleInTransactionMilliseconds,
  };
}

/**
 * Returns a connection to the pool that ends while somebody holds it. The query builder under MikroORM keeps one for ever whose
 * BEGIN or ROLLBACK fails, as they do when the connection breaks; after twenty of those nobody would get any.
 */
function takeBackTheDead(pool: pg.Pool): void {
  const ends = new WeakMap<pg.PoolClient, () => void>();
  pool.on('acquire', (client) => {
    const atItsEnd = (): void => {
      client.release(true);
      client.release = () => undefined; // Whoever held it may still give it back.
    };
    ends.set(client, atItsEnd);
    client.once('end', atItsEnd);
  });
  pool.on('release', (_error, client) => {
    client.off('end', ends.get(client) ?? (() => undefined));
  });
}

/** The pool's options for work that takes as long as it takes: migrations. Only connecting has an end. */
export function patientPool(databaseUrl: string): pg.PoolConfig {
  return { ...common, connectionString: databaseUrl, max: 2, connectionTimeoutMillis: 10_000 };
}

/** Options for a single connection that is not in a pool, for short questions. */
export function singleConnection(url: string, purpose: string): pg.ClientConfig {
  return {
    ...common,
    application_name: `kontor ${purpose}`.slice(0, 63),
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  };
}

/** The same, for what takes as long as it takes. */
export function patientConnection(url: string, purpose: string): pg.ClientConfig {
  return { ...singleConnection(url, purpose), query_timeout: 0 };
}

/** Connects. Whoever holds the connection learns of its end from the query that fails, or from its 'end'. */
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
  streamOf(client).destroy();
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
const streamOf = (client: pg.Client): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;
