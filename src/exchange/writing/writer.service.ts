import type pg from 'pg';
import type { Counters, State } from '../../engine/state.js';
import { tryLock } from '../../database/locks.js';
import { ExchangeElsewhere } from '../exchange-errors.js';
import type { BatchRows } from './batch-rows.js';
import { BATCH, batchParameters } from './batch-statement.js';
import { houseStatements } from './house-rows.js';

const TEMPORARY_FILE_LIMIT = '53400';
/** Longer than any batch takes; whoever waits for an answer is told sooner that it is not known. */
const PATIENCE_MS = 20_000;

/**
 * Writes somewhat more than a segment of PostgreSQL's own log (16 MB) into a temporary file, which is gone with the answer. With less room than
 * that, PostgreSQL could end in the middle of the next batches.
 */
const PROBE = `with room as materialized (select repeat('x', 8000) as bytes from generate_series(1, 2300)) select max(length(bytes)) from room`;

/**
 * The one connection through which the exchange is written: one of MikroORM's own, kept for as long as the exchange runs. It holds
 * the lock that keeps a second writer out, and each batch names the epoch that was drawn with it: should the lock be lost with the
 * connection and another writer come, nothing that is still under way from here can be written any more.
 */
export class Writer {
  private constructor(
    private readonly client: pg.PoolClient,
    private readonly epoch: number,
  ) {}

  static async take(pool: pg.Pool): Promise<Writer> {
    const client = await pool.connect();
    try {
      if (!(await tryLock(client, 'exchange'))) throw new ExchangeElsewhere();
      // The one statement has a plan that fits every batch; to look for a better one costs more than carrying it out.
      await client.query(`set statement_timeout = ${PATIENCE_MS}; set plan_cache_mode = force_generic_plan; set application_name = 'kontor exchange'`);
      const { rows } = await client.query<{ epoch: string }>('update exchange_state set epoch = epoch + 1 where id = 1 returning epoch');
      return new Writer(client, Number(rows[0]?.epoch));
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Whether the connection still answers, and with it the lock is held: then nobody else can have written meanwhile. */
  async isStillThere(): Promise<boolean> {
    return this.client.query({ text: 'select 1', query_timeout: 500 } as pg.QueryConfig).then(
      () => true,
      () => false,
    );
  }

  /** Fails where there is no room for what a batch writes. Other reasons not to write a temporary file say nothing of that. */
  async probe(): Promise<void> {
    await this.client.query(`set work_mem = '64kB'`);
    try {
      await this.client.query({ text: PROBE, query_timeout: PATIENCE_MS } as pg.QueryConfig);
    } catch (error) {
      if ((error as { code?: unknown }).code !== TEMPORARY_FILE_LIMIT) throw error;
    }
    await this.client.query('reset work_mem');
  }

  /** Everything or nothing. `before` is the last command of the batch before this one. */
  async write(rows: BatchRows, state: State, { before, counters, time }: Readonly<{ before: number; counters: Counters; time: number }>): Promise<void> {
    const batch = { name: 'batch', text: BATCH, values: batchParameters({ epoch: this.epoch, before, counters, time, pending: JSON.stringify([...state.pending.values()]) }, rows), query_timeout: PATIENCE_MS };
    const house = houseStatements(rows.house, state);
    if (house.length === 0) {
      await this.client.query(batch);
      return;
    }
    await this.client.query('begin');
    try {
      for (const { text, values } of house) await this.client.query({ text, values: [...values], query_timeout: PATIENCE_MS } as pg.QueryConfig);
      await this.client.query(batch);
      await this.client.query('commit');
    } catch (error) {
      await this.client.query('rollback').catch(() => undefined);
      throw error;
    }
  }

  /** Gives up the lock with the connection. */
  release(): void {
    this.client.release(true);
  }
}
