import type { Log } from './log.js';
import { type ErrorDescription, describeError } from './log-safety.js';

/** Counts events per key and second that are too frequent for a line each. */
export class RepeatCounter {
  private readonly counts = new Map<string, { written: number; counted: number }>();
  private timer: NodeJS.Timeout | undefined;

  /** `writeCount` is called once a second for each key with suppressed lines, with their number. */
  constructor(private readonly writeCount: (key: string, count: number) => void) {}

  /** Whether this event gets its own line: the first ones per key and second do. */
  shouldWrite(key: string, linesPerSecond: number): boolean {
    this.timer ??= setTimeout(() => this.flush(), 1_000).unref();
    const count = this.counts.get(key) ?? { written: 0, counted: 0 };
    this.counts.set(key, count);
    if (count.written < linesPerSecond) {
      count.written += 1;
      return true;
    }
    count.counted += 1;
    return false;
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const counts = [...this.counts];
    this.counts.clear();
    for (const [key, { counted }] of counts) if (counted > 0) this.writeCount(key, counted);
  }
}

/** After this long without a failure of the cause, the next one is written with its stack again. */
const REPEAT_WINDOW_MS = 60_000;

/** The number of distinguished causes, which bounds memory for errors with unique messages. */
const CAUSES_MAX = 200;

type Cause = { message: string; error: ErrorDescription; lastAt: number };

/**
 * Logs failures that affect every request during an outage. The first of a cause has its stack and request id; after
 * that there is one line per cause and second with a count: otherwise an outage under load would fill the disk.
 */
export class FailureLog {
  private readonly causes = new Map<string, Cause>();
  private readonly repeatCounter: RepeatCounter;

  constructor(
    private readonly log: Log,
    private readonly now: () => number = Date.now,
  ) {
    this.repeatCounter = new RepeatCounter((key, count) => this.writeCount(key, count));
  }

  warn(message: string, error: unknown, fields: Readonly<Record<string, unknown>> = {}): void {
    const described = describeError(error);
    const key = this.toKey(message, described);
    const known = this.causes.get(key);
    const isFirst = known === undefined || this.now() - known.lastAt > REPEAT_WINDOW_MS;
    this.causes.set(key, { message, error: described, lastAt: this.now() });
    if (isFirst) this.log.warn({ ...fields, err: error }, message);
    else this.repeatCounter.shouldWrite(key, 0);
  }

  /** Logs an error that nobody expected: a fault of this code. Every one is written. */
  reportFault(error: unknown, fields: Readonly<Record<string, unknown>>): void {
    this.log.error({ ...fields, err: error }, 'unexpected fault');
  }

  /** Writes the counted failures. */
  flush(): void {
    this.repeatCounter.flush();
  }

  private writeCount(key: string, count: number): void {
    const cause = this.causes.get(key);
    if (!cause) return;
    const { type, code, message } = cause.error;
    this.log.warn({ count, cause: { type, ...(code !== undefined && { code }), message } }, cause.message);
  }

  /** Numbers in a message (ports, pids, times) do not make another cause. */
  private toKey(message: string, { type, code = '', message: errorMessage }: ErrorDescription): string {
    const key = [message, type, code, errorMessage.slice(0, 200).replace(/\d+/g, '#')].join('\n');
    return this.causes.has(key) || this.causes.size < CAUSES_MAX ? key : message;
  }
}
