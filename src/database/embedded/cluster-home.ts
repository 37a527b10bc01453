import { randomBytes } from 'node:crypto';
import { chown, lstat, mkdir, readFile, realpath, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDataDirectory, makeDirectory } from '../../config/data-directory.js';
import { syncDirectory, writeDurably } from '../../config/durable-file.js';
import { DatabaseError, hasCode } from '../database-error.js';
import type { DatabaseLogger } from '../database-logger.js';
import { canReach, chooseOwner, type PostgresOwner } from './owner.js';

/**
 * The directory of the embedded PostgreSQL: `cluster` (its data directory with the password), `port` and `server.log`.
 * It is DATA_DIR/postgres, or the target of that link.
 */
export type ClusterHome = Readonly<{ directory: string; owner: PostgresOwner | null }>;

/** The location of clusters whose PostgreSQL user cannot reach DATA_DIR. */
const fallbackHomeRoot = '/var/lib/kontor';

/** A file in a home outside its DATA_DIR that names it. */
const ownerFileName = 'belongs-to';

export const toClusterDirectory = (home: ClusterHome): string => join(home.directory, 'cluster');

/**
 * Finds or creates the home of a DATA_DIR. For root, PostgreSQL runs as another user, who may not reach a DATA_DIR in a
 * private home directory; then the home is created elsewhere and linked, rather than opening the private directory.
 */
export async function findOrCreateHome(dataDir: string, log: DatabaseLogger): Promise<ClusterHome> {
  const owner = await chooseOwner();
  makeDataDirectory(dataDir);
  try {
    const linkPath = join(await realpath(dataDir), 'postgres');
    const entry = await lstat(linkPath).catch(() => null);
    if (entry?.isSymbolicLink()) return { directory: await resolveLinkedHome(linkPath), owner };
    if (entry && (await hasCluster({ directory: linkPath, owner }))) return { directory: linkPath, owner };
    if (!entry && owner && !(await canReach(await realpath(dataDir), owner)))
      return { directory: await createLinkedHome(linkPath, owner, log), owner };
    await mkdirOwned(linkPath, owner);
    return { directory: linkPath, owner };
  } catch (cause) {
    if (!hasCode(cause, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST')) throw cause;
    throw new DatabaseError(
      'data_directory_unwritable',
      `The data directory ${dataDir} cannot be written: ${(cause as Error).message}.`,
      'Give the user of this process write permission there, or name another directory in DATA_DIR.',
      { cause },
    );
  }
}

async function mkdirOwned(directory: string, owner: PostgresOwner | null): Promise<void> {
  await mkdir(directory, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  if (owner) await chown(directory, owner.uid, owner.gid);
  syncDirectory(directory);
  syncDirectory(dirname(directory));
}

/** Creates a home outside DATA_DIR. The link is created last, so that it always leads to a complete home. */
async function createLinkedHome(linkPath: string, owner: PostgresOwner, log: DatabaseLogger): Promise<string> {
  const home = join(fallbackHomeRoot, randomBytes(8).toString('hex'));
  makeDirectory(fallbackHomeRoot, 0o755);
  await mkdirOwned(home, owner);
  writeDurably(join(home, ownerFileName), `${linkPath}\n`);
  try {
    await symlink(home, linkPath);
    syncDirectory(dirname(linkPath));
  } catch (error) {
    await rm(home, { recursive: true });
    if (hasCode(error, 'EEXIST')) return resolveLinkedHome(linkPath); // Another process was faster.
    throw error;
  }
  log.info(
    `PostgreSQL runs as ${owner.name}, who cannot reach ${linkPath}; its files are in ${home}, and ${linkPath} is a link to them.`,
  );
  return home;
}

/** Follows the link to a home outside DATA_DIR, if that home belongs to this DATA_DIR. */
async function resolveLinkedHome(linkPath: string): Promise<string> {
  const home = await realpath(linkPath).catch((cause: unknown) => {
    throw createForeignHomeError(`${linkPath} is a link that leads nowhere.`, cause);
  });
  const recordedOwner = await readFile(join(home, ownerFileName), 'utf8').catch((cause: unknown) => {
    if (hasCode(cause, 'ENOENT'))
      throw createForeignHomeError(`${linkPath} leads to ${home}, which does not say whose it is.`, cause);
    throw cause;
  });
  if (recordedOwner.trim() !== linkPath) await claimMovedHome(home, recordedOwner.trim(), linkPath);
  return home;
}

/** A moved DATA_DIR keeps its home; a copied one must not share it with the original. */
async function claimMovedHome(home: string, former: string, linkPath: string): Promise<void> {
  const formerTarget = await realpath(former).catch(() => null);
  if (formerTarget === home) throw createForeignHomeError(`${linkPath} leads to ${home}, which belongs to ${former}.`);
  writeDurably(join(home, ownerFileName), `${linkPath}\n`);
}

function createForeignHomeError(message: string, cause?: unknown): DatabaseError {
  const fix =
    'A copied data directory cannot share its database: remove the link to start empty, or use `kontor backup` and `kontor restore`.';
  return new DatabaseError('data_directory_foreign', message, fix, { cause });
}

/** Whether a home has a cluster. */
export async function hasCluster(home: ClusterHome): Promise<boolean> {
  return (await stat(join(toClusterDirectory(home), 'PG_VERSION')).catch(() => null)) !== null;
}

/** The superuser's password is inside the cluster, so that both are created, moved and restored together. */
export const toPasswordPath = (cluster: string): string => join(cluster, 'kontor-password');

export const generatePassword = (): string => randomBytes(24).toString('base64url');

export async function readPassword(home: ClusterHome): Promise<string> {
  const file = toPasswordPath(toClusterDirectory(home));
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw createDamagedPasswordError(home, `cannot be read (${(cause as Error).message})`, cause);
  });
  if (text.trim() === '') throw createDamagedPasswordError(home, 'is empty');
  if (!/^[\w-]{16,}$/.test(text.trim())) throw createDamagedPasswordError(home, 'holds something else');
  return text.trim();
}

/** Also used when the file is readable and the server rejects its content. */
export function createDamagedPasswordError(home: ClusterHome, finding: string, cause?: unknown): DatabaseError {
  const file = toPasswordPath(toClusterDirectory(home));
  return new DatabaseError(
    'data_directory_damaged',
    `The password of the database is damaged: ${file} ${finding}.`,
    'Stop every service on this data directory, remove that file, and start again: the database then gets another password and keeps its data. Or restore a backup: kontor restore <directory> --force',
    { cause },
  );
}
