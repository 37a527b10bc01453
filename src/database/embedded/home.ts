import { randomBytes } from 'node:crypto';
import { chown, lstat, mkdir, readFile, realpath, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDataDirectory, makeDirectory } from '../../config/data-directory.js';
import { syncDirectory, writeDurably } from '../../config/durable-file.js';
import { DatabaseTrouble } from '../database-trouble.js';
import type { Log } from '../log.js';
import { hasCode } from './file-errors.js';
import { canReach, chooseOwner, type Owner } from './owner.js';

/**
 * The directory in which everything of the embedded PostgreSQL lives: `cluster` (its data directory, with the password in it),
 * `port` and `server.log`. It is DATA_DIR/postgres, or what that is a link to.
 */
export type Home = Readonly<{ directory: string; owner: Owner | null }>;

/** Where clusters live whose PostgreSQL user cannot reach their DATA_DIR. */
const elsewhere = '/var/lib/kontor';

/** Written into a home outside its DATA_DIR, so that nobody takes it for their own. */
const deed = 'belongs-to';

export const clusterOf = (home: Home): string => join(home.directory, 'cluster');

/**
 * Finds or makes the home of a DATA_DIR. As root, PostgreSQL runs as another user, who may not be able to reach a DATA_DIR
 * in a private home directory; then the home is made elsewhere and linked, rather than opening the private directory.
 */
export async function findHome(dataDir: string, log: Log): Promise<Home> {
  const owner = await chooseOwner();
  makeDataDirectory(dataDir);
  try {
    const door = join(await realpath(dataDir), 'postgres');
    const entry = await lstat(door).catch(() => null);
    if (entry?.isSymbolicLink()) return { directory: await followed(door), owner };
    if (entry && (await hasCluster({ directory: door, owner }))) return { directory: door, owner };
    if (!entry && owner && !(await canReach(await realpath(dataDir), owner)))
      return { directory: await built(door, owner, log), owner };
    await mkdirOwned(door, owner);
    return { directory: door, owner };
  } catch (cause) {
    if (!hasCode(cause, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST')) throw cause;
    throw new DatabaseTrouble(
      'data_directory_unwritable',
      `The data directory ${dataDir} cannot be written: ${(cause as Error).message}.`,
      'Give the user of this process write permission there, or name another directory in DATA_DIR.',
      { cause },
    );
  }
}

async function mkdirOwned(directory: string, owner: Owner | null): Promise<void> {
  await mkdir(directory, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
  if (owner) await chown(directory, owner.uid, owner.gid);
  syncDirectory(directory);
  syncDirectory(dirname(directory));
}

/** Makes a home outside DATA_DIR. The link is made last, so that a link always leads to a finished home. */
async function built(door: string, owner: Owner, log: Log): Promise<string> {
  const home = join(elsewhere, randomBytes(8).toString('hex'));
  makeDirectory(elsewhere, 0o755);
  await mkdirOwned(home, owner);
  writeDurably(join(home, deed), `${door}\n`);
  try {
    await symlink(home, door);
    syncDirectory(dirname(door));
  } catch (error) {
    await rm(home, { recursive: true });
    if (hasCode(error, 'EEXIST')) return followed(door); // Another process was faster.
    throw error;
  }
  log.info(
    `PostgreSQL runs as ${owner.name}, who cannot reach ${door}; its files are in ${home}, and ${door} is a link to them.`,
  );
  return home;
}

/** Follows the link to a home outside DATA_DIR, if that home was made for this very DATA_DIR. */
async function followed(door: string): Promise<string> {
  const home = await realpath(door).catch((cause: unknown) => {
    throw foreign(`${door} is a link that leads nowhere.`, cause);
  });
  const owned = await readFile(join(home, deed), 'utf8').catch((cause: unknown) => {
    if (hasCode(cause, 'ENOENT')) throw foreign(`${door} leads to ${home}, which does not say whose it is.`, cause);
    throw cause;
  });
  if (owned.trim() !== door) await takeAlong(home, owned.trim(), door);
  return home;
}

/** A DATA_DIR that was moved keeps its home; one that was copied must not share it with the original. */
async function takeAlong(home: string, former: string, door: string): Promise<void> {
  const stillThere = await realpath(former).catch(() => null);
  if (stillThere === home) throw foreign(`${door} leads to ${home}, which belongs to ${former}.`);
  writeDurably(join(home, deed), `${door}\n`);
}

function foreign(message: string, cause?: unknown): DatabaseTrouble {
  const mend =
    'A copied data directory cannot share its database: remove the link to start empty, or use `kontor backup` and `kontor restore`.';
  return new DatabaseTrouble('data_directory_foreign', message, mend, { cause });
}

/** Whether a home has a cluster yet. */
export async function hasCluster(home: Home): Promise<boolean> {
  return (await stat(join(clusterOf(home), 'PG_VERSION')).catch(() => null)) !== null;
}
