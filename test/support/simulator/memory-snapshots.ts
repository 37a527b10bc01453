/** The snapshots that one simulated process keeps over its restarts. Some are torn or damaged. */
import { type SnapshotFile, SnapshotFiles } from '../../../src/exchange/snapshot/snapshot-files.js';
import type { Faults } from './faults.js';

/** One in so many is damaged. */
const DAMAGED = 6;

export class MemorySnapshots extends SnapshotFiles {
  private readonly files = new Map<number, Buffer>();
  readonly report = (_level: string, line: string): void => this.say(line);

  constructor(
    private readonly faults: Faults,
    private readonly say: (line: string) => void,
  ) {
    super();
  }

  list(): readonly number[] {
    return [...this.files.keys()].sort((a, b) => b - a);
  }

  read(command: number, bytes?: number): Buffer {
    return (this.files.get(command) as Buffer).subarray(0, bytes);
  }

  findNewest(): SnapshotFile | null {
    const [command] = this.list();
    return command === undefined ? null : { command, writtenAt: new Date(0), bytes: this.read(command).length };
  }

  write(command: number, snapshot: Buffer): Promise<void> {
    const before = this.list().find((kept) => kept < command);
    for (const kept of this.list()) if (kept !== before) this.files.delete(kept);
    this.files.set(command, this.faults.upTo(DAMAGED) === 0 ? this.damage(snapshot) : snapshot);
    this.say(`a snapshot of command ${command} is written`);
    return Promise.resolve();
  }

  private damage(snapshot: Buffer): Buffer {
    const at = this.faults.upTo(snapshot.length);
    if (this.faults.upTo(2) === 0) return snapshot.subarray(0, at);
    const damaged = Buffer.from(snapshot);
    damaged[at] = (damaged[at] as number) ^ (1 << this.faults.upTo(8));
    return damaged;
  }
}
