import type pg from 'pg';
import { connect, disconnect } from '../../database/connection.js';
import { KEYED_PLAN_SETTINGS } from '../../database/plan-settings.js';
import type { CommittedBatch } from '../projection/committed-batch.js';
import type { ProjectionStatement } from '../projection/projection-statement.js';
import type { Places, TablesSession } from './exchange-store.js';

const STATEMENT_MS = 20_000;
const LOOK_MS = 2_000;
const PLACES = `
  select writer.command journal, state.command tables
  from exchange_writer writer, exchange_state state where writer.id = 1 and state.id = 1`;

/** A connection of its own. Its commits do not wait for the disk: after a crash, recovery writes the rows again from the journal. */
export class PostgresTablesSession implements TablesSession {
  private constructor(
    private readonly client: pg.Client,
    private readonly statement: ProjectionStatement,
  ) {}

  static async open(config: pg.ClientConfig, statement: ProjectionStatement): Promise<PostgresTablesSession> {
    const client = await connect(config);
    try {
      await client.query(
        `set statement_timeout = ${STATEMENT_MS}; set synchronous_commit = off; ${KEYED_PLAN_SETTINGS}`,
      );
      return new PostgresTablesSession(client, statement);
    } catch (error) {
      await disconnect(client);
      throw error;
    }
  }

  async readPlaces(): Promise<Places> {
    const { rows } = await this.client.query<Record<keyof Places, string>>({
      text: PLACES,
      query_timeout: LOOK_MS,
    } as pg.QueryConfig);
    return { journal: Number(rows[0]?.journal), tables: Number(rows[0]?.tables) };
  }

  async write({ advance, rows }: CommittedBatch): Promise<void> {
    await this.client.query({
      ...this.statement.toQuery(advance, rows),
      query_timeout: STATEMENT_MS,
    } as pg.QueryConfig);
  }

  close(): Promise<void> {
    return disconnect(this.client);
  }
}
