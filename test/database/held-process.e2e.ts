import { performance } from 'node:perf_hooks';
import { setImmediate as untilSent } from 'node:timers/promises';
import type pg from 'pg';
import { openTestDatabase } from '../support/database.js';
import { openRequestPool } from '../support/request-pool.js';

/** The limit of a query of a request, and longer than that. */
const LIMIT_MS = 2_800;
const HELD_MS = 3_200;

const holdProcess = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HELD_MS);

describe('a process that was held up for longer than a query may take', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let pool: pg.Pool;
  beforeAll(async () => {
    database = await openTestDatabase();
    pool = openRequestPool(database.url);
    await pool.query('select 1');
  });
  afterAll(async () => {
    await pool.end();
    await database.close();
  });

  it('reads the answer that has arrived, as a promise and by a callback', async () => {
    const client = await pool.connect();
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
    client.release();
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
});
