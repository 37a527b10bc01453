import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { createRequestPoolConfig, PLAN_SETTINGS } from './connection.js';

/** Batches of one kind run two at a time. */
const CONNECTIONS_MAX = 4;

/** With the settings and the statement less than the five seconds of a request. */
const CONNECT_MS = 1_500;
const SETTINGS_MS = 500;

export type PreparedStatement<Row extends object> = (values: readonly unknown[]) => Promise<Row[]>;

/**
 * Runs statements that are sent all the time, on connections of their own: each connection parses and plans a statement once,
 * under its name. They are never part of a transaction.
 */
@Injectable()
export class PreparedStatementsService implements OnApplicationShutdown {
  private readonly pool: pg.Pool;

  constructor(orm: MikroORM) {
    this.pool = new pg.Pool({
      ...createRequestPoolConfig(orm.config.get('clientUrl')),
      application_name: 'kontor prepared',
      max: CONNECTIONS_MAX,
      connectionTimeoutMillis: CONNECT_MS,
      verify: (client, done) =>
        void client
          .query({ text: PLAN_SETTINGS, query_timeout: SETTINGS_MS } as pg.QueryConfig)
          .then(() => done(), done),
    });
    // A connection may be lost at any time, also before its first statement: the next one opens another.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
    this.pool.on('error', () => undefined);
  }

  get counts(): Readonly<{ total: number; idle: number; waiting: number }> {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /** The statement as a function. `text` has the parameters `?`, in the order of the values. */
  prepare<Row extends object>(name: string, text: string): PreparedStatement<Row> {
    const numbered = numberParameters(text);
    return async (values) => (await this.pool.query<Row>({ name, text: numbered, values: [...values] })).rows;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}

/** PostgreSQL numbers the parameters that MikroORM writes as `?`. */
export function numberParameters(text: string): string {
  let number = 0;
  return text.replaceAll('?', () => `$${++number}`);
}
