/** Says which state was loaded, or why a snapshot was passed over. */
export type SnapshotReport = (level: 'log' | 'warn', line: string) => void;

/** The snapshots that one process keeps. */
export abstract class SnapshotFiles {
  /** The last commands of the snapshots that are there, the newest first. */
  abstract list(): readonly number[];

  abstract read(command: number): Buffer;

  /** Keeps a snapshot durably beside the newest one before it, and removes all others. Gives up where `signal` says so. */
  abstract write(command: number, snapshot: Buffer, signal?: AbortSignal): Promise<void>;

  abstract readonly report: SnapshotReport;
}
