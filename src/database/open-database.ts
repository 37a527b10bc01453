import type { Config } from '../config/config.js';
import type { DatabaseTrouble } from './database-trouble.js';
import { prepareCluster } from './embedded/cluster.js';
import { Keeper } from './embedded/keeper.js';
import { visitCluster } from './embedded/visit.js';
import { checkExternal } from './external.js';
import type { Log } from './log.js';

/** A database that is there to be used, until it is closed. */
export type RunningDatabase = Readonly<{
  url: string;
  kind: 'embedded' | 'external';
  /** Fulfilled if another process has taken the database or its port while it was down; this process must then stop. Mostly never. */
  lost: Promise<DatabaseTrouble>;
  close(): Promise<void>;
}>;

/** A database as a command uses it that does one thing and ends. */
export type VisitedDatabase = Readonly<{ url: string; close(): Promise<void> }>;

/** The database that DATABASE_URL names, or without one the embedded PostgreSQL under DATA_DIR, started if it does not run yet. */
export async function openDatabase(config: Config, log: Log): Promise<RunningDatabase> {
  if (config.databaseUrl !== null) {
    await checkExternal(config.databaseUrl);
    return {
      url: config.databaseUrl,
      kind: 'external',
      lost: new Promise(() => undefined),
      close: () => Promise.resolve(),
    };
  }
  const cluster = await prepareCluster(config.dataDir, log);
  const keeper = await Keeper.open(cluster, { name: 'serve', dataDir: config.dataDir });
  return { url: keeper.url, kind: 'embedded', lost: keeper.lost, close: () => keeper.close() };
}

/** The same database for a command, which may run beside the service: a server that runs already is used and left running. */
export async function visitDatabase(config: Config, log: Log, purpose: string): Promise<VisitedDatabase> {
  if (config.databaseUrl !== null) {
    await checkExternal(config.databaseUrl);
    return { url: config.databaseUrl, close: () => Promise.resolve() };
  }
  const { url, leave } = await visitCluster(config.dataDir, log, purpose);
  return { url, close: leave };
}
