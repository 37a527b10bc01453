import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode } from '../database-error.js';

/** The facts of a copied file: its path from the root of the backup, with slashes. */
export type CopiedFile = Readonly<{ path: string; size: number; sha256: string }>;

/** A file to copy, with its path below the new root. */
export type FileCopy = Readonly<{ from: string; path: string }>;

/** Each file has several short waits, so a few are copied at a time. */
const copyConcurrency = 8;
const chunkBytes = 512 * 1024;

/**
 * Copies files and returns their facts, which may differ from the file a moment later if it is being written. A file
 * that has vanished is skipped: a table was dropped, and the WAL has that, too.
 */
export async function copyFiles(
  copies: readonly FileCopy[],
  root: string,
  onCopied: (bytes: number) => void = () => undefined,
): Promise<CopiedFile[]> {
  for (const directory of new Set(copies.map(({ path }) => dirname(path))))
    await mkdir(join(root, directory), { recursive: true, mode: 0o700 });
  const copied = await mapConcurrently(copies, async ({ from, path }, buffer) => {
    const source = await open(from, 'r').catch(ignoreMissingFile);
    if (!source) return null;
    const target = await open(join(root, path), 'wx', 0o600);
    const file = {
      path,
      ...(await copyAndHash(source, target, buffer).finally(() => Promise.all([source.close(), target.close()]))),
    };
    onCopied(file.size);
    return file;
  });
  return copied.filter((file) => file !== null);
}

/** The current facts of files, for a comparison; null for a missing one. */
export async function readFingerprints(root: string, paths: readonly string[]): Promise<(CopiedFile | null)[]> {
  return mapConcurrently(paths, async (path, buffer) => {
    const source = await open(join(root, path), 'r').catch(ignoreMissingFile);
    return source && { path, ...(await copyAndHash(source, null, buffer).finally(() => source.close())) };
  });
}

/** Syncs copied files to disk. */
export async function syncFiles(root: string, paths: readonly string[]): Promise<void> {
  await mapConcurrently(paths, async (path) => {
    const file = await open(join(root, path), 'r+');
    await file.sync().finally(() => file.close());
  });
}

/** Maps items, a few at a time, each worker with its own buffer; results keep the order. */
async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  work: (item: Item, buffer: Buffer) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  await Promise.all(
    Array.from({ length: copyConcurrency }, async () => {
      const buffer = Buffer.allocUnsafeSlow(chunkBytes);
      for (const [index, item] of waiting) results[index] = await work(item, buffer);
    }),
  );
  return results;
}

async function copyAndHash(
  source: FileHandle,
  target: FileHandle | null,
  buffer: Buffer,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, chunkBytes, null);
    if (bytesRead === 0) return { size, sha256: hash.digest('hex') };
    const chunk = buffer.subarray(0, bytesRead);
    hash.update(chunk);
    await target?.writeFile(chunk);
    size += bytesRead;
  }
}

function ignoreMissingFile(error: unknown): null {
  if (hasCode(error, 'ENOENT')) return null;
  throw error;
}

/** All files and directories below a directory, as relative paths with slashes. */
export async function listTree(root: string): Promise<{ files: string[]; directories: string[] }> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const toRelativePath = ({ parentPath, name }: { parentPath: string; name: string }): string =>
    join(parentPath, name)
      .slice(root.length + 1)
      .replaceAll('\\', '/');
  return {
    files: entries.filter((entry) => entry.isFile()).map(toRelativePath),
    directories: entries.filter((entry) => entry.isDirectory()).map(toRelativePath),
  };
}
