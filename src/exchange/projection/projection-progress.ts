/**
 * How far the tables have followed the journal. A reader of the tables waits here until they have what was acknowledged
 * before; while the projection fails, readers are refused instead, because they would read an earlier state.
 */
import { TablesBehindError } from '../../database/projected-tables.js';
import { RecentDurations } from '../../telemetry/metrics.js';
import type { Places, TablesSession } from '../store/exchange-store.js';

/** The maximum wait of a reader: less than the time limit of a batch and of a request. */
export const READER_PATIENCE_MS = 2_000;
/** A failure of this length is not a broken connection that is made again at once. */
const TRANSIENT_MS = 1_000;

/** When the commands up to this one were committed. */
type Commit = Readonly<{ command: number; at: number }>;

type PendingReader = Readonly<{ target: number; resolve: () => void; reject: (error: TablesBehindError) => void }>;

export class ProjectionProgress {
  /** The last command that is in the journal, and in the tables. */
  private acknowledged = 0;
  private reached = 0;
  private failure: Readonly<{ error: unknown; since: number }> | null = null;
  private readers: PendingReader[] = [];
  /** The commits whose rows are not in the tables, the oldest first. */
  private commits: Commit[] = [];
  /** How long the rows of recent commits took into the tables. */
  readonly lags = new RecentDurations();
  /** Ends the pause of the projection. */
  private wake: (() => void) | null = null;

  /** The number of commands that are not in the tables yet. */
  get lag(): number {
    return Math.max(0, this.acknowledged - this.reached);
  }

  /** The last command in the tables. */
  get place(): number {
    return this.reached;
  }

  /** Whether the last attempt failed. */
  get hasFailed(): boolean {
    return this.failure !== null;
  }

  /** Whether attempts have failed for so long that readers are refused. */
  get isFailing(): boolean {
    return this.failure !== null && performance.now() - this.failure.since > TRANSIENT_MS;
  }

  /** The state was loaded: both are known from the database. */
  begin(reached: number, acknowledged: number): void {
    this.acknowledged = acknowledged;
    this.reached = 0;
    this.commits = [];
    this.reach(reached);
  }

  /** A caller learns that this command is committed: from now on readers of the tables wait for it. */
  acknowledge(command: number): void {
    if (command <= this.acknowledged) return;
    this.acknowledged = command;
    this.commits.push({ command, at: performance.now() });
  }

  reach(command: number): void {
    if (command <= this.reached) return;
    this.failure = null;
    this.reached = command;
    this.recordLags(command);
    this.takeReaders(({ target }) => target <= command).forEach(({ resolve }) => resolve());
  }

  fail(error: unknown): void {
    this.failure = { error, since: this.failure?.since ?? performance.now() };
    if (this.isFailing) this.takeReaders(() => true).forEach(({ reject }) => reject(new TablesBehindError(error)));
  }

  /** Nothing is left to write, or another process writes the tables from now on. */
  forgetFailure(): void {
    this.failure = null;
  }

  /** Null if the tables have everything that is acknowledged now. The reader is refused at the end of the wait. */
  whenReached(until = performance.now() + READER_PATIENCE_MS): Promise<void> | null {
    if (this.lag === 0) return null;
    if (this.isFailing) return Promise.reject(new TablesBehindError(this.failure?.error));
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.readers = this.readers.filter((reader) => reader !== pending);
        reject(new TablesBehindError(this.failure?.error));
      }, until - performance.now()).unref();
      const pending: PendingReader = {
        target: this.acknowledged,
        resolve: () => {
          clearTimeout(late);
          resolve();
        },
        reject: (error) => {
          clearTimeout(late);
          reject(error);
        },
      };
      this.readers.push(pending);
      this.wake?.();
    });
  }

  /** Resolves when a reader waits, and at the latest after this time. */
  whenAwaited(withinMs: number): Promise<void> {
    if (this.readers.length > 0) return Promise.resolve();
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
      const timer = setTimeout(end, withinMs);
      this.wake = end;
    });
  }

  private recordLags(reached: number): void {
    const now = performance.now();
    const waiting = this.commits.findIndex(({ command }) => command > reached);
    const written = this.commits.splice(0, waiting === -1 ? this.commits.length : waiting);
    for (const { at } of written) this.lags.record(now - at);
  }

  private takeReaders(isTaken: (reader: PendingReader) => boolean): PendingReader[] {
    const taken = this.readers.filter(isTaken);
    this.readers = this.readers.filter((reader) => !taken.includes(reader));
    return taken;
  }
}

/**
 * How far journal and tables are while another process writes them. A question serves everybody who came before it was sent. It is
 * asked in a session of its own: readers within transactions may hold all connections of the pool.
 */
export class JournalFollower {
  private session: Promise<TablesSession> | null = null;
  private asked: Promise<Places> | null = null;
  private next: Promise<Places> | null = null;

  constructor(private readonly open: () => Promise<TablesSession>) {}

  /** As they are at some moment after this call. */
  read(): Promise<Places> {
    if (this.asked === null) return this.ask();
    const askAgain = (): Promise<Places> => {
      this.next = null;
      return this.ask();
    };
    this.next ??= this.asked.then(askAgain, askAgain);
    return this.next;
  }

  /** Users who have asked get their answer first. */
  async closeWhenAnswered(): Promise<void> {
    while (this.asked !== null) await this.asked.catch(() => undefined);
    await this.close();
  }

  /** The next reader opens it again. */
  async close(): Promise<void> {
    const { session } = this;
    this.session = null;
    await session?.then((opened) => opened.close()).catch(() => undefined);
  }

  private ask(): Promise<Places> {
    const asked = this.readInSession().finally(() => {
      if (this.asked === asked) this.asked = null;
    });
    this.asked = asked;
    return asked;
  }

  private async readInSession(): Promise<Places> {
    const isNew = this.session === null;
    this.session ??= this.open();
    const { session } = this;
    try {
      return await (await session).readPlaces();
    } catch (error) {
      if (this.session === session) void this.close();
      if (isNew) throw error;
    }
    // A connection that broke since the last question is replaced at once.
    return this.readInSession();
  }
}
