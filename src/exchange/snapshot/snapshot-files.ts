/** Says which state was loaded, or what is wrong with a snapshot. */
export type SnapshotReport = (level: 'info' | 'warn', line: string) => void;

/** A snapshot as a file: its last command, when it was written, and its size. */
export type SnapshotFile = Readonly<{ command: number; writtenAt: Date; bytes: number }>;

/** The snapshots that one process keeps. */
export abstract class SnapshotFiles {
  /** The last commands of the snapshots that are there, the newest first. */
  abstract list(): readonly number[];

  /** The first `bytes` of a snapshot, or all of it. */
  abstract read(command: number, bytes?: number): Buffer;

  /** The newest one; null if there is none. */
  abstract findNewest(): SnapshotFile | null;

  /** Keeps a snapshot durably beside the newest one before it, and removes all others. Gives up where `signal` says so. */
  abstract write(command: number, snapshot: Buffer, signal?: AbortSignal): Promise<void>;

  abstract readonly report: SnapshotReport;
}
