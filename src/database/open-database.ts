import pg from 'pg';
import type { Config } from '../config/config.js';
import { prepareCluster, runCluster } from './embedded/cluster.js';
import { stopServer } from './embedded/server.js';
import type { Log } from './log.js';

/** A database that is there to be used, until it is closed. */
export type RunningDatabase = Readonly<{ url: string; kind: 'embedded' | 'external'; close(): Promise<void> }>;

/** The database that DATABASE_URL names, or without one the embedded PostgreSQL under DATA_DIR, started if it does not run yet. */
export async function openDatabase(config: Config, log: Log): Promise<RunningDatabase> {
  if (config.databaseUrl !== null) return { url: config.databaseUrl, kind: 'external', close: () => Promise.resolve() };
  const cluster = await prepareCluster(config.dataDir, log);
  const { server, urlOf } = await runCluster(cluster);
  await createDatabase(urlOf('postgres'), 'kontor');
  return { url: urlOf('kontor'), kind: 'embedded', close: () => stopServer(cluster, server) };
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
}
