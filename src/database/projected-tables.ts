import { PostgreSqlConnection, PostgreSqlDriver } from '@mikro-orm/postgresql';
import { Hook } from '../access/hook.js';

/**
 * Tables that are written behind the commit, and when they have everything that is committed now: null if they have it
 * already. The promise rejects with a `TablesBehindError` if they do not get there in time.
 */
type TableProjection = Readonly<{ tables: readonly string[]; whenReached: () => Promise<void> | null }>;

/** PostgreSQL's `cannot_connect_now`: for a reader, the database is not available at the moment. */
export class TablesBehindError extends Error {
  readonly code = '57P03';

  constructor(cause?: unknown) {
    super('The tables do not have all committed commands yet.', { cause });
  }
}

/**
 * Makes readers see their own writes in tables that follow a journal: a statement of the EntityManager that names one of them
 * waits until they have what was committed when it was sent. Connections beside the EntityManager do not wait.
 */
export class ProjectedTables {
  readonly projection = Hook.required<TableProjection>();
  private pattern: RegExp | null = null;

  /** Null if the statement need not wait. */
  whenReadable(statement: string): Promise<void> | null {
    const [projection] = this.projection.handlers;
    if (projection === undefined) return null;
    this.pattern ??= new RegExp(`\\b(?:${projection.tables.join('|')})\\b`);
    return this.pattern.test(statement) ? projection.whenReached() : null;
  }
}

/** The driver of PostgreSQL whose statements wait for projected tables. */
export function createWaitingDriver(tables: ProjectedTables): typeof PostgreSqlDriver {
  class WaitingConnection extends PostgreSqlConnection {
    protected override async executeQuery<Result>(
      statement: string,
      ...rest: [run: () => Promise<Result>, context?: object]
    ): Promise<Result> {
      const reached = tables.whenReadable(statement);
      if (reached !== null) await reached;
      return super.executeQuery(statement, ...rest);
    }
  }
  return class WaitingDriver extends PostgreSqlDriver {
    protected override readonly connection = new WaitingConnection(this.config);
  };
}
