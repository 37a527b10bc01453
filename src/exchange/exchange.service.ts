import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { findWithin } from '../database/outage.js';
import type { State } from '../engine/state.js';
import type { RecentDurations } from '../telemetry/metrics.js';
import { type CommandCaller, SYSTEM_CALLER } from './caller.js';
import { type CommandSource, findNamedOrders, type NamedOrders } from './command-source.js';
import type { CommandResult, CommitLoop } from './commit-loop.js';
import { CommitLoopEndedError } from './exchange-errors.js';
import { ANSWER_WITHIN_MS, LoopSupervisorService } from './loop-supervisor.service.js';
import { type PreviewResult, preview } from './preview.js';
import { ClientOrderMemoryService } from './recovery/client-order-memory.service.js';
import { IdempotentResultsService } from './recovery/idempotent-results.service.js';
import { SessionClockService } from './sessions/session-clock.service.js';
import { TradedInstruments } from './traded-instruments.js';
import type { BatchListeners } from './batch-listener.js';
import type { CommandRecord } from './writing/batch-rows.js';
import type { KeyedCall } from './writing/keyed-calls.js';

type CommandRequest = Readonly<{
  caller: CommandCaller;
  commands: readonly CommandSource[];
  named: NamedOrders | null;
  keyed: KeyedCall | null;
  record?: CommandRecord | undefined;
  isPreview: boolean;
  /** When the request came: all waits of a request together have one limit. */
  since: number;
}>;

/** `earlier` is the stored result of the same commands under the same `Idempotency-Key`. */
type CompleteRequest = Readonly<{
  loop: CommitLoop;
  complete: readonly CommandSource[];
  earlier: readonly CommandResult[] | null;
}>;

type RunComplete<Result> = (request: CompleteRequest) => Promise<Result>;

/** Yields whatever has to be waited for, and is resumed with its value. */
type Preparation<Value> = Generator<Promise<unknown>, Value, unknown>;

/**
 * The single writer, as controllers use it: commands go in, and their results come out when they are committed. It opens itself when
 * it is first needed.
 */
@Injectable()
export class ExchangeService implements OnApplicationShutdown {
  private keeping: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly supervisor: LoopSupervisorService,
    private readonly clientOrders: ClientOrderMemoryService,
    private readonly clock: SessionClockService,
    private readonly keyed: IdempotentResultsService,
  ) {
    supervisor.sessionWork.register(() => this.keepSessions());
  }

  /** The durations of recent batches. */
  get commits(): RecentDurations {
    return this.supervisor.commits;
  }

  /** How long the rows of recent batches took into the tables. */
  get lags(): RecentDurations {
    return this.supervisor.progress.lags;
  }

  /** The time of the venue, in milliseconds. */
  now(): number {
    return this.clock.now();
  }

  /** Resolves after the commit. A rejection is an event, not an error. */
  async execute(caller: CommandCaller, command: CommandSource): Promise<CommandResult> {
    const [carried] = await this.executeAll(caller, [command]);
    if (carried === undefined) throw new Error('a command was given and nothing came of it');
    return carried;
  }

  /**
   * Executes the commands in order in one transaction. Functions are called first; if one throws, nothing is executed.
   * The `record` is written in the same transaction.
   */
  executeAll(
    caller: CommandCaller,
    commands: readonly CommandSource[],
    record?: CommandRecord,
  ): Promise<readonly CommandResult[]> {
    const since = performance.now();
    const keyed = this.keyed.takeNextCall(caller);
    const named = findNamedOrders(commands);
    const request = { caller, commands, named, keyed, record, isPreview: false, since };
    const leave = this.clientOrders.enter(named);
    const results = this.prepareAndRun(request, (complete) => this.add(request, complete));
    return leave === null ? results : results.finally(leave);
  }

  private add(
    { caller, keyed, record, since }: CommandRequest,
    { loop, complete, earlier }: CompleteRequest,
  ): Promise<readonly CommandResult[]> {
    return earlier === null
      ? loop.add(caller, complete, { keyed, record, since })
      : Promise.resolve(this.replay(earlier));
  }

  /** The results are committed, which the loop may not know yet: the confirmation of its batch can be on the way. */
  private replay(earlier: readonly CommandResult[]): readonly CommandResult[] {
    this.supervisor.progress.acknowledge(earlier.at(-1)?.seq ?? 0);
    return earlier;
  }

  /**
   * Reads the committed state in the engine's memory. The reader must not change anything and must return
   * synchronously.
   */
  async look<Seen>(at: (state: State) => Seen): Promise<Seen> {
    const end = performance.now() + ANSWER_WITHIN_MS;
    for (;;) {
      const loop = this.supervisor.loop ?? (await this.supervisor.whenOpen(end - performance.now()));
      try {
        return await loop.look(at);
      } catch (error) {
        if (!(error instanceof CommitLoopEndedError) || performance.now() >= end) throw error;
      }
    }
  }

  /** Executes the commands in order on a copy of the committed state, and changes nothing. */
  async preview(caller: CommandCaller, commands: readonly CommandSource[]): Promise<readonly PreviewResult[]> {
    const named = findNamedOrders(commands);
    const request = { caller, commands, named, keyed: null, isPreview: true, since: performance.now() };
    const leave = this.clientOrders.enter(named);
    const previewed = this.prepareAndRun(request, ({ complete }) =>
      this.look((state) => preview(state, { caller, time: this.now(), commands: complete })),
    );
    return leave === null ? previewed : previewed.finally(leave);
  }

  /** Modules register for committed batches. */
  get batchListeners(): BatchListeners {
    return this.supervisor.batchListeners;
  }

  /** Symbols, currencies and price scales of instruments, from memory; they never change. */
  async loadInstruments(): Promise<TradedInstruments> {
    return new TradedInstruments((this.supervisor.loop ?? (await this.supervisor.whenOpen())).memory);
  }

  /** Opens the exchange now; otherwise the first request opens it. */
  open(): Promise<CommitLoop> {
    return this.supervisor.open();
  }

  /** Opens the exchange and retries on failure, as the running service does. */
  keepOpen(): Promise<void> {
    return this.supervisor.keepOpen();
  }

  /** Whether the exchange accepts requests. */
  get isReady(): boolean {
    return this.supervisor.isReady;
  }

  /** Whether commands are refused because the disk of the database is full. Reads from memory go on. */
  get isOutOfSpace(): boolean {
    return this.supervisor.storage.isOn;
  }

  /** Whether another process is the writer and this one stands by. */
  get isElsewhere(): boolean {
    return this.supervisor.isElsewhere;
  }

  /** Called after the last request, before the connections close. */
  onApplicationShutdown(): Promise<void> {
    return this.supervisor.close();
  }

  /**
   * Sends due session commands and changed reference data to the venue. Returns the time of the next call. Calls are
   * serialized, so that each command is sent once.
   */
  keepSessions(): Promise<number> {
    const kept = this.keeping.then(() => this.keepNow());
    this.keeping = kept.catch(() => undefined);
    return kept;
  }

  private async keepNow(): Promise<number> {
    const unknown = await this.clock.syncTerms((this.supervisor.loop ?? (await this.supervisor.whenOpen())).memory);
    if (unknown.length > 0) await this.executeAll(SYSTEM_CALLER, unknown);
    const bodies = await this.look((state) => this.clock.listDue(state));
    if (bodies.length > 0) await this.executeAll(SYSTEM_CALLER, bodies);
    return this.look((state) => this.clock.findNextDue(state));
  }

  /** Most requests have nothing to wait for, and need none of the promises of those that have. */
  private prepareAndRun<Result>(request: CommandRequest, run: RunComplete<Result>): Promise<Result> {
    const preparation = this.prepare(request);
    const step = preparation.next();
    return step.done === true ? run(step.value) : finish(preparation, step.value, run);
  }

  /** Waits until sessions are current and the commands complete. Repeats if the state was loaded again meanwhile. */
  private *prepare({ caller, commands, named, keyed, isPreview, since }: CommandRequest): Preparation<CompleteRequest> {
    const { clientOrders, supervisor } = this;
    const { storage } = supervisor;
    const lacksSpace = (): boolean => !isPreview && storage.isOn;
    const end = since + ANSWER_WITHIN_MS;
    if (this.mustCatchUp(caller)) yield this.clock.catchUp(() => this.keepSessions());
    for (;;) {
      if (lacksSpace()) yield storage.reject();
      const loop = supervisor.loop ?? (yield* wait(supervisor.whenOpen(end - performance.now())));
      const { openings } = supervisor;
      const earlier = keyed && (yield* wait(findWithin(end - performance.now(), this.keyed.find(keyed))));
      const forgettable = clientOrders.listForgettable(named, loop.memory);
      const complete =
        forgettable === null
          ? commands
          : yield* wait(clientOrders.addEarlierOrders(commands, forgettable, end - performance.now()));
      if (lacksSpace()) yield storage.reject();
      if (openings === supervisor.openings) return { loop, complete, earlier };
    }
  }

  /** An exchange that opens sends what is due itself. */
  private mustCatchUp(caller: CommandCaller): boolean {
    return this.clock.isLate() && caller !== SYSTEM_CALLER && this.supervisor.loop !== null;
  }
}

function* wait<Value>(promise: Promise<Value>): Preparation<Value> {
  return (yield promise) as Value;
}

async function finish<Result>(
  preparation: Preparation<CompleteRequest>,
  first: Promise<unknown>,
  run: RunComplete<Result>,
): Promise<Result> {
  let step: IteratorResult<Promise<unknown>, CompleteRequest> = { done: false, value: first };
  while (step.done !== true) step = preparation.next(await step.value);
  return run(step.value);
}
