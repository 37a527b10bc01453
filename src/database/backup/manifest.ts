import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseTrouble } from '../database-trouble.js';
import type { TableCounts } from './check-cluster.js';
import { type CopiedFile, fingerprints, listTree } from './copy-file.js';

/** The list of contents of a backup: what is in it, so that a missing, added or changed byte is noticed. */
export type Manifest = Readonly<{
  format: 1;
  postgres: number;
  madeAt: string;
  /** Rows per table that the copy had when it was started on trial; those written during the backup may be among them. */
  tables: TableCounts;
  /** The cluster's directories; PostgreSQL misses those that are empty as well. */
  directories: readonly string[];
  files: readonly CopiedFile[];
}>;

const fileName = 'manifest.json';

export async function writeManifest(root: string, manifest: Manifest): Promise<void> {
  await writeFile(join(root, fileName), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flush: true });
}

/** Reads a backup's list of contents and compares every file with it. */
export async function readVerified(root: string): Promise<Manifest> {
  const manifest = await read(root);
  const listed = new Set(manifest.files.map(({ path }) => path));
  const { files } = await listTree(root);
  const added = files.find((path) => path !== fileName && !listed.has(path));
  if (added !== undefined) throw damaged(root, `${added} does not belong to it`);
  const found = await fingerprints(root, [...listed]);
  for (const [index, file] of manifest.files.entries()) {
    const now = found[index];
    if (!now) throw damaged(root, `${file.path} is missing`);
    if (now.size !== file.size || now.sha256 !== file.sha256) throw damaged(root, `${file.path} has been changed`);
  }
  return manifest;
}

async function read(root: string): Promise<Manifest> {
  const text = await readFile(join(root, fileName), 'utf8').catch((cause: unknown) => {
    throw new DatabaseTrouble(
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
    // Told below, like any other content that is none of ours.
  }
  throw damaged(root, `${fileName} cannot be understood by this release`);
}

function damaged(root: string, what: string): DatabaseTrouble {
  return new DatabaseTrouble(
    'backup_unusable',
    `The backup in ${root} is damaged: ${what}.`,
    'Nothing was changed. Use another backup.',
  );
}
