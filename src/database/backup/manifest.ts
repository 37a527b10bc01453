import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from '../database-error.js';
import type { TableCounts } from './check-cluster.js';
import { type CopiedFile, readFingerprints, listTree } from './copy-file.js';

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
