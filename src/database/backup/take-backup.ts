import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeDirectory } from '../../config/data-directory.js';
import { syncDirectory, syncTree } from '../../config/durable-file.js';
import { createUntimedConnectionConfig, withConnection } from '../connection.js';
import { DatabaseError, hasCode } from '../database-error.js';
import { toClusterDirectory } from '../embedded/cluster-home.js';
import { createStorageFullError } from '../embedded/server-log.js';
import type { CommandCluster } from '../open-database.js';
import { copyFiles, type CopiedFile, readFingerprints, syncFiles, listTree } from './copy-file.js';
import { type Manifest, writeManifest, isIncludedInBackup, isIncludedDirectory } from './manifest.js';
import { clusterPrefix, runTrialRestore } from './trial-restore.js';

/** The part of a backup with DATA_DIR's own files: the secret key, the first sign-in. */
export const filesPrefix = 'files/';

export type Progress = (line: string) => void;

/**
 * Copies the cluster while it is being written, the WAL of that time, and the files of the data directory; starts the
 * copy on trial; and renames it to its final name only then. A backup with its final name is complete and was started
 * once.
 */
export async function takeBackup(
  cluster: CommandCluster,
  dataDir: string,
  destination: string,
  progress: Progress,
): Promise<Manifest> {
  const target = resolve(destination);
  await rejectNonEmpty(target);
  const draft = `${target}.unfinished-${process.pid}`;
  try {
    createDraft(draft, target);
    const { directories, files } = await copyCluster(cluster, draft, progress);
    files.push(...(await copyDataDirectoryFiles(dataDir, draft)));
    progress('Starting PostgreSQL on the copy and reading all of it ...');
    const trial = await runTrialRestore(draft, { directories, files }, { ...cluster.cluster, durability: 'fleeting' }); // It is thrown away.
    await trial.remove();
    const { major } = cluster.cluster.binaries;
    const manifest: Manifest = {
      format: 1,
      postgres: major,
      madeAt: new Date().toISOString(),
      tables: trial.tables,
      directories,
      files,
    };
    await syncFiles(
      draft,
      files.map(({ path }) => path),
    );
    await writeManifest(draft, manifest);
    syncTree(draft); // Its directories are left: the files were flushed above, several at a time.
    await rename(draft, target);
    syncDirectory(dirname(target));
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw hasCode(error, 'ENOSPC', 'EDQUOT') ? createStorageFullError(target, error) : error;
  }
}

async function rejectNonEmpty(target: string): Promise<void> {
  const names = await readdir(target).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw new DatabaseError(
      'backup_unusable',
      `${target} cannot be used: ${(error as Error).message}.`,
      'Name a directory that does not exist yet.',
      { cause: error },
    );
  });
  if (names.length > 0)
    throw new DatabaseError(
      'backup_unusable',
      `${target} is not empty.`,
      'Name a directory that does not exist yet; a backup never overwrites another.',
    );
}

function createDraft(draft: string, target: string): void {
  try {
    makeDirectory(draft, 0o700);
  } catch (error) {
    if (hasCode(error, 'ENOSPC', 'EDQUOT')) throw error;
    throw new DatabaseError(
      'backup_unusable',
      `${target} cannot be made: ${(error as Error).message}.`,
      'Name a directory in a place where this user may write.',
      { cause: error },
    );
  }
}

type CopiedCluster = Readonly<{ directories: readonly string[]; files: CopiedFile[] }>;

/** PostgreSQL's base backup: start, copy, stop with the label, then add the WAL of the meantime. */
async function copyCluster(
  { superuserUrl, cluster }: CommandCluster,
  draft: string,
  progress: Progress,
): Promise<CopiedCluster> {
  const from = toClusterDirectory(cluster.home);
  return withConnection(
    createUntimedConnectionConfig(superuserUrl, `backup (process ${process.pid})`),
    async (client) => {
      // The slot ends with this connection; until then PostgreSQL keeps all WAL that the copy needs.
      await client.query(`select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`);
      await client.query(`select pg_backup_start('kontor', fast => true)`);
      const { directories, files } = await listTree(from);
      const data = await copyFilesWithProgress(from, files.filter(isIncludedInBackup), draft, progress);
      progress('Adding the log of what was written meanwhile ...'); // What was acknowledged up to here is in the backup, and some that follows.
      const { rows } = await client.query<BackupStop>(
        `select b.labelfile as label, pg_walfile_name(b.lsn) as last, substring(b.labelfile from 'file ([0-9A-F]{24})') as first from pg_backup_stop(false) b`,
      );
      const [stop] = rows;
      if (!stop) throw new TypeError('pg_backup_stop() returned nothing.');
      await writeFile(join(draft, clusterPrefix, 'backup_label'), stop.label, { mode: 0o600, flush: true });
      const label = (await readFingerprints(draft, [`${clusterPrefix}backup_label`])).filter((file) => file !== null);
      const log = await copyFilesWithProgress(from, await listWalSegments(from, stop), draft, progress);
      return { directories: directories.filter(isIncludedDirectory), files: [...data, ...label, ...log] };
    },
  );
}

type BackupStop = Readonly<{ label: string; first: string; last: string }>;

/** The WAL segments from the copy's beginning to its end. */
async function listWalSegments(from: string, { first, last }: BackupStop): Promise<string[]> {
  const names = await readdir(join(from, 'pg_wal'));
  const segments = names.filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last).sort();
  if (segments[0] !== first || segments.at(-1) !== last)
    throw new TypeError(`PostgreSQL did not keep its log from ${first} to ${last}.`);
  return segments.map((name) => `pg_wal/${name}`);
}

async function copyFilesWithProgress(
  from: string,
  paths: readonly string[],
  draft: string,
  progress: Progress,
): Promise<CopiedFile[]> {
  let [bytes, lastReportAt] = [0, Date.now()];
  const copies = paths.map((path) => ({ from: join(from, path), path: clusterPrefix + path }));
  return copyFiles(copies, draft, (size) => {
    bytes += size;
    if (Date.now() - lastReportAt < 1_000) return;
    lastReportAt = Date.now();
    progress(`Copied ${Math.round(bytes / 1e6)} MB ...`);
  });
}

const RUNTIME_FILES = /^(?:service|clock|clock-accept)\.json/;

/** The files directly in the data directory, except those of the running process and this machine's clock. */
async function copyDataDirectoryFiles(dataDir: string, draft: string): Promise<CopiedFile[]> {
  const entries = await readdir(dataDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && !RUNTIME_FILES.test(entry.name)).map(({ name }) => name);
  return copyFiles(
    names.map((name) => ({ from: join(dataDir, name), path: filesPrefix + name })),
    draft,
  );
}
