import { prepareCluster, runCluster } from '../../src/database/embedded/cluster.js';
import { databaseName } from '../../src/database/embedded/prepare-database.js';
import { stopServer } from '../../src/database/embedded/server.js';
import { migrate } from '../../src/database/migrate.js';
import { query } from './postgres-service.js';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Lays out a data directory as releases did whose service was the superuser, with the tables of today and `statements` on top, and stops its server. */
export async function revertToOldLayout(dataDir: string, ...statements: readonly string[]): Promise<void> {
  const cluster = await prepareCluster(dataDir, silent);
  const { server, superuserUrlOf } = await runCluster(cluster);
  try {
    await query(superuserUrlOf('postgres'), `create database ${databaseName}`);
    await migrate(superuserUrlOf(databaseName));
    for (const statement of statements) await query(superuserUrlOf(databaseName), statement);
  } finally {
    await stopServer(cluster, server);
  }
}

/** The server of a data directory that no service uses, for as long as it is needed; `url` is the superuser's, to whom every database is open. */
export async function withServerOf(dataDir: string, work: (url: string) => Promise<void>): Promise<void> {
  const cluster = await prepareCluster(dataDir, silent);
  const { server, superuserUrlOf } = await runCluster(cluster);
  try {
    await work(superuserUrlOf(databaseName));
  } finally {
    await stopServer(cluster, server);
  }
}
