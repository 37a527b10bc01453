import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { createRequestPoolConfig } from './connection.js';

/** Batches of one kind run two at a time. */
const CONNECTIONS_MAX = 4;

/** A plan that was made while a table was small is kept when it has grown, so it must not read whole tables. */
const SETTINGS = 'set plan_cache_mode = force_generic_plan; set enable_seqscan = off';

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
      verify: (client, done) => void client.query(SETTINGS).then(() => done(), done),
    });
    this.pool.on('error', () => undefined); // An idle connection was lost; the next statement opens another.
  }

  /** `text` has the parameters `?`, in the order of the values. */
  async execute<Row extends object>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
    let number = 0;
    const { rows } = await this.pool.query<Row>({
      name,
      text: text.replaceAll('?', () => `$${++number}`),
      values: [...values],
    });
    return rows;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
