import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { extname, join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { RepeatingTask } from '../../clock/repeating-task.js';
import { Config } from '../../config/config.js';
import { withTimeLimit } from '../../database/time-limit.js';
import { ExchangeStore, type LoadedBooks } from '../store/exchange-store.js';
import { encodeSnapshot } from './snapshot-encoding.js';
import { type SnapshotFile, SnapshotFiles } from './snapshot-files.js';

const CHECK_EVERY_MS = 60_000;
const MINUTE_MS = 60_000;
/** The whole service stops within five seconds. */
const WRITE_AT_STOP_MS = 2_000;
/** The newest snapshot, and why none was written since; null where snapshots are off. */
export type SnapshotStatus = Readonly<{ newest: SnapshotFile | null; failure: SnapshotFailure | null }> | null;

type SnapshotFailure = Readonly<{ at: Date; reason: string }>;

/** This program, as it runs: built, or from its source. */
const PROGRAM = join(import.meta.dirname, '..', '..', `main${extname(import.meta.filename)}`);

/**
 * Keeps snapshots of the exchange. While the service runs, a child process with a low priority makes them from the database, so that
 * the process that trades is never held up; at the stop, the service writes its own state.
 */
@Injectable()
export class SnapshotsService {
  private readonly log = new Logger(SnapshotsService.name);
  private readonly task = new RepeatingTask((error) =>
    this.log.warn(`A snapshot could not be written: ${error.message}`),
  );
  private readonly ending = new AbortController();
  private attemptedAt = performance.now();
  /** Of the last attempt. */
  private failure: SnapshotFailure | null = null;

  constructor(
    private readonly store: ExchangeStore,
    private readonly files: SnapshotFiles,
    private readonly config: Config,
  ) {}

  describe(): SnapshotStatus {
    return this.config.snapshotMinutes === 0 ? null : { newest: this.files.findNewest(), failure: this.failure };
  }

  /** Makes snapshots from now on, whether this process is the writer or stands by. */
  start(): void {
    if (this.config.snapshotMinutes > 0) this.task.start(CHECK_EVERY_MS, () => this.writeWhenDue());
  }

  /** Ends a child process that is at work. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.task.stop();
  }

  /** Nobody trades any more, and the tables have this state, whose last batch has this hash. */
  async writeAtStop(books: LoadedBooks, hash: Buffer): Promise<void> {
    const { command } = books.state.counters;
    if (this.config.snapshotMinutes === 0 || this.files.list()[0] === command) return;
    const end = performance.now() + WRITE_AT_STOP_MS;
    const giveUp = new AbortController();
    try {
      const snapshot = encodeSnapshot(books, hash);
      const written = this.files.write(command, snapshot, giveUp.signal);
      await withTimeLimit(Math.max(0, end - performance.now()), written);
    } catch (error) {
      this.log.warn(`No snapshot was written at the stop: ${String(error)}`);
    } finally {
      giveUp.abort();
    }
  }

  private async writeWhenDue(): Promise<void> {
    const [last = 0] = this.files.list();
    const commands = (await this.store.readPlace()) - last;
    const isTime = performance.now() - this.attemptedAt >= this.config.snapshotMinutes * MINUTE_MS;
    // A snapshot ahead of the tables is of another history.
    const isDue = commands !== 0 && (isTime || (commands >= this.config.snapshotCommands && this.failure === null));
    if (!isDue || this.task.isStopped) return;
    this.attemptedAt = performance.now();
    try {
      await this.runChild();
      this.failure = null;
    } catch (error) {
      this.failure = { at: new Date(), reason: (error as Error).message };
      throw error;
    }
  }

  private async runChild(): Promise<void> {
    const child = spawn(process.execPath, [...process.execArgv, PROGRAM, 'snapshot'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: this.ending.signal,
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-1_000)));
    const closed = once(child, 'close');
    lowerPriority(child);
    try {
      const [code] = (await closed) as (number | null)[];
      if (code !== 0) throw new Error(said.trim());
    } catch (error) {
      if (!this.task.isStopped) throw error;
    }
  }
}

/** The system may refuse it, and the process may have ended. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Then it works with the usual priority.
  }
}
