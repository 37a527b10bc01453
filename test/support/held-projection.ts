import pg from 'pg';
import { ProjectionService } from '../../src/exchange/projection/projection.service.js';
import { query } from './postgres-service.js';
import type { TestApp } from './test-app.js';

/** Keeps the tables from following the journal until it is released; they can be read. */
export async function holdProjection(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('begin; lock table orders in share row exclusive mode');
  return {
    /** Of the tables as they are now. */
    rows: async <Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> =>
      (await client.query<Row>(statement)).rows,
    async release(): Promise<void> {
      await client.query('rollback');
      await client.end();
    },
  };
}

/** Each attempt to write an order into the tables fails with this error of PostgreSQL, until it is repaired. */
export async function breakProjection(url: string, code = 'P0001'): Promise<() => Promise<void>> {
  await query(
    url,
    `create function fail() returns trigger as $$ begin raise exception 'no' using errcode = '${code}'; end $$ language plpgsql;
     create trigger fail before insert on orders for each row execute function fail()`,
  );
  return async () => {
    await query(url, 'drop function fail cascade');
  };
}

/** As when another process is the writer: this one writes no tables any more. */
export const leaveTables = ({ app }: Pick<TestApp, 'app'>): void =>
  app.get(ProjectionService, { strict: false }).leave();

/** Lets questions how far journal and tables are wait until it is released. */
export async function holdPlaces(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('begin; lock table exchange_writer');
  const asked = "select from pg_locks where relation = 'exchange_writer'::regclass and not granted";
  return {
    isAsked: async (): Promise<boolean> => (await client.query(asked)).rowCount !== 0,
    async release(): Promise<void> {
      await client.query('rollback');
      await client.end();
    },
  };
}

/** As when this process has become the writer and loaded the state. */
export const beginTables = ({ app }: Pick<TestApp, 'app'>, place: number): void =>
  app.get(ProjectionService, { strict: false }).begin(place, []);
