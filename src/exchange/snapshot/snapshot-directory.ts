import { closeSync, openSync, readdirSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../../config/config.js';
import { makeDirectory } from '../../config/data-directory.js';
import { syncDirectory } from '../../config/durable-file.js';
import { isAlive } from '../../database/process-state.js';
import { type SnapshotFile, SnapshotFiles, type SnapshotReport } from './snapshot-files.js';

const NAME = /^(\d+)\.snapshot$/;
/** A file that is being written has the number of its process. */
const DRAFT = /^draft\.(\d+)$/;
const PORTION_BYTES = 8 * 1024 * 1024;

/** Files in the data directory, which this process has for itself: one snapshot each, named after its last command. */
export class SnapshotDirectory extends SnapshotFiles {
  private readonly directory: string;
  private readonly isOn: boolean;

  constructor(
    { dataDir, snapshotMinutes }: Pick<Config, 'dataDir' | 'snapshotMinutes'>,
    readonly report: SnapshotReport,
  ) {
    super();
    this.directory = join(dataDir, 'snapshots');
    this.isOn = snapshotMinutes > 0;
  }

  list(): readonly number[] {
    return (this.isOn ? listFiles(this.directory) : [])
      .flatMap((name) => NAME.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => b - a);
  }

  read(command: number, bytes?: number): Buffer {
    const path = this.toPath(command);
    return bytes === undefined ? readFileSync(path) : readBeginning(path, bytes);
  }

  findNewest(): SnapshotFile | null {
    const [command] = this.list();
    const found = command === undefined ? undefined : statSync(this.toPath(command), { throwIfNoEntry: false });
    return command === undefined || found === undefined ? null : { command, writtenAt: found.mtime, bytes: found.size };
  }

  async write(command: number, snapshot: Buffer, signal?: AbortSignal): Promise<void> {
    makeDirectory(this.directory, 0o700);
    this.removeAbandonedDrafts();
    await writeAside(join(this.directory, `draft.${process.pid}`), this.toPath(command), [snapshot], signal);
    this.removeAllBut(command);
  }

  /** Those behind the new one are of a history that the database no longer has. */
  private removeAllBut(command: number): void {
    const before = this.list().find((kept) => kept < command);
    for (const kept of this.list()) if (kept !== command && kept !== before) rmSync(this.toPath(kept), { force: true });
  }

  private removeAbandonedDrafts(): void {
    for (const name of listFiles(this.directory)) {
      const pid = Number(DRAFT.exec(name)?.[1] ?? process.pid);
      if (pid !== process.pid && !isAlive(pid)) rmSync(join(this.directory, name), { force: true });
    }
  }

  private toPath(command: number): string {
    return join(this.directory, `${command}.snapshot`);
  }
}

/** None while the directory is not there, or cannot be read. A directory in it is no snapshot, whatever its name. */
export function listFiles(directory: string): string[] {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch {
    return [];
  }
}

function readBeginning(path: string, bytes: number): Buffer {
  const file = openSync(path, 'r');
  try {
    const beginning = Buffer.alloc(bytes);
    return beginning.subarray(0, readSync(file, beginning));
  } finally {
    closeSync(file);
  }
}

/** Writes a draft and renames it: a crash leaves the file as it was or as it is now. Gives up where `signal` says so. */
export async function writeAside(
  draft: string,
  path: string,
  parts: readonly Buffer[],
  signal?: AbortSignal,
): Promise<void> {
  try {
    await writeParts(draft, parts, signal);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  syncDirectory(dirname(path));
}

/** Writes a file for its owner only, one part after the other, and syncs it. */
async function writeParts(path: string, parts: readonly Buffer[], signal?: AbortSignal): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    for (const part of parts)
      for (let at = 0; at < part.length;) {
        signal?.throwIfAborted();
        at += (await file.write(part, at, Math.min(PORTION_BYTES, part.length - at))).bytesWritten;
      }
    await file.sync();
  } finally {
    await file.close();
  }
}
