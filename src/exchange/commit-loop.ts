/**
 * Executes commands in batches: commands that arrive while a batch is written form the next one. A batch is applied in
 * memory, written to the journal in one transaction, and answered afterwards; reads run between two batches. Invariant: readers see
 * committed state only. After a failure the loop ends, because memory is ahead of the database, and its supervisor
 * builds a new one from the database.
 */
import type { Engine } from '../engine/engine.js';
import type { CommandBody } from '../engine/command.js';
import type { EngineEvent } from '../engine/event.js';
import type { State } from '../engine/state.js';
import { BatchSize } from './batch-size.js';
import { type CommandCaller, SYSTEM_CALLER } from './caller.js';
import { type CommandSource, toCommandBody } from './command-source.js';
import { findOutage, StorageFullError } from '../database/outage.js';
import { runOutsideRequest } from '../database/run-outside-request.js';
import { RequestInProgressError } from '../idempotency/idempotency-errors.js';
import { ExchangeBusy, ExchangeRecovering, CommitLoopEndedError, OutcomeUnknownError } from './exchange-errors.js';
import { FairQueue } from './fair-queue.js';
import { executeCommand } from './writing/execute-command.js';
import { KeyedCalls, type KeyedCall } from './writing/keyed-calls.js';
import { PendingReads } from './pending-reads.js';
import { ContinuationTurns, PORTION_SIZES, type PortionSizes, Portions } from './portions.js';
import { BatchRowsBuilder, type BatchRows, type CommandRecord, type ExecutedCommand } from './writing/batch-rows.js';

/** The maximum wait for a batch, for its end, and for both. */
const QUEUED_WITHIN_MS = 4_000;
const BATCH_WITHIN_MS = 3_000;
export const ANSWERED_WITHIN_MS = 5_000;

/** The result of a command: its number in the journal, its time and its events. */
export type CommandResult = Readonly<{ seq: number; time: number; events: readonly EngineEvent[] }>;

/** `keyed` identifies a request with an `Idempotency-Key`; the loop accepts one copy of it. `since` is when the request came. */
type RequestOptions = Readonly<{ keyed?: KeyedCall | null; record?: CommandRecord | undefined; since?: number }>;

export type PendingRequest = Readonly<{
  caller: CommandCaller;
  commands: readonly CommandSource[];
  keyed: KeyedCall | null;
  record?: CommandRecord | undefined;
  since: number;
  resolve: (executed: readonly CommandResult[]) => void;
  reject: (error: unknown) => void;
}>;

/** A request whose commands are applied but not known to be committed. */
type UnderWay = Readonly<{ waiting: PendingRequest; executed: readonly ExecutedCommand[] }>;

/** The requests in progress at the failure. */
export type LoopFailure = Readonly<{ error: unknown; underWay: readonly UnderWay[] }>;

export type WriteBatch = (
  rows: BatchRows,
  state: State,
  advance: Readonly<{ before: number; time: number }>,
) => Promise<void>;

/** Notified of every written batch, in order. */
export type PublishBatch = (entries: readonly ExecutedCommand[], state: State) => void;

export class CommitLoop {
  private readonly queue = new FairQueue<PendingRequest>();
  private readonly reads = new PendingReads();
  private readonly batchSize = new BatchSize();
  private readonly continuations = new ContinuationTurns();
  private running: Promise<void> | null = null;
  private isOver = false;
  private isEnding = false;
  private portions: Portions;
  private batch: readonly UnderWay[] = [];
  private batchBegan = 0;
  private readonly keyed = new KeyedCalls();

  constructor(
    private readonly engine: Engine,
    private time: number,
    private readonly to: Readonly<{
      write: WriteBatch;
      /** A promise while the tables are too far behind for another batch. */
      whenCapacity: () => Promise<void> | null;
      /** A promise while the tables are behind. */
      whenPaced: () => Promise<void> | null;
      fail: (failure: LoopFailure) => void;
      publish: PublishBatch;
      now: () => number;
    }>,
    private readonly portionSizes: PortionSizes = PORTION_SIZES,
  ) {
    this.portions = new Portions(portionSizes);
  }

  /**
   * The state in memory, which may be ahead of the tables. Only for terms that rarely change and for avoiding queries.
   */
  get memory(): State {
    return this.engine.state;
  }

  /** The time of the last command. */
  get lastTime(): number {
    return this.time;
  }

  add(
    caller: CommandCaller,
    commands: readonly CommandSource[],
    { keyed = null, record, since = performance.now() }: RequestOptions = {},
  ): Promise<readonly CommandResult[]> {
    return new Promise((resolve, reject) => {
      if (this.isOver) reject(new ExchangeRecovering());
      else if (!this.keyed.take(keyed)) reject(new RequestInProgressError());
      else if (this.queue.add({ caller, commands, keyed, record, since, resolve, reject }))
        this.running ??= runOutsideRequest(() => this.run());
      else {
        this.keyed.forget(keyed);
        reject(new ExchangeBusy());
      }
    });
  }

  async look<Seen>(at: (state: State) => Seen): Promise<Seen> {
    if (this.isOver) throw new CommitLoopEndedError();
    if (this.batch.length === 0) return at(this.engine.state);
    return this.reads.add(() => at(this.engine.state));
  }

  /**
   * Rejects requests that waited too long in the queue: nothing was executed. Answers requests of a batch that takes
   * too long with an unknown outcome. A request from the queue gives its batch at least a second, so that an overloaded
   * venue does not leave outcomes unknown that it is about to know.
   */
  expire(now: number): void {
    const begun = now - BATCH_WITHIN_MS;
    for (const { waiting } of this.batch)
      if (this.batchBegan < begun || waiting.since < now - ANSWERED_WITHIN_MS)
        waiting.reject(new OutcomeUnknownError());
    this.reads.rejectLate(begun, () => new ExchangeRecovering());
    for (const { keyed, reject } of this.queue.takeLate(now - QUEUED_WITHIN_MS)) {
      this.keyed.forget(keyed);
      reject(new ExchangeBusy());
    }
  }

  /** Ends the loop if no batch is in progress; a running batch fails by itself. */
  failAll(error: unknown): void {
    if (!this.isOver && this.batch.length === 0) this.fail(error);
  }

  /** Resolves when no batch is in progress; at once if there is none. */
  async whenIdle(): Promise<void> {
    await this.running;
  }

  /** Continues commands that were pending when the state was loaded. */
  continueWork(): void {
    if (this.engine.state.pending.size > 0) this.running ??= this.run();
  }

  /** Executes everything in the queue. Pending commands continue after the next start. */
  async end(): Promise<void> {
    this.isEnding = true;
    await this.running;
    this.isOver = true;
  }

  private async run(): Promise<void> {
    while ((!this.queue.isEmpty || this.hasPending) && !this.isOver) {
      // Starts after everything that has arrived is parsed: fuller batches cost less per command.
      await new Promise((resolve) => setImmediate(resolve));
      const capacity = this.isEnding ? null : this.to.whenCapacity();
      if (capacity === null) {
        await this.to.whenPaced();
        await this.carryOutNext();
      } else await capacity;
    }
    this.running = null;
  }

  private async carryOutNext(): Promise<void> {
    if (this.isOver) return;
    const before = this.engine.state.counters.command;
    const books = new BatchRowsBuilder(this.engine.state);
    this.portions = new Portions(this.portionSizes);
    const began = performance.now();
    this.batchBegan = began;
    const taken = this.takeContinuation() ?? this.queue.take(this.batchSize.max);
    try {
      this.batch = taken.flatMap((waiting) => this.execute(waiting, books) ?? []);
    } catch (error) {
      // The engine threw; nothing of this batch was written.
      for (const { reject } of taken) reject(error);
      this.fail(error);
      return;
    }
    try {
      const { state } = this.engine;
      if (state.counters.command > before) await this.to.write(books.build(), state, { before, time: this.time });
    } catch (error) {
      this.fail(error);
      return;
    }
    this.batchSize.measure(this.engine.state.counters.command - before, performance.now() - began);
    this.answer();
  }

  private answer(): void {
    const { batch } = this;
    const reads = this.reads.takeAll();
    this.batch = [];
    // A listener that registers during a read gets later batches, not this one again.
    this.to.publish(
      batch.flatMap(({ executed }) => executed),
      this.engine.state,
    );
    for (const { run } of reads) run();
    for (const { waiting, executed } of batch) waiting.resolve(executed);
  }

  private get hasPending(): boolean {
    return this.engine.state.pending.size > 0 && !this.isEnding;
  }

  private takeContinuation(): PendingRequest[] | null {
    const { pending } = this.engine.state;
    const commandSeq = this.isEnding ? null : this.continuations.take(pending, !this.queue.isEmpty);
    if (commandSeq === null) return null;
    const ignore = (): void => undefined;
    return [
      {
        caller: SYSTEM_CALLER,
        commands: [{ type: 'ContinueCommand', commandSeq, portion: this.portionSizes.next }],
        keyed: null,
        since: performance.now(),
        resolve: ignore,
        reject: ignore,
      },
    ];
  }

  /** Null for a request with an invalid command, which was found before anything was executed. */
  private execute(waiting: PendingRequest, books: BatchRowsBuilder): UnderWay | null {
    const { caller, commands, keyed, reject } = waiting;
    const bodies: CommandBody[] = [];
    try {
      for (const one of commands) bodies.push(toCommandBody(one, this.engine.state));
    } catch (error) {
      this.keyed.forget(keyed);
      reject(error);
      return null;
    }
    this.time = Math.max(this.time, this.to.now());
    const executed = bodies.map((body) => this.apply(caller, body, books));
    if (keyed !== null && !books.keep(keyed, executed)) this.keyed.forget(keyed);
    books.record(waiting.record?.(executed, this.engine.state) ?? []);
    return { waiting, executed };
  }

  private apply(caller: CommandCaller, command: CommandBody, books: BatchRowsBuilder): ExecutedCommand {
    const body = this.portions.limit(command);
    const seq = this.engine.state.counters.command + 1;
    const executed = executeCommand(this.engine, books, { seq, time: this.time, caller, body });
    this.portions.count(body, executed.events);
    return executed;
  }

  private fail(error: unknown): void {
    this.isOver = true;
    const { batch: underWay } = this;
    const queue = this.queue.takeAll();
    const reads = this.reads.takeAll();
    this.batch = [];
    const outage = findOutage(error);
    for (const { reject } of queue) reject(outage instanceof StorageFullError ? outage : new ExchangeRecovering(error));
    // Readers must not see the failed batch; they run on the state that is loaded next.
    for (const { reject } of reads) reject(new CommitLoopEndedError(error));
    this.to.fail({ error, underWay });
  }
}
