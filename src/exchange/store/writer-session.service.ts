import type pg from 'pg';
import { toLockKeys, tryLock } from '../../database/locks.js';
import { KEYED_PLAN_SETTINGS } from '../../database/connection.js';
import { ExchangeElsewhereError } from '../exchange-errors.js';
import type { JournalBatch } from '../ledger/journal-batch.entity.js';
import type { ProjectionStatement } from '../projection/projection-statement.js';
import { toAdministrativeStatements } from '../writing/administrative-rows.js';
import { toValueSql } from '../writing/columns.js';
import { buildKeyedStatements } from '../writing/keyed-calls.js';
import { END_WITHIN_MS, PATIENCE_MS, RENEW, RENEWED, REPLACE_STALLED } from '../writing/lease.js';
import type { LedgerTables } from '../writing/ledger-tables.js';
import type { BatchToWrite, WriterSession } from './exchange-store.js';

const TEMPORARY_FILE_LIMIT = '53400';
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Writes somewhat more than a WAL segment of PostgreSQL (16 MB) into a temporary file, which is removed with the
 * response. With less space, PostgreSQL could stop during the next batches.
 */
const PROBE = `with space as materialized (select repeat('x', 8000) as bytes from generate_series(1, 2300)) select max(length(bytes)) from space`;

/** The connection that writes the exchange, one of MikroORM's pool, held while the exchange runs. */
export class PostgresWriterSession implements WriterSession {
  private readonly journal: JournalStatement;

  private constructor(
    private readonly client: pg.PoolClient,
    private readonly projection: ProjectionStatement,
    readonly epoch: number,
    readonly ended: number | null,
  ) {
    this.journal = new JournalStatement(projection.ledger.journalBatches);
  }

  static async take(pool: pg.Pool, projection: ProjectionStatement): Promise<PostgresWriterSession> {
    const client = await pool.connect();
    try {
      const ended = (await tryLock(client, 'exchange')) ? null : await replaceStalled(client);
      // The statement's generic plan fits every batch; planning would cost more than the execution.
      await client.query(
        `set statement_timeout = ${PATIENCE_MS}; set application_name = 'kontor exchange'; ${KEYED_PLAN_SETTINGS}`,
      );
      const { rows } = await client.query<{ epoch: string }>(
        `update exchange_writer set epoch = epoch + 1, ${RENEWED} where id = 1 returning epoch`,
      );
      return new PostgresWriterSession(client, projection, Number(rows[0]?.epoch), ended);
    } catch (error) {
      // A standby process retries on the same connection: nothing is locked.
      client.release(!(error instanceof ExchangeElsewhereError));
      throw error;
    }
  }

  onEnd(listener: () => void): void {
    this.client.once('end', listener);
  }

  async renew(): Promise<void> {
    const { rowCount } = await this.client.query({
      name: 'renew',
      text: RENEW,
      values: [this.epoch],
      query_timeout: PATIENCE_MS,
    } as pg.QueryConfig);
    if (rowCount !== 1) throw new ExchangeElsewhereError();
  }

  async isStillThere(): Promise<boolean> {
    return this.client
      .query({
        text: 'select 1 from exchange_writer where id = 1 and epoch = $1',
        values: [this.epoch],
        query_timeout: 500,
      } as pg.QueryConfig)
      .then(
        ({ rowCount }) => rowCount === 1,
        () => false,
      );
  }

  /** Other errors of the probe than those of space do not count. */
  async probe(): Promise<void> {
    await this.client.query(`set work_mem = '64kB'`);
    try {
      await this.client.query({ text: PROBE, query_timeout: PATIENCE_MS } as pg.QueryConfig);
    } catch (error) {
      if ((error as { code?: unknown }).code !== TEMPORARY_FILE_LIMIT) throw error;
    }
    await this.client.query('reset work_mem');
  }

  async write({ batch, rows, state, advance, isWhole }: BatchToWrite): Promise<void> {
    const statements = [
      ...toAdministrativeStatements(this.projection.ledger, rows.administrative, state),
      ...buildKeyedStatements(rows.keyed),
      ...rows.records,
      { name: 'journal', text: this.journal.text, values: this.journal.toParameters(batch) },
      ...(isWhole ? [this.projection.toQuery(advance, rows)] : []),
    ].map((statement) => ({ ...statement, values: [...statement.values], query_timeout: PATIENCE_MS }));
    await this.writeTogether(statements);
  }

  private async writeTogether(statements: readonly pg.QueryConfig[]): Promise<void> {
    const [single] = statements;
    if (single !== undefined && statements.length === 1) {
      await this.client.query(single);
      return;
    }
    await this.client.query('begin');
    try {
      for (const statement of statements) await this.client.query(statement);
      await this.client.query('commit');
    } catch (error) {
      await this.client.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  release(): void {
    this.client.release(true);
  }
}

/**
 * A batch as one row of the journal: one statement, one transaction, one round trip, and all that an answer waits for. It
 * succeeds only if this process is still the writer and no other command was written since the previous batch; otherwise it
 * divides by zero and fails as a whole.
 */
export class JournalStatement {
  readonly text: string;

  constructor(private readonly table: LedgerTables['journalBatches']) {
    const { name, columns } = table;
    const parameterOf = (property: keyof JournalBatch): string =>
      `$${1 + columns.findIndex((column) => column.property === property)}`;
    const names = columns.map((column) => column.name).join(', ');
    const values = columns.map((column, index) => toValueSql(column, `$${1 + index}`)).join(', ');
    this.text = `with advanced as (update exchange_writer set command = ${parameterOf('last')}, hash = ${parameterOf('hash')}, ${RENEWED}
  where id = 1 and epoch = ${parameterOf('epoch')} and command + 1 = ${parameterOf('first')} returning id),
${name}_written as (insert into ${name} (${names}) values (${values}))
select 1 / count(*) as went from advanced`;
  }

  toParameters(batch: JournalBatch): unknown[] {
    return this.table.columns.map(({ getValue }) => getValue(batch));
  }
}

/** Takes the lock from a process that hangs. Returns the ended session. */
async function replaceStalled(client: pg.PoolClient): Promise<number> {
  await client.query(`set lock_timeout = ${END_WITHIN_MS}`);
  try {
    const { rows } = await client.query<{ pid: number }>(REPLACE_STALLED, toLockKeys('exchange'));
    const [stalled] = rows;
    if (stalled === undefined) throw new ExchangeElsewhereError();
    return stalled.pid;
  } catch (error) {
    throw (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE ? new ExchangeElsewhereError() : error;
  } finally {
    await client.query('reset lock_timeout');
  }
}
