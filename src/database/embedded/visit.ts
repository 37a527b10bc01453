import type { Log } from '../log.js';
import { prepareCluster, runCluster } from './cluster.js';
import { databaseName, Keeper } from './keeper.js';
import { type Cluster, findServer } from './server.js';

/** The embedded cluster as a short-lived command uses it: beside the service that runs, or alone. */
export type Visit = Readonly<{ url: string; cluster: Cluster; leave(): Promise<void> }>;

/** Uses the server that runs and leaves it running; where none runs, starts it, holds the lock, and stops it again. */
export async function visitCluster(dataDir: string, log: Log, purpose: string): Promise<Visit> {
  const cluster = await prepareCluster(dataDir, log);
  if (await findServer(cluster.home)) {
    const { urlOf } = await runCluster(cluster);
    return { url: urlOf(databaseName), cluster, leave: () => Promise.resolve() };
  }
  const keeper = await Keeper.open(cluster, { name: purpose, dataDir });
  return { url: keeper.url, cluster, leave: () => keeper.close() };
}
