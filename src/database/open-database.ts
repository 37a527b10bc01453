import type { Config } from '../config/config.js';
import type { AlreadyRunning } from './database-trouble.js';
import { prepareCluster } from './embedded/cluster.js';
import { Keeper } from './embedded/keeper.js';
import { checkExternal } from './external.js';
import type { Log } from './log.js';

/** A database that is there to be used, until it is closed. */
export type RunningDatabase = Readonly<{
  url: string;
  kind: 'embedded' | 'external';
  /** Fulfilled if another process has taken the database over while it was down; this process must then stop. Mostly never. */
  lost: Promise<AlreadyRunning>;
  close(): Promise<void>;
}>;

/** The database that DATABASE_URL names, or without one the embedded PostgreSQL under DATA_DIR, started if it does not run yet. */
export async function openDatabase(config: Config, log: Log, purpose = 'serve'): Promise<RunningDatabase> {
  if (config.databaseUrl !== null) {
    await checkExternal(config.databaseUrl);
    return { url: config.databaseUrl, kind: 'external', lost: new Promise(() => undefined), close: () => Promise.resolve() };
  }
  const cluster = await prepareCluster(config.dataDir, log);
  const keeper = await Keeper.open(cluster, { name: purpose, dataDir: config.dataDir });
  return { url: keeper.url, kind: 'embedded', lost: keeper.lost, close: () => keeper.close() };
}
