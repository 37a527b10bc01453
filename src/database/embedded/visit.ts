import { singleConnection, withConnection } from '../connection.js';
import type { Log } from '../log.js';
import { prepareCluster, runCluster } from './cluster.js';
import { Keeper } from './keeper.js';
import { databaseName, prepareDatabase, takeOverDatabase } from './prepare-database.js';
import { type Cluster, findServer } from './server.js';

/** The embedded cluster as a short-lived command uses it: beside the service that runs, or alone. `superuserUrl` is for copying the cluster. */
export type Visit = Readonly<{ url: string; superuserUrl: string; cluster: Cluster; leave(): Promise<void> }>;

/** Uses the server that runs and leaves it running; where none runs, starts it, holds the lock, and stops it again. */
export async function visitCluster(dataDir: string, log: Log, purpose: string): Promise<Visit> {
  const cluster = await prepareCluster(dataDir, log);
  if (await findServer(cluster.home)) {
    const running = await runCluster(cluster);
    await prepareDatabase(cluster, running);
    const [url, superuserUrl] = [running.urlOf(databaseName), running.superuserUrlOf(databaseName)];
    await withConnection(singleConnection(url, 'setup'), (client) => takeOverDatabase(client, cluster, running));
    return { url, superuserUrl, cluster, leave: () => Promise.resolve() };
  }
  const keeper = await Keeper.open(cluster, { name: purpose, dataDir });
  return { url: keeper.url, superuserUrl: keeper.superuserUrl, cluster, leave: () => keeper.close() };
}
