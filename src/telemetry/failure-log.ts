import type { Log } from './log.js';
import { type DescribedError, describeError } from './log-safety.js';
import { Repeated } from './repeated.js';

/** After this long without a cause, its next failure is news again and is written with its stack. */
const FORGOTTEN_AFTER_MS = 60_000;

/** Causes are told apart up to so many; a fault that makes up a message each time must not fill the memory. */
const MAX_CAUSES = 200;

type Cause = { message: string; error: DescribedError; lastAt: number };

/**
 * Writes failures that meet every request while something is away. The first of a cause has its stack and its request id; after
 * that there is one line per cause and second, with how many there were: an outage under load would otherwise fill the disk.
 */
export class FailureLog {
  private readonly causes = new Map<string, Cause>();
  private readonly repeated: Repeated;

  constructor(
    private readonly log: Log,
    private readonly now: () => number = Date.now,
  ) {
    this.repeated = new Repeated((key, count) => this.writeCount(key, count));
  }

  warn(message: string, error: unknown, fields: Readonly<Record<string, unknown>> = {}): void {
    const described = describeError(error);
    const key = this.keyOf(message, described);
    const known = this.causes.get(key);
    const isNews = known === undefined || this.now() - known.lastAt > FORGOTTEN_AFTER_MS;
    this.causes.set(key, { message, error: described, lastAt: this.now() });
    if (isNews) this.log.warn({ ...fields, err: error }, message);
    else this.repeated.admits(key, 0);
  }

  /** Writes what was only counted so far. */
  flush(): void {
    this.repeated.flush();
  }

  private writeCount(key: string, count: number): void {
    const cause = this.causes.get(key);
    if (!cause) return;
    const { type, code, message } = cause.error;
    this.log.warn({ count, cause: { type, ...(code !== undefined && { code }), message } }, cause.message);
  }

  /** Numbers in a message (ports, process ids, times) do not make it another cause. */
  private keyOf(message: string, { type, code = '', message: said }: DescribedError): string {
    const key = [message, type, code, said.slice(0, 200).replace(/\d+/g, '#')].join('\n');
    return this.causes.has(key) || this.causes.size < MAX_CAUSES ? key : message;
  }
}
