import { rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { syncDirectory } from '../../config/durable-file.js';
import { DatabaseError } from '../database-error.js';
import { prepareClusterHome } from '../embedded/cluster.js';
import { toClusterDirectory, hasCluster } from '../embedded/cluster-home.js';
import { PostgresSupervisor } from '../embedded/postgres-supervisor.js';
import { type Cluster, findServer } from '../embedded/server.js';
import type { DatabaseLogger } from '../database-logger.js';
import { copyFiles, readFingerprints, syncFiles } from './copy-file.js';
import { type Manifest, readVerifiedManifest } from './manifest.js';
import { filesPrefix, type Progress } from './take-backup.js';
import { runTrialRestore } from './trial-restore.js';

export type RestoreResult = Readonly<{ manifest: Manifest; setAside: string | null }>;

/**
 * Restores a backup as a data directory's database. Everything that can fail comes first: comparison with the manifest,
 * copy, and trial start; then the old cluster is renamed and the new one takes its name. With `force` an existing
 * database is set aside, never deleted.
 */
export async function restoreBackup(
  source: string,
  dataDir: string,
  options: Readonly<{ force: boolean; progress: Progress; log: DatabaseLogger }>,
): Promise<RestoreResult> {
  const root = resolve(source);
  options.progress('Comparing every file with the list of contents ...');
  const manifest = await readVerifiedManifest(root);
  const cluster = await prepareClusterHome(dataDir, options.log);
  rejectOtherVersion(manifest, cluster);
  const occupied = await hasCluster(cluster.home);
  if (occupied && !options.force) {
    throw new DatabaseError(
      'restore_refused',
      `There is a database in ${dataDir} already.`,
      'Give --force to put the backup in its place (the old one is set aside, not deleted), or name another DATA_DIR.',
    );
  }

  if (occupied) await stopRunningServer(cluster, dataDir);
  options.progress('Copying, starting PostgreSQL on the copy and reading all of it ...');
  const trial = await runTrialRestore(root, manifest, cluster);
  const setAside = occupied ? `${toClusterDirectory(cluster.home)}.before-${formatFileTimestamp()}` : null;
  try {
    if (setAside !== null) {
      await stopRunningServer(cluster, dataDir); // Again, for it may have been started while the copy was tried out.
      await rename(toClusterDirectory(cluster.home), setAside);
    }
    await rename(trial.cluster, toClusterDirectory(cluster.home));
    syncDirectory(cluster.home.directory);
  } finally {
    await trial.remove();
  }
  await restoreFiles(root, manifest, dataDir);
  return { manifest, setAside };
}

/**
 * Stops a server that still runs on the old cluster, unless a service uses it, which is an error. A stopped server is
 * not started: it may be damaged.
 */
async function stopRunningServer(cluster: Cluster, dataDir: string): Promise<void> {
  if (await findServer(cluster.home))
    await (await PostgresSupervisor.open(cluster, { name: 'restore', dataDir })).close();
}

/** The data directory's own files; an existing different one is set aside as well. */
async function restoreFiles(root: string, { files }: Manifest, dataDir: string): Promise<void> {
  for (const { path, sha256 } of files.filter((file) => file.path.startsWith(filesPrefix))) {
    const name = path.slice(filesPrefix.length);
    const [present] = await readFingerprints(dataDir, [name]);
    if (present?.sha256 === sha256) continue;
    if (present) await rename(join(dataDir, name), join(dataDir, `${name}.before-${formatFileTimestamp()}`));
    await copyFiles([{ from: join(root, path), path: name }], dataDir);
    await syncFiles(dataDir, [name]);
  }
  syncDirectory(dataDir);
}

function rejectOtherVersion({ postgres }: Manifest, { binaries }: Cluster): void {
  if (postgres === binaries.major) return;
  throw new DatabaseError(
    'backup_unusable',
    `The backup was made by PostgreSQL ${postgres}; this release brings PostgreSQL ${binaries.major}.`,
    'Restore it with the release of Kontor that made it.',
  );
}

const formatFileTimestamp = (): string => new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
