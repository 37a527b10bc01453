import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory, writeDurably } from '../../config/durable-file.js';
import { DatabaseTrouble } from '../database-trouble.js';
import type { Binaries } from './binaries.js';
import { hasCode } from './file-errors.js';
import { clusterOf, hasCluster, type Home } from './home.js';
import { run } from './run.js';
import { newPassword, passwordFileOf } from './password.js';
import { storageFull, tellsOfFullDisk } from './start-failure.js';

/** The superuser of an embedded cluster, who starts it, upgrades it and copies it. The service is another role: see `service-role.ts`. */
export const superuser = 'kontor';

/** Tests give up durability for speed; nobody else does. */
export type Durability = 'durable' | 'fleeting';

/**
 * Makes the cluster if there is none. It is made beside its place, synced, and renamed when it is complete: a cluster that is there
 * is whole, whenever the process was killed or the power cut, and two that start at once do not disturb each other.
 */
export async function initialise(home: Home, binaries: Binaries, durability: Durability): Promise<void> {
  if (await hasCluster(home)) return checkVersion(home, binaries);

  const draft = `${clusterOf(home)}.new-${process.pid}`;
  const secret = newPassword();
  try {
    writeDurably(`${draft}.password`, secret, { owner: home.owner });
    await initdb(home, binaries, draft, durability); // It syncs what it writes; what follows is ours to sync.
    writeDurably(passwordFileOf(draft), secret, { owner: home.owner });
    await rename(draft, clusterOf(home));
    syncDirectory(home.directory);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (hasCode(error, 'ENOSPC')) throw storageFull(home.directory, error);
    if (!hasCode(error, 'EEXIST', 'ENOTEMPTY')) throw error; // Another process was faster; its cluster is as good.
  } finally {
    await rm(`${draft}.password`, { force: true });
  }
}

async function initdb(home: Home, binaries: Binaries, draft: string, durability: Durability): Promise<void> {
  const { code, output } = await run(binaries.initdb, home.owner, [
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
  if (tellsOfFullDisk(output)) throw storageFull(home.directory, output);
  throw new DatabaseTrouble(
    'postgres_failed',
    `initdb could not make a database in ${home.directory}:\n${output}`,
    'See what it says above.',
  );
}

async function checkVersion(home: Home, binaries: Binaries): Promise<void> {
  const file = join(clusterOf(home), 'PG_VERSION');
  const major = Number((await readFile(file, 'utf8')).trim());
  if (major === binaries.major) return;
  if (!Number.isSafeInteger(major) || major <= 0) {
    throw new DatabaseTrouble(
      'data_directory_damaged',
      `${file} does not name a version of PostgreSQL: the data directory is damaged.`,
      'Restore a backup: kontor restore <directory> --force',
    );
  }
  throw new DatabaseTrouble(
    'data_directory_newer',
    `The database in ${home.directory} was made by PostgreSQL ${major}; this release brings PostgreSQL ${binaries.major}.`,
    `Start the release of Kontor that brought PostgreSQL ${major}, or that PostgreSQL itself, and move the data with pg_dump and pg_restore.`,
  );
}
