/**
 * A connection to the simulated server and the server's session at its other end. They learn of each other's end late or never,
 * as over a network: a statement may be carried out although its connection is gone, and a lock held by a session that nobody uses.
 */
import type { Fate } from './faults.js';

const STATEMENT_LIMIT_MS = 20_000;

type Job = Readonly<{ work: number; code: string | null; run: () => void; fail: (error: Error) => void }>;

export const databaseError = (message: string, code: string): Error => Object.assign(new Error(message), { code });

/** The server's end. Statements run one after another. */
export class ServerSession {
  isEnded = false;
  private isClosing = false;
  private active: Job | null = null;
  private queue: Job[] = [];

  /** The client's end, which learns that the server has ended the session. */
  client: Connection | null = null;

  constructor(private readonly onEnd: (session: ServerSession) => void) {}

  /** Whether a statement runs. */
  get isActive(): boolean {
    return this.active !== null;
  }

  add(job: Job): void {
    if (this.isEnded || this.isClosing) return;
    this.queue.push(job);
    this.next();
  }

  /** The client is gone: a statement that runs is finished first. */
  close(): void {
    this.isClosing = true;
    this.queue = [];
    if (this.active === null) this.end();
  }

  /** At once; a statement that runs is undone. */
  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.active = null;
    this.queue = [];
    this.onEnd(this);
    setTimeout(() => this.client?.break(0), 1);
  }

  private next(): void {
    const job = this.active === null ? this.queue.shift() : undefined;
    if (job === undefined) return;
    this.active = job;
    setTimeout(() => this.finish(job), Math.min(job.work, STATEMENT_LIMIT_MS));
  }

  private finish(job: Job): void {
    if (this.active !== job) return;
    this.active = null;
    if (job.work > STATEMENT_LIMIT_MS) job.fail(databaseError('canceling statement due to statement timeout', '57014'));
    else if (job.code !== null) job.fail(databaseError(`the statement failed with ${job.code}`, job.code));
    else job.run();
    if (this.isClosing) this.end();
    else this.next();
  }
}

/** The client's end. */
export class Connection {
  isBroken = false;
  private isAbandoned = false;
  private readonly pending = new Set<(error: Error) => void>();
  private readonly endListeners: (() => void)[] = [];

  constructor(
    readonly session: ServerSession,
    private readonly draw: () => Fate,
  ) {
    session.client = this;
  }

  /** `execute` runs in the server, all or nothing. */
  call<Result>(limitMs: number, execute: () => Result): Promise<Result> {
    return new Promise((resolve, reject) => {
      let isSettled = false;
      const settle = (end: () => void): void => {
        if (isSettled || this.isAbandoned) return;
        isSettled = true;
        clearTimeout(limit);
        this.pending.delete(fail);
        end();
      };
      const fail = (error: Error): void => settle(() => reject(error));
      const limit = setTimeout(() => {
        fail(new Error('Query read timeout'));
        this.break(0);
      }, limitMs);
      this.pending.add(fail);
      if (this.isBroken) setTimeout(() => fail(new Error('Client has encountered a connection error')), 0);
      else this.send(execute, { done: (result) => settle(() => resolve(result)), fail });
    });
  }

  /** Nothing that a killed process listens to is heard. */
  onEnd(listener: () => void): void {
    this.endListeners.push(() => (this.isAbandoned ? undefined : listener()));
  }

  /** The connection is gone; the server notices it later. */
  break(noticedAfterMs: number): void {
    if (this.isBroken) return;
    this.isBroken = true;
    for (const fail of [...this.pending]) fail(databaseError('read ECONNRESET', 'ECONNRESET'));
    for (const listener of this.endListeners) listener();
    if (noticedAfterMs === 0) this.session.close();
    else setTimeout(() => this.session.close(), noticedAfterMs);
  }

  /** The process is killed: nothing that waits here ever goes on. */
  abandon(): void {
    this.isAbandoned = true;
    this.isBroken = true;
    this.session.close();
  }

  private send<Result>(
    execute: () => Result,
    { done, fail }: Readonly<{ done: (result: Result) => void; fail: (error: Error) => void }>,
  ): void {
    const fate = this.draw();
    const answer = (respond: () => void): void => {
      if (fate.breaks === 'after') setTimeout(() => this.break(fate.back), 0);
      else setTimeout(() => (this.isBroken ? undefined : respond()), fate.back);
    };
    const run = (): void => {
      let result: Result;
      try {
        result = execute();
      } catch (error) {
        answer(() => fail(error as Error));
        return;
      }
      answer(() => done(result));
    };
    setTimeout(() => {
      if (fate.breaks === 'before') {
        this.break(fate.work);
        return;
      }
      if (fate.breaks === 'during') setTimeout(() => this.break(0), Math.min(fate.work, 50));
      this.session.add({ work: fate.work, code: fate.code, run, fail: (error) => answer(() => fail(error)) });
    }, fate.there);
  }
}
