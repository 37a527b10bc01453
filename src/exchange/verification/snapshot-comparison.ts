/** The snapshots of the data directory: whether each is whole, is of this journal, and has the state that the journal leads to. */
import { computeStateHash } from '../../engine/state-hash.js';
import type { State } from '../../engine/state.js';
import type { QuerySource } from '../recovery/reading.js';
import { readHash } from '../recovery/recovery.service.js';
import {
  decodeSnapshot,
  readHeader,
  UnneededSnapshotError,
  UnusableSnapshotError,
} from '../snapshot/snapshot-encoding.js';
import type { SnapshotFiles } from '../snapshot/snapshot-files.js';
import type { DifferenceList, SnapshotResult } from './verification-result.js';

export type SnapshotSource = Pick<SnapshotFiles, 'list' | 'read'>;

type SnapshotContent = Readonly<{ batchHash: Buffer; state: string }>;

export class SnapshotComparison {
  private readonly contents = new Map<number, SnapshotContent | UnusableSnapshotError>();
  private readonly replayed = new Map<number, string>();

  /** Reads the files at once, before the moment at which the database is read: a running service replaces them. */
  constructor(files: SnapshotSource) {
    for (const command of files.list()) {
      const content = readContent(files, command);
      if (content !== null) this.contents.set(command, content);
    }
  }

  /** Called after each command of the replay. */
  visit(state: State): void {
    const { command } = state.counters;
    if (this.contents.has(command)) this.replayed.set(command, computeStateHash(state));
  }

  /** Called after the replay, which began behind the command `start`. */
  async report(source: QuerySource, differences: DifferenceList, start: number): Promise<readonly SnapshotResult[]> {
    const results: SnapshotResult[] = [];
    for (const [command, content] of this.contents) {
      const result = { command, ...(await this.compare(source, command, content, start)) };
      if (result.result === 'differs')
        differences.add({
          ...{ table: 'snapshots', row: `command ${command}`, column: null },
          ...{ journal: this.replayed.get(command) ?? null, stored: result.reason },
        });
      results.push(result);
    }
    return results;
  }

  private async compare(
    source: QuerySource,
    command: number,
    content: SnapshotContent | UnusableSnapshotError,
    start: number,
  ): Promise<Omit<SnapshotResult, 'command'>> {
    if (content instanceof UnneededSnapshotError) return { result: 'passed_over', reason: content.message };
    if (content instanceof UnusableSnapshotError) return { result: 'differs', reason: content.message };
    const replayed = this.replayed.get(command);
    if (replayed === undefined && command < start)
      return { result: 'passed_over', reason: `the replay began with command ${start + 1}` };
    if (replayed === undefined)
      return { result: 'passed_over', reason: `the commands of the tables do not reach command ${command}` };
    if (!(await readHash(source, command))?.equals(content.batchHash))
      return { result: 'passed_over', reason: 'the journal has no batch that ends with this command and has its hash' };
    return replayed === content.state
      ? { result: 'equal', reason: null }
      : { result: 'differs', reason: `it has the state ${content.state}` };
  }
}

/** Null of a file that is not there any more. */
function readContent(files: SnapshotSource, command: number): SnapshotContent | UnusableSnapshotError | null {
  try {
    const snapshot = files.read(command);
    const header = readHeader(snapshot);
    if (header.command !== command) return new UnusableSnapshotError(`it is of command ${header.command}`);
    return { batchHash: Buffer.from(header.hash), state: computeStateHash(decodeSnapshot(snapshot).state) };
  } catch (error) {
    if (error instanceof UnusableSnapshotError) return error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    return new UnusableSnapshotError(`it cannot be read: ${String(error)}`);
  }
}
