import { performance } from 'node:perf_hooks';
import { setImmediate as untilSent } from 'node:timers/promises';
import type pg from 'pg';
import { openTestDatabase } from '../support/database.js';
import { openRequestPool, openSingleConnection } from '../support/request-pool.js';

/** The limit of a query of a request, and longer than that. */
const LIMIT_MS = 2_800;
const HELD_MS = 3_200;

const holdProcess = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HELD_MS);

describe('a process that was held up for longer than a query may take', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let pool: pg.Pool;
  let single: pg.Client;
  beforeAll(async () => {
    database = await openTestDatabase();
    pool = openRequestPool(database.url);
    await pool.query('select 1');
    single = await openSingleConnection(database.url, LIMIT_MS);
  });
  afterAll(async () => {
    await single.end();
    await pool.end();
    await database.close();
  });

  it.each(['of a pool', 'of its own'])('reads the answer that has arrived, on a connection %s', async (kind) => {
    const pooled = kind === 'of a pool' ? await pool.connect() : null;
    const client = pooled ?? single;
    const promised = client.query('select 7 as number');
    const called = new Promise((resolve, reject) => {
      client.query('select 8 as number', [], (error: Error | null, result) => {
        if (error) reject(error);
        else resolve(result.rows);
      });
    });
    await untilSent();
    holdProcess();

    expect((await promised).rows).toEqual([{ number: 7 }]);
    expect(await called).toEqual([{ number: 8 }]);
    pooled?.release();
  });

  it.each(['held up', 'not held up'])('gives up a query that PostgreSQL does not answer, %s', async (how) => {
    const client = await pool.connect();
    client.on('error', () => undefined);
    await client.query('set statement_timeout = 0');
    const ended = new Promise((resolve) => client.once('end', () => resolve('ended')));
    const startedAt = performance.now();
    const asked = client.query('select pg_sleep(30)').catch((error: unknown) => (error as Error).message);
    await untilSent();
    if (how === 'held up') holdProcess();

    expect(await asked).toBe('Query read timeout');
    expect(await ended).toBe('ended');
    const tookMs = performance.now() - startedAt;
    expect(tookMs).toBeGreaterThanOrEqual(how === 'held up' ? HELD_MS : LIMIT_MS);
    expect(tookMs).toBeLessThan(5_000);
    client.release(true);
  });

  it('keeps a connection of its own when a query is late, and never sends one that was given up in the queue', async () => {
    await single.query('create table late_rows (number integer)');
    const limited = (text: string) =>
      single
        .query({ text, query_timeout: 200 } as pg.QueryConfig)
        .then(() => 'answered')
        .catch((error: unknown) => (error as Error).message);
    const answers = [limited('select pg_sleep(1)'), limited('insert into late_rows values (1)')];

    expect(await Promise.all(answers)).toEqual(['Query read timeout', 'Query read timeout']);
    expect((await single.query('select number from late_rows')).rows).toEqual([]);
  });
});
