import { chmod, chown, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createUntimedConnectionConfig, withConnection } from '../connection.js';
import { DatabaseError } from '../database-error.js';
import { runCluster } from '../embedded/cluster.js';
import { toClusterDirectory } from '../embedded/cluster-home.js';
import { databaseName } from '../embedded/prepare-database.js';
import { type Cluster, stopServer } from '../embedded/server.js';
import { checkDatabase, type TableCounts, type Manifest } from './manifest.js';
import { copyFiles } from './copy-file.js';

/** A copy of a backup beside the cluster that was started, checked and stopped. */
export type TrialRestore = Readonly<{ cluster: string; tables: TableCounts; remove(): Promise<void> }>;

/** The part of a backup with the cluster. */
export const clusterPrefix = 'cluster/';

/**
 * Tests a backup: copies its cluster, starts PostgreSQL on the copy (which replays the WAL of the backup), and reads
 * everything. The tested copy may become the cluster.
 */
export async function runTrialRestore(
  root: string,
  { directories, files }: Pick<Manifest, 'directories' | 'files'>,
  targetCluster: Cluster,
): Promise<TrialRestore> {
  const home = {
    directory: join(targetCluster.home.directory, `trial-${process.pid}`),
    owner: targetCluster.home.owner,
  };
  const remove = (): Promise<void> => rm(home.directory, { recursive: true, force: true });
  await remove();
  try {
    for (const directory of ['', ...directories])
      await mkdir(join(toClusterDirectory(home), directory), { recursive: true, mode: 0o700 });
    const parts = files.filter(({ path }) => path.startsWith(clusterPrefix));
    const copies = parts.map(({ path }) => ({ from: join(root, path), path: path.slice(clusterPrefix.length) }));
    await copyFiles(copies, toClusterDirectory(home));
    await changeOwner(home.directory, home.owner);
    return { cluster: toClusterDirectory(home), tables: await startAndCheck({ ...targetCluster, home }), remove };
  } catch (error) {
    await remove();
    if (error instanceof DatabaseError && error.code === 'storage_full') throw error;
    throw new DatabaseError(
      'backup_unusable',
      `The backup does not pass its check: ${(error as Error).message}`,
      'Make another one, or use an older one.',
      { cause: error },
    );
  }
}

async function startAndCheck(cluster: Cluster): Promise<TableCounts> {
  const { server, superuserUrlOf } = await runCluster(cluster);
  try {
    return await withConnection(
      createUntimedConnectionConfig(superuserUrlOf(databaseName), 'check'),
      async (client) => {
        await client.query('begin');
        const tables = await checkDatabase(client);
        await client.query('rollback'); // The check's own extension does not stay.
        return tables;
      },
    );
  } finally {
    await stopServer(cluster, server);
  }
}

async function changeOwner(directory: string, owner: Cluster['home']['owner']): Promise<void> {
  if (!owner) return;
  const entries = await readdir(directory, { recursive: true });
  for (const path of ['', ...entries]) {
    await chown(join(directory, path), owner.uid, owner.gid);
    if (path === '') await chmod(directory, 0o700);
  }
}
