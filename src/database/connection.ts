import type { Duplex } from 'node:stream';
import pg from 'pg';

/**
 * How long the service waits for PostgreSQL. Whoever asks over HTTP gets an answer within five seconds, even from a server that
 * accepts connections and then says nothing: at most the wait for a connection and then the wait for one query.
 */
const patience = { connectMilliseconds: 2_000, statementMilliseconds: 2_500, queryMilliseconds: 2_800, idleInTransactionMilliseconds: 10_000 };

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
    const { connection } = this as unknown as { connection: { stream: Duplex } };
    if (error instanceof Error && error.message === 'Query read timeout') connection.stream.destroy();
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
    ...{ Client: ImpatientClient },
    max: 20,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: patience.connectMilliseconds,
    statement_timeout: patience.statementMilliseconds,
    query_timeout: patience.queryMilliseconds,
    idle_in_transaction_session_timeout: patience.idleInTransactionMilliseconds,
  };
}

/** The pool's options for work that takes as long as it takes: migrations. Only connecting has an end. */
export function patientPool(databaseUrl: string): pg.PoolConfig {
  return { ...common, connectionString: databaseUrl, max: 2, connectionTimeoutMillis: 10_000 };
}

/** Options for a single connection that is not in a pool. */
export function singleConnection(url: string, purpose: string): pg.ClientConfig {
  return { ...common, application_name: `kontor ${purpose}`.slice(0, 63), connectionString: url, connectionTimeoutMillis: 5_000 };
}

/** Does something on a connection of its own. */
export async function withConnection<Result>(options: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(options);
  client.on('error', () => undefined); // A cut connection fails the query that runs, and the next; that is where it is noticed.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
