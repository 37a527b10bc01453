import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.js';
import { makeDirectory } from '../../config/data-directory.js';
import { syncDirectory } from '../../config/durable-file.js';
import { isAlive } from '../../database/process-state.js';
import { listFiles, writeAside } from '../snapshot/snapshot-directory.js';
import { UnusablePointError } from './point-encoding.js';

const VERIFIED = 'verified.point';
/**
 * A verification that goes on has files of its own, with the number of its process: several may run at once. From an unfinished one
 * another goes on; a candidate only waits until its verification has found no difference.
 */
type FileKind = 'draft' | 'unfinished' | 'candidate';
const OF_A_PROCESS = /^(draft|unfinished|candidate)\.(\d+)\.[\da-f]+$/;
const UNFINISHED = /^unfinished\./;

/**
 * The verified points in the data directory: that of the last verification which found no difference, and those of verifications
 * which have not ended. A crash leaves the old one or the new one.
 */
export class PointDirectory {
  private readonly directory: string;
  private kept: FileKind | null = null;
  private readonly own = `${process.pid}.${randomBytes(4).toString('hex')}`;

  constructor({ dataDir }: Pick<Config, 'dataDir'>) {
    this.directory = join(dataDir, 'verification');
  }

  /** The point of the last verification without a difference; null if there is none. */
  readVerified(): Buffer | null {
    return this.read(VERIFIED);
  }

  /** Readers of the points of verifications that have not ended, the newest first. */
  listUnfinished(): readonly (() => Buffer | null)[] {
    const names = listFiles(this.directory).filter((name) => UNFINISHED.test(name));
    const writtenAt = new Map(names.map((name) => [name, this.findTime(name)]));
    const newestFirst = names.sort((a, b) => (writtenAt.get(b) ?? 0) - (writtenAt.get(a) ?? 0));
    return newestFirst.map((name) => () => this.read(name));
  }

  /** Keeps the point of this verification, which goes on, in place of the one before. */
  async write(kind: Exclude<FileKind, 'draft'>, parts: readonly Buffer[]): Promise<void> {
    makeDirectory(this.directory, 0o700);
    await writeAside(this.toPath('draft'), this.toPath(kind), parts);
    this.kept = kind;
    this.removeAbandoned(kind);
  }

  /** The point that was written last is that of a verification without a difference. */
  finish(): void {
    if (this.kept === null) return;
    renameSync(this.toPath(this.kept), join(this.directory, VERIFIED));
    syncDirectory(this.directory);
    this.kept = null;
  }

  /** This verification has found a difference: its own point and the verified one are removed. */
  discard(): void {
    for (const kind of ['unfinished', 'candidate'] as const) rmSync(this.toPath(kind), { force: true });
    rmSync(join(this.directory, VERIFIED), { force: true });
    this.kept = null;
  }

  /** Removes the files of processes that have ended; the unfinished ones only where this verification has one of its own. */
  private removeAbandoned(kind: FileKind): void {
    for (const name of listFiles(this.directory)) {
      const [, kindOfFile, number] = OF_A_PROCESS.exec(name) ?? [];
      if (number === undefined || name.endsWith(this.own) || (kindOfFile === 'unfinished' && kind !== 'unfinished'))
        continue;
      const pid = Number(number);
      if (pid === process.pid || !isAlive(pid)) rmSync(join(this.directory, name), { force: true });
    }
  }

  private findTime(name: string): number {
    return statSync(join(this.directory, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  private read(name: string): Buffer | null {
    try {
      return readFileSync(join(this.directory, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw new UnusablePointError(`it cannot be read: ${String(error)}`, { cause: error });
    }
  }

  private toPath(kind: FileKind): string {
    return join(this.directory, `${kind}.${this.own}`);
  }
}
