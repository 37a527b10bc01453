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
import type { CommandCaller } from './caller.js';
import { type CommandSource, toCommandBody } from './command-source.js';
import { runOutsideRequest } from '../database/unit-of-work.js';
import { RequestInProgressError } from '../idempotency/idempotency-errors.js';
import { ExchangeBusyError, ExchangeRecoveringError, CommitLoopEndedError } from './exchange-errors.js';
import { BatchSize, FairQueue } from './fair-queue.js';
import { KeyedCalls } from './writing/keyed-calls.js';
import {
  type AppliedRequest,
  type LoopFailure,
  type PendingRequest,
  PendingReads,
  BATCH_WITHIN_MS,
  createUnansweredRequest,
  QUEUED_WITHIN_MS,
  rejectLate,
  rejectQueued,
} from './pending-requests.js';
import { ContinuationTurns, PORTION_SIZES, type PortionSizes, Portions } from './portions.js';
import type { ProjectionService } from './projection/projection.service.js';
import { BatchRowsBuilder, type ExecutedCommand } from './writing/batch-rows.js';
import type { BatchWriter } from './writing/batch-writer.js';
import type { RecentDurations } from '../telemetry/metrics.js';

/** The result of a command: its number in the journal, its time and its events. */
export type CommandResult = Readonly<{ seq: number; time: number; events: readonly EngineEvent[] }>;

/** Notified of every written batch, in order. */
export type PublishBatch = (entries: readonly ExecutedCommand[], state: State) => void;

export class CommitLoop {
  private readonly queue = new FairQueue<PendingRequest>();
  private readonly reads = new PendingReads();
  private readonly batchSize = new BatchSize();
  private readonly continuations: ContinuationTurns;
  private running: Promise<void> | null = null;
  private isOver = false;
  private isEnding = false;
  private portions: Portions;
  private batch: readonly AppliedRequest[] = [];
  private batchBegan = 0;
  private readonly keyed = new KeyedCalls();

  constructor(
    private readonly engine: Engine,
    private time: number,
    private readonly to: Readonly<{
      writer: Pick<BatchWriter, 'write'>;
      projection: Pick<ProjectionService, 'whenCapacity' | 'whenPaced'>;
      /** How long batches take to be written. */
      commits: RecentDurations;
      fail: (failure: LoopFailure) => void;
      publish: PublishBatch;
      now: () => number;
    }>,
    private readonly portionSizes: PortionSizes = PORTION_SIZES,
  ) {
    this.portions = new Portions(portionSizes);
    this.continuations = new ContinuationTurns(portionSizes);
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

  /** The loop accepts one copy of a request with an `Idempotency-Key`. */
  add(
    caller: CommandCaller,
    commands: readonly CommandSource[],
    {
      keyed = null,
      record,
      since = performance.now(),
    }: Partial<Pick<PendingRequest, 'keyed' | 'record' | 'since'>> = {},
  ): Promise<readonly CommandResult[]> {
    return new Promise((resolve, reject) => {
      if (this.isOver) reject(new ExchangeRecoveringError());
      else if (!this.keyed.take(keyed)) reject(new RequestInProgressError());
      else if (this.queue.add({ caller, commands, keyed, record, since, resolve, reject }))
        this.running ??= runOutsideRequest(() => this.run());
      else {
        this.keyed.forget(keyed);
        reject(new ExchangeBusyError());
      }
    });
  }

  async look<Seen>(at: (state: State) => Seen): Promise<Seen> {
    if (this.isOver) throw new CommitLoopEndedError();
    if (this.batch.length === 0) return at(this.engine.state);
    return this.reads.add(() => at(this.engine.state));
  }

  /** Rejects what waited too long in the queue: nothing was executed. What waits too long for its batch has an unknown outcome. */
  expire(now: number): void {
    rejectLate(this.batch, this.batchBegan, now);
    this.reads.rejectLate(now - BATCH_WITHIN_MS, () => new ExchangeRecoveringError());
    for (const { keyed, reject } of this.queue.takeLate(now - QUEUED_WITHIN_MS)) {
      this.keyed.forget(keyed);
      reject(new ExchangeBusyError());
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
      const capacity = this.isEnding ? null : this.to.projection.whenCapacity();
      if (capacity === null) {
        await this.to.projection.whenPaced();
        await this.carryOutNext();
      } else await capacity;
    }
    this.running = null;
  }

  private async carryOutNext(): Promise<void> {
    if (this.isOver) return;
    const before = this.engine.state.counters.command;
    const builder = new BatchRowsBuilder(this.engine);
    this.portions = new Portions(this.portionSizes);
    this.batchBegan = performance.now();
    const taken = this.takeContinuation() ?? this.queue.take(this.batchSize.max);
    try {
      this.batch = taken.flatMap((waiting) => this.execute(waiting, builder) ?? []);
    } catch (error) {
      // The engine threw; nothing of this batch was written.
      for (const { reject } of taken) reject(error);
      this.fail(error);
      return;
    }
    try {
      const { state } = this.engine;
      const { writer, commits } = this.to;
      if (state.counters.command > before)
        await commits.measure(writer.write(builder.build(), state, { before, time: this.time }));
    } catch (error) {
      this.fail(error);
      return;
    }
    this.batchSize.measure(this.engine.state.counters.command - before, performance.now() - this.batchBegan);
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
    const command = this.isEnding ? null : this.continuations.take(pending, !this.queue.isEmpty);
    return command && [createUnansweredRequest(command)];
  }

  /** Null for a request with an invalid command, which was found before anything was executed. */
  private execute(waiting: PendingRequest, builder: BatchRowsBuilder): AppliedRequest | null {
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
    const executed = bodies.map((body) => this.apply(caller, body, builder));
    if (keyed !== null && !builder.keep(keyed, executed)) this.keyed.forget(keyed);
    builder.record(waiting.record?.(executed, this.engine.state) ?? []);
    return { waiting, executed };
  }

  private apply(caller: CommandCaller, command: CommandBody, builder: BatchRowsBuilder): ExecutedCommand {
    const body = this.portions.limit(command);
    const seq = this.engine.state.counters.command + 1;
    const executed = builder.execute({ seq, time: this.time, caller, body });
    this.portions.count(body, executed.events);
    return executed;
  }

  private fail(error: unknown): void {
    this.isOver = true;
    const { batch: requests } = this;
    const queue = this.queue.takeAll();
    const reads = this.reads.takeAll();
    this.batch = [];
    rejectQueued(queue, error);
    // Readers must not see the failed batch; they run on the state that is loaded next.
    for (const { reject } of reads) reject(new CommitLoopEndedError(error));
    this.to.fail({ error, requests });
  }
}
