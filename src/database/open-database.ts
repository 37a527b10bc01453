import type { Config } from '../config/config.js';
import type { DatabaseError } from './database-error.js';
import { prepareCluster } from './embedded/cluster.js';
import { PostgresSupervisor } from './embedded/postgres-supervisor.js';
import { openClusterForCommand } from './embedded/command-cluster.js';
import { checkExternalDatabase } from './external-database.js';
import type { DatabaseLogger } from './database-logger.js';

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
  const { url, close } = await openClusterForCommand(config.dataDir, log, purpose);
  return { url, close: close };
}
