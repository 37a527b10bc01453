/** Snapshots of the exchange in a directory, read and written as by the service. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { computeStateHash } from '../../src/engine/state-hash.js';
import type { State } from '../../src/engine/state.js';
import { loadBooks, writeSnapshot } from '../../src/exchange/recovery/load-books.js';
import { recoverBooks } from '../../src/exchange/recovery/tail-replay.js';
import { readStoredBooks } from '../../src/exchange/recovery/recovery.service.js';
import {
  decodeSnapshot,
  encodeSnapshot,
  readHeader,
  UnusableSnapshotError,
} from '../../src/exchange/snapshot/snapshot-encoding.js';
import { SnapshotDirectory } from '../../src/exchange/snapshot/snapshot-directory.js';
import { verify } from '../../src/exchange/verification/verify.service.js';
import { describeTables } from './verification.js';

export const encodeState = (state: State, time: number): Buffer => encodeSnapshot({ state, time }, Buffer.alloc(32, 7));

export function decodeState(snapshot: Buffer): State {
  readHeader(snapshot);
  return decodeSnapshot(snapshot).state;
}

/** Why a snapshot is passed over; null if its header is right. */
export function findDamage(snapshot: Buffer): string | null {
  try {
    readHeader(snapshot);
    return null;
  } catch (error) {
    if (error instanceof UnusableSnapshotError) return error.message;
    throw error;
  }
}

/** What is loaded from a database: the hash of the state, the command of the snapshot that was used, and what the log says at each level. */
export type LoadedState = Readonly<{ hash: string; snapshot: number | null }> &
  Readonly<Record<'info' | 'warn', readonly string[]>>;

export class KeptSnapshots {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'kontor-snapshots-'));
  private lines: Record<'info' | 'warn', string[]> = { info: [], warn: [] };
  private readonly files = new SnapshotDirectory({ dataDir: this.dataDir, snapshotMinutes: 10 }, (level, line) =>
    this.lines[level].push(line),
  );

  get commands(): readonly number[] {
    return this.files.list();
  }

  pathOf = (command: number): string => join(this.dataDir, 'snapshots', `${command}.snapshot`);

  write(url: string): Promise<number | null> {
    return readStoredBooks(url, describeTables(), (stored) => writeSnapshot(stored, this.files));
  }

  async load(url: string): Promise<LoadedState> {
    this.lines = { info: [], warn: [] };
    const { state, snapshot } = await readStoredBooks(url, describeTables(), (stored) => loadBooks(stored, this.files));
    return { hash: computeStateHash(state), snapshot, ...this.lines };
  }

  /** As a start does: also the batches that the tables do not have. Returns the hash of the state and the number of those batches. */
  recover(url: string): Promise<Readonly<{ hash: string; batches: number }>> {
    return readStoredBooks(url, describeTables(), async (stored) => {
      const { state, batches } = await recoverBooks(stored, this.files);
      return { hash: computeStateHash(state), batches: batches.length };
    });
  }

  /** What `kontor verify` finds beside this directory. */
  verify(url: string, isQuick = true) {
    return verify(url, describeTables(), { isQuick, say: () => undefined, snapshots: this.files });
  }

  /** Gives a snapshot another state, as if it had been written so. */
  falsify(command: number): void {
    const snapshot = this.files.read(command);
    const { hash } = readHeader(snapshot);
    const books = decodeSnapshot(snapshot);
    books.state.counters.trade++;
    writeFileSync(this.pathOf(command), encodeSnapshot(books, hash));
  }

  remove(): void {
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
