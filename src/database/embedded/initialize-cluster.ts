import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory, writeDurably } from '../../config/durable-file.js';
import { DatabaseError, hasCode } from '../database-error.js';
import type { PostgresBinaries } from './binaries.js';
import { type ClusterHome, toClusterDirectory, hasCluster, generatePassword, toPasswordPath } from './cluster-home.js';
import { runProgram } from './owner.js';
import { createStorageFullError, isDiskFullMessage } from './server-log.js';

/**
 * The superuser of an embedded cluster, for starting, upgrading and copying it. The service uses another role: see
 * `service-role.ts`.
 */
export const superuser = 'kontor';

/** Tests trade durability for speed. */
export type Durability = 'durable' | 'fleeting';

/**
 * Creates the cluster if there is none. It is created aside, synced, and renamed when complete: an existing cluster is
 * complete, whenever a process was killed or the power cut, and two simultaneous starts do not disturb each other.
 */
export async function initializeCluster(
  home: ClusterHome,
  binaries: PostgresBinaries,
  durability: Durability,
): Promise<void> {
  if (await hasCluster(home)) return checkVersion(home, binaries);

  const draft = `${toClusterDirectory(home)}.new-${process.pid}`;
  const password = generatePassword();
  try {
    writeDurably(`${draft}.password`, password, { owner: home.owner });
    await runInitdb(home, binaries, draft, durability); // It syncs what it writes; what follows is ours to sync.
    writeDurably(toPasswordPath(draft), password, { owner: home.owner });
    await rename(draft, toClusterDirectory(home));
    syncDirectory(home.directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (hasCode(error, 'ENOSPC')) throw createStorageFullError(home.directory, error);
    if (!hasCode(error, 'EEXIST', 'ENOTEMPTY')) throw error; // Another process was faster; its cluster is as good.
  } finally {
    await rm(`${draft}.password`, { force: true });
  }
}

async function runInitdb(
  home: ClusterHome,
  binaries: PostgresBinaries,
  draft: string,
  durability: Durability,
): Promise<void> {
  const { code, output } = await runProgram(binaries.initdb, home.owner, [
    `--pgdata=${draft}`,
    `--username=${superuser}`,
    `--pwfile=${draft}.password`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C', // Messages and formats; what is sorted and upper-cased is decided by the next two, alike on every machine.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
    ...(durability === 'fleeting' ? ['--no-sync'] : []),
  ]);
  if (code === 0) return;
  if (isDiskFullMessage(output)) throw createStorageFullError(home.directory, output);
  throw new DatabaseError(
    'postgres_failed',
    `initdb could not make a database in ${home.directory}:\n${output}`,
    'See what it says above.',
  );
}

async function checkVersion(home: ClusterHome, binaries: PostgresBinaries): Promise<void> {
  const file = join(toClusterDirectory(home), 'PG_VERSION');
  const major = Number((await readFile(file, 'utf8')).trim());
  if (major === binaries.major) return;
  if (!Number.isSafeInteger(major) || major <= 0) {
    throw new DatabaseError(
      'data_directory_damaged',
      `${file} does not name a version of PostgreSQL: the data directory is damaged.`,
      'Restore a backup: kontor restore <directory> --force',
    );
  }
  throw new DatabaseError(
    'data_directory_newer',
    `The database in ${home.directory} was made by PostgreSQL ${major}; this release brings PostgreSQL ${binaries.major}.`,
    `Start the release of Kontor that brought PostgreSQL ${major}, or that PostgreSQL itself, and move the data with pg_dump and pg_restore.`,
  );
}
