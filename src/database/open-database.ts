import type { Config } from '../config/config.js';
import type { DatabaseError } from './database-error.js';
import { prepareCluster, runCluster } from './embedded/cluster.js';
import { PostgresSupervisor } from './embedded/postgres-supervisor.js';
import { checkExternalDatabase } from './external-database.js';
import type { DatabaseLogger } from './database-logger.js';
import { createConnectionConfig, withConnection } from './connection.js';
import { databaseName, prepareDatabase, transferDatabaseOwnership } from './embedded/prepare-database.js';
import { type Cluster, findServer } from './embedded/server.js';

/** A database that is available until it is closed. */
export type RunningDatabase = Readonly<{
  url: string;
  kind: 'embedded' | 'external';
  /** Resolves if another process has taken the database or its port while it was down; this process must then stop. */
  lost: Promise<DatabaseError>;
  close(): Promise<void>;
}>;

/** A database for a command. */
export type CommandDatabase = Readonly<{ url: string; close(): Promise<void> }>;

/** The embedded cluster for a command: beside the running service, or alone. `superuserUrl` is for copying the cluster. */
export type CommandCluster = CommandDatabase & Readonly<{ superuserUrl: string; cluster: Cluster }>;

/** The database of DATABASE_URL, or the embedded PostgreSQL under DATA_DIR, started if it does not run. */
export async function openDatabase(config: Config, log: DatabaseLogger): Promise<RunningDatabase> {
  if (config.databaseUrl !== null) {
    await checkExternalDatabase(config.databaseUrl);
    return {
      url: config.databaseUrl,
      kind: 'external',
      lost: new Promise(() => undefined),
      close: () => Promise.resolve(),
    };
  }
  const cluster = await prepareCluster(config.dataDir, log);
  const supervisor = await PostgresSupervisor.open(cluster, { name: 'serve', dataDir: config.dataDir });
  return { url: supervisor.url, kind: 'embedded', lost: supervisor.lost, close: () => supervisor.close() };
}

/** The same for a command beside the service: a running server is used and left running. */
export async function openDatabaseForCommand(
  config: Config,
  log: DatabaseLogger,
  purpose: string,
): Promise<CommandDatabase> {
  if (config.databaseUrl !== null) {
    await checkExternalDatabase(config.databaseUrl);
    return { url: config.databaseUrl, close: () => Promise.resolve() };
  }
  return openClusterForCommand(config.dataDir, log, purpose);
}

/** Uses a running server and leaves it running; otherwise starts one, holds the lock, and stops it afterwards. */
export async function openClusterForCommand(
  dataDir: string,
  log: DatabaseLogger,
  purpose: string,
): Promise<CommandCluster> {
  const cluster = await prepareCluster(dataDir, log);
  if (await findServer(cluster.home)) {
    const running = await runCluster(cluster);
    await prepareDatabase(cluster, running);
    const [url, superuserUrl] = [running.urlOf(databaseName), running.superuserUrlOf(databaseName)];
    await withConnection(createConnectionConfig(url, 'setup'), (client) =>
      transferDatabaseOwnership(client, cluster, running),
    );
    return { url, superuserUrl, cluster, close: () => Promise.resolve() };
  }
  const supervisor = await PostgresSupervisor.open(cluster, { name: purpose, dataDir });
  return { url: supervisor.url, superuserUrl: supervisor.superuserUrl, cluster, close: () => supervisor.close() };
}
