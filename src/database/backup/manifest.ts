import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from '../database-error.js';
import { type CopiedFile, readFingerprints, listTree } from './copy-file.js';
import type pg from 'pg';

/**
 * The files of a running cluster that belong to a backup (PostgreSQL's manual, "Making a Base Backup Using the Low
 * Level API"). These directories are copied without their files: a server does not start without them.
 */
const emptiedDirectories = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];

/** Files of the running server, not of its data. */
const serverFiles =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map(?:\.old)?|postgresql\.auto\.conf\.tmp|current_logfiles(?:\.tmp)?)$/;

/** Temporary files of queries, and a cache that is rebuilt. */
const temporaryFiles =
  /(?:^|\/)(?:pgsql_tmp[^/]*|pg_internal\.init(?:\.\d+)?)(?:\/|$)|(?:^|\/)t\d+_\d+(?:_(?:fsm|vm|init))?(?:\.\d+)?$/;

export function isIncludedInBackup(path: string): boolean {
  const [top = ''] = path.split('/');
  return !emptiedDirectories.includes(top) && !serverFiles.test(path) && !temporaryFiles.test(path);
}

/** Directories that a copy needs even if empty: all but those of temporary files and replication slots. */
export function isIncludedDirectory(directory: string): boolean {
  return !directory.includes('pgsql_tmp') && !directory.startsWith('pg_replslot/');
}

export type TableCounts = Readonly<Record<string, number>>;

/**
 * Reads a whole database: every page of every table and every index entry, with page checksums and PostgreSQL's
 * amcheck. Throws at the first inconsistency; returns the number of rows per table.
 */
export async function checkDatabase(client: pg.Client): Promise<TableCounts> {
  await client.query('create extension if not exists amcheck');
  const { rows: faults } = await client.query<{ fault: string }>(
    `select format('%s: block %s: %s', c.oid::regclass, v.blkno, v.msg) as fault
       from pg_class c, lateral verify_heapam(c.oid) v where c.relkind in ('r', 'm', 't') and c.relpersistence = 'p' limit 1`,
  );
  if (faults[0]) throw new Error(faults[0].fault);
  await client.query(
    `select bt_index_check(i.indexrelid, true) from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p' and i.indisready and i.indisvalid`,
  );
  return countRows(client);
}

async function countRows(client: pg.Client): Promise<TableCounts> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: counted } = await client.query<{ count: string }>(`select count(*) from ${name}`);
    counts[name.replace(/^public\./, '')] = Number(counted[0]?.count);
  }
  return counts;
}

/** The contents of a backup, so that a missing, added or changed byte is detected. */
export type Manifest = Readonly<{
  format: 1;
  postgres: number;
  madeAt: string;
  /** Rows per table in the trial start; rows written during the backup may be included. */
  tables: TableCounts;
  /** The cluster's directories; PostgreSQL needs the empty ones as well. */
  directories: readonly string[];
  files: readonly CopiedFile[];
}>;

const fileName = 'manifest.json';

export async function writeManifest(root: string, manifest: Manifest): Promise<void> {
  await writeFile(join(root, fileName), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });
}

/** Reads the manifest of a backup and compares every file with it. */
export async function readVerifiedManifest(root: string): Promise<Manifest> {
  const manifest = await parseManifest(root);
  const listed = new Set(manifest.files.map(({ path }) => path));
  const { files } = await listTree(root);
  const added = files.find((path) => path !== fileName && !listed.has(path));
  if (added !== undefined) throw createDamagedBackupError(root, `${added} does not belong to it`);
  const fingerprintsFound = await readFingerprints(root, [...listed]);
  for (const [index, file] of manifest.files.entries()) {
    const current = fingerprintsFound[index];
    if (!current) throw createDamagedBackupError(root, `${file.path} is missing`);
    if (current.size !== file.size || current.sha256 !== file.sha256)
      throw createDamagedBackupError(root, `${file.path} has been changed`);
  }
  return manifest;
}

async function parseManifest(root: string): Promise<Manifest> {
  const text = await readFile(join(root, fileName), 'utf8').catch((cause: unknown) => {
    throw new DatabaseError(
      'backup_unusable',
      `There is no complete backup in ${root}.`,
      'Name a directory that `kontor backup` has made; it has a manifest.json.',
      { cause },
    );
  });
  try {
    const manifest = JSON.parse(text) as Partial<Manifest> | null;
    if (manifest?.format === 1 && Array.isArray(manifest.files) && Array.isArray(manifest.directories))
      return manifest as Manifest;
  } catch {
    // Reported below, like any other foreign content.
  }
  throw createDamagedBackupError(root, `${fileName} cannot be understood by this release`);
}

function createDamagedBackupError(root: string, what: string): DatabaseError {
  return new DatabaseError(
    'backup_unusable',
    `The backup in ${root} is damaged: ${what}.`,
    'Nothing was changed. Use another backup.',
  );
}
