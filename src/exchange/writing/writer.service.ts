import type pg from 'pg';
import type { State } from '../../engine/state.js';
import { toLockKeys, tryLock } from '../../database/locks.js';
import { ExchangeElsewhere } from '../exchange-errors.js';
import { hashBatch } from '../journal/batch-chain.js';
import { encodeBatch } from '../journal/batch-encoding.js';
import { JournalStatement } from '../journal/journal-statement.js';
import type { ProjectionStatement } from '../projection/projection-statement.js';
import type { BatchRows } from './batch-rows.js';
import type { StateAdvance } from './state-advance.js';
import { toAdministrativeStatements } from './administrative-rows.js';
import { buildKeyedStatements } from './keyed-calls.js';
import { END_WITHIN_MS, LEASE_MS, RENEW, RENEW_EVERY_MS, RENEWED, REPLACE_STALLED } from './lease.js';

const TEMPORARY_FILE_LIMIT = '53400';
const LOCK_NOT_AVAILABLE = '55P03';
/** Longer than any batch takes; the caller gets an unknown outcome earlier. */
const PATIENCE_MS = 20_000;

/**
 * Writes somewhat more than a WAL segment of PostgreSQL (16 MB) into a temporary file, which is removed with the
 * response. With less space, PostgreSQL could stop during the next batches.
 */
const PROBE = `with space as materialized (select repeat('x', 8000) as bytes from generate_series(1, 2300)) select max(length(bytes)) from space`;

/** Rows of the administration and of other modules exist before anything refers to them: they are not left to the projection. */
export const isWrittenWhole = ({ administrative, records }: BatchRows): boolean =>
  administrative.length > 0 || records.length > 0;

/**
 * The connection that writes the exchange, one of MikroORM's pool, held while the exchange runs. It holds the lock that
 * excludes a second writer, and each batch names the epoch drawn with it: if the connection and its lock are lost and
 * another writer takes over, nothing in progress here can be written.
 */
export class BatchWriter {
  private timer: NodeJS.Timeout | null = null;
  private underWay = 0;
  private renewedAt = performance.now();
  private turnAt = performance.now();
  private readonly journal: JournalStatement;
  /** The hash of the last batch. */
  private hash: Buffer | null = null;

  private constructor(
    private readonly client: pg.PoolClient,
    private readonly projection: ProjectionStatement,
    private readonly epoch: number,
    /** The session of another process that was ended first. */
    readonly ended: number | null,
  ) {
    this.journal = new JournalStatement(projection.ledger.journalBatches);
  }

  static async take(pool: pg.Pool, projection: ProjectionStatement): Promise<BatchWriter> {
    const client = await pool.connect();
    try {
      const ended = (await tryLock(client, 'exchange')) ? null : await replaceStalled(client);
      // The statement's generic plan fits every batch; planning would cost more than the execution.
      await client.query(
        `set statement_timeout = ${PATIENCE_MS}; set plan_cache_mode = force_generic_plan; set application_name = 'kontor exchange'`,
      );
      const { rows } = await client.query<{ epoch: string }>(
        `update exchange_writer set epoch = epoch + 1, ${RENEWED} where id = 1 returning epoch`,
      );
      return new BatchWriter(client, projection, Number(rows[0]?.epoch), ended);
    } catch (error) {
      // A standby process retries on the same connection: nothing is locked.
      client.release(!(error instanceof ExchangeElsewhere));
      throw error;
    }
  }

  /**
   * Renews the lease from now on when no batch does. `lost` is called, perhaps repeatedly, when the connection or the
   * epoch is gone.
   */
  keepLease(lost: (error: unknown) => void): void {
    this.timer = setInterval(() => {
      const now = performance.now();
      // After a standstill, only the database knows whether this process is the writer.
      if (!this.mayBeReplaced) this.turnAt = now;
      if (this.underWay === 0 && (this.mayBeReplaced || now - this.renewedAt >= RENEW_EVERY_MS - 10))
        this.renew().catch(lost);
    }, RENEW_EVERY_MS).unref();
  }

  /** Whether this process stood still so long that another one may be the writer. */
  get mayBeReplaced(): boolean {
    return performance.now() - this.turnAt > LEASE_MS;
  }

  /** Throws if this process is no longer the writer. */
  async renew(): Promise<void> {
    const { rowCount } = await this.runExclusively(() =>
      this.client.query({
        name: 'renew',
        text: RENEW,
        values: [this.epoch],
        query_timeout: PATIENCE_MS,
      } as pg.QueryConfig),
    );
    if (rowCount !== 1) throw new ExchangeElsewhere();
  }

  /** A renewal never runs between the statements of a batch: it would be part of their transaction. */
  private async runExclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const began = performance.now();
    this.underWay++;
    try {
      const result = await work();
      this.renewedAt = began;
      // A response from before a standstill is outdated.
      if (performance.now() - began < LEASE_MS) this.turnAt = performance.now();
      return result;
    } finally {
      this.underWay--;
    }
  }

  /** Whether the connection responds and therefore holds the lock: then no other process can have written. */
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

  /** Throws if there is no disk space for a batch. Other errors of the probe do not count. */
  async probe(): Promise<void> {
    await this.client.query(`set work_mem = '64kB'`);
    try {
      await this.client.query({ text: PROBE, query_timeout: PATIENCE_MS } as pg.QueryConfig);
    } catch (error) {
      if ((error as { code?: unknown }).code !== TEMPORARY_FILE_LIMIT) throw error;
    }
    await this.client.query('reset work_mem');
  }

  /** The journal was read to its end, which has this hash. */
  continueFrom(hash: Buffer): void {
    this.hash = hash;
  }

  /** Writes all or nothing, and returns the size in the journal. With `isWhole`, the rows are written as well. */
  async write(rows: BatchRows, state: State, advance: StateAdvance, isWhole: boolean): Promise<number> {
    if (this.hash === null) throw new Error('The end of the journal is not known yet.');
    const { before, counters, time } = advance;
    const header = { first: before + 1, last: counters.command, epoch: this.epoch, at: time };
    const body = encodeBatch(rows.journal);
    const hash = hashBatch(this.hash, header, body);
    const statements = [
      ...toAdministrativeStatements(this.projection.ledger, rows.administrative, state),
      ...buildKeyedStatements(rows.keyed),
      ...rows.records,
      {
        name: 'journal',
        text: this.journal.text,
        values: this.journal.toParameters({ ...header, previousHash: this.hash, hash, body }),
      },
      ...(isWhole
        ? [{ text: this.projection.text, values: this.projection.toParameters(advance, rows), name: 'projection' }]
        : []),
    ].map((statement) => ({ ...statement, values: [...statement.values], query_timeout: PATIENCE_MS }));
    await this.runExclusively(() => this.writeTogether(statements));
    this.hash = hash;
    return body.length;
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

  /** Releases the lock with the connection. */
  release(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.client.release(true);
  }
}

/** Takes the lock from a process that hangs. Returns the ended session. */
async function replaceStalled(client: pg.PoolClient): Promise<number> {
  await client.query(`set lock_timeout = ${END_WITHIN_MS}`);
  try {
    const { rows } = await client.query<{ pid: number }>(REPLACE_STALLED, [...toLockKeys('exchange')]);
    const [stalled] = rows;
    if (stalled === undefined) throw new ExchangeElsewhere();
    return stalled.pid;
  } catch (error) {
    throw (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE ? new ExchangeElsewhere() : error;
  } finally {
    await client.query('reset lock_timeout');
  }
}
