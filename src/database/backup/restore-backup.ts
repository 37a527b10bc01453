import { rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { syncDirectory } from '../../config/durable-file.js';
import { DatabaseTrouble } from '../database-trouble.js';
import { prepareHome } from '../embedded/cluster.js';
import { clusterOf, hasCluster } from '../embedded/home.js';
import { Keeper } from '../embedded/keeper.js';
import { type Cluster, findServer } from '../embedded/server.js';
import type { Log } from '../log.js';
import { copyFiles, fingerprints, flush } from './copy-file.js';
import { type Manifest, readVerified } from './manifest.js';
import { filesPart, type Progress } from './take-backup.js';
import { tryOut } from './trial.js';

export type Restored = Readonly<{ manifest: Manifest; setAside: string | null }>;

/**
 * Puts a backup in the place of a data directory's database. Everything that can fail comes first: the comparison with the list
 * of contents, the copy, and the start of the copy; then the old cluster is renamed and the new one takes its name. With
 * `force` an existing database is set aside, never deleted.
 */
export async function restoreBackup(
  source: string,
  dataDir: string,
  how: Readonly<{ force: boolean; progress: Progress; log: Log }>,
): Promise<Restored> {
  const root = resolve(source);
  how.progress('Comparing every file with the list of contents ...');
  const manifest = await readVerified(root);
  const cluster = await prepareHome(dataDir, how.log);
  refuseOtherVersion(manifest, cluster);
  const occupied = await hasCluster(cluster.home);
  if (occupied && !how.force) {
    throw new DatabaseTrouble(
      'restore_refused',
      `There is a database in ${dataDir} already.`,
      'Give --force to put the backup in its place (the old one is set aside, not deleted), or name another DATA_DIR.',
    );
  }

  if (occupied) await refuseRunning(cluster, dataDir);
  how.progress('Copying, starting PostgreSQL on the copy and reading all of it ...');
  const trial = await tryOut(root, manifest, cluster);
  const setAside = occupied ? `${clusterOf(cluster.home)}.before-${stamp()}` : null;
  try {
    if (setAside !== null) {
      await refuseRunning(cluster, dataDir); // Again, for it may have been started while the copy was tried out.
      await rename(clusterOf(cluster.home), setAside);
    }
    await rename(trial.cluster, clusterOf(cluster.home));
    syncDirectory(cluster.home.directory);
  } finally {
    await trial.remove();
  }
  await restoreFiles(root, manifest, dataDir);
  return { manifest, setAside };
}

/**
 * A server that still runs on the old cluster is stopped, unless a service uses it, which refuses. One that does not run is not
 * started: it may be the very one that cannot be started any more.
 */
async function refuseRunning(cluster: Cluster, dataDir: string): Promise<void> {
  if (await findServer(cluster.home)) await (await Keeper.open(cluster, { name: 'restore', dataDir })).close();
}

/** The data directory's own files; one that is there and differs is set aside as well. */
async function restoreFiles(root: string, { files }: Manifest, dataDir: string): Promise<void> {
  for (const { path, sha256 } of files.filter((file) => file.path.startsWith(filesPart))) {
    const name = path.slice(filesPart.length);
    const [present] = await fingerprints(dataDir, [name]);
    if (present?.sha256 === sha256) continue;
    if (present) await rename(join(dataDir, name), join(dataDir, `${name}.before-${stamp()}`));
    await copyFiles([{ from: join(root, path), path: name }], dataDir, () => undefined);
    await flush(dataDir, [name]);
  }
  syncDirectory(dataDir);
}

function refuseOtherVersion({ postgres }: Manifest, { binaries }: Cluster): void {
  if (postgres === binaries.major) return;
  throw new DatabaseTrouble(
    'backup_unusable',
    `The backup was made by PostgreSQL ${postgres}; this release brings PostgreSQL ${binaries.major}.`,
    'Restore it with the release of Kontor that made it.',
  );
}

const stamp = (): string => new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
