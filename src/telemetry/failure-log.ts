import type { Log } from './log.js';
import { type ErrorDescription, describeError } from './log-safety.js';
import { RepeatCounter } from './repeat-counter.js';

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
