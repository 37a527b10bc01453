import { createConnectionConfig, withConnection } from '../connection.js';
import type { DatabaseLogger } from '../database-logger.js';
import { prepareCluster, runCluster } from './cluster.js';
import { PostgresSupervisor } from './postgres-supervisor.js';
import { databaseName, prepareDatabase, transferDatabaseOwnership } from './prepare-database.js';
import { type Cluster, findServer } from './server.js';

/**
 * The embedded cluster for a command: beside the running service, or alone. `superuserUrl` is for copying the cluster.
 */
export type CommandCluster = Readonly<{ url: string; superuserUrl: string; cluster: Cluster; close(): Promise<void> }>;

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
