import { performance } from 'node:perf_hooks';
import type { Duplex } from 'node:stream';
import pg from 'pg';

/** A timer that is so late was held up, and the whole process with it. */
const HELD_MS = 100;
/** What arrived meanwhile is read within this time. */
const READING_MS = 500;

type TimedQueryConfig = pg.QueryConfig & Pick<pg.ClientConfig, 'query_timeout'>;
type Callback = (error: Error | null, result?: unknown) => void;
type LimitedQuery = pg.Query & { callback?: Callback };

/**
 * A connection whose time limit counts for PostgreSQL alone. Where the process itself was held up, by a busy processor or on a machine
 * that paused, timers run before sockets are read, and `pg` would give up answers that have arrived. It is kept when a query exceeds
 * the limit, as `pg` keeps it: an answer that comes late is dropped, and a query that has not been sent is not sent any more. With
 * `endsWhenLate` it ends instead.
 */
export class PatientClient extends pg.Client {
  private readonly limitMs: number;
  private readonly endsWhenLate: boolean;

  constructor(config: pg.ClientConfig & Readonly<{ endsWhenLate?: boolean }> = {}) {
    super({ ...config, query_timeout: 0 });
    this.limitMs = config.query_timeout ?? 0;
    this.endsWhenLate = config.endsWhenLate === true;
  }

  // The driver's signature has a dozen forms.
  override query(...args: never[]): never {
    const [first, values, callback] = args as [never, never, never];
    const given: string | TimedQueryConfig | pg.Submittable = first;
    if (typeof given === 'object' && 'submit' in given) return super.query(first);
    const config: TimedQueryConfig = typeof given === 'string' ? { text: given } : given;
    const query = new pg.Query(config, values, callback) as LimitedQuery;
    const result = query.callback === undefined ? promiseOf(query) : undefined;
    const limitMs = config.query_timeout ?? this.limitMs;
    if (limitMs > 0) this.limit(query, limitMs);
    super.query(query);
    return result as never;
  }

  private limit(query: LimitedQuery, limitMs: number): void {
    const answer = query.callback;
    const dueAt = performance.now() + limitMs;
    let isLate = false;
    const expire = (): void => {
      if (!isLate && performance.now() - dueAt > HELD_MS) {
        isLate = true;
        timer = setTimeout(expire, READING_MS);
        return;
      }
      query.callback = () => undefined;
      withdraw(this, query);
      answer?.(new Error('Query read timeout'));
      if (this.endsWhenLate) getSocket(this).destroy();
    };
    let timer = setTimeout(expire, limitMs);
    query.callback = (error, result) => {
      clearTimeout(timer);
      answer?.(error, result);
    };
  }
}

function promiseOf(query: LimitedQuery): Promise<unknown> {
  const answer = new Promise((resolve, reject) => {
    query.callback = (error, result) => (error ? reject(error) : resolve(result));
  });
  return answer.catch((error: unknown) => {
    if (error instanceof Error) Error.captureStackTrace(error); // The driver's leads to its socket.
    throw error;
  });
}

/** Takes a query from those that wait for their turn, which the driver's types omit. */
function withdraw(client: pg.Client, query: LimitedQuery): void {
  const { _queryQueue: queue } = client as unknown as { _queryQueue: LimitedQuery[] };
  const place = queue.indexOf(query);
  if (place !== -1) queue.splice(place, 1);
}

/** The socket of a connection, which the driver's types omit. */
export const getSocket = (client: pg.Client): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;
