import { setTimeout as pause } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { CommandBody } from '../engine/command.js';
import { Engine } from '../engine/engine.js';
import { CURRENT_RULES } from '../engine/rules.js';
import type { State } from '../engine/state.js';
import { isDatabaseGone, outageOf } from '../database/outage.js';
import { DomainError } from '../errors/domain-error.js';
import { RecentTimes } from '../telemetry/recent-times.js';
import { type Caller, HOUSE } from './caller.js';
import { type Carried, CommitLoop, type Failure, type Given, type Tell } from './commit-loop.js';
import { ExchangeRecovering, OutcomeUnknown } from './exchange-errors.js';
import { EarlierOrders } from './recovery/earlier-orders.service.js';
import { needsEarlier } from './recovery/needs-earlier.js';
import { loadBooks } from './recovery/recovery.service.js';
import { SessionClock } from './sessions/session-clock.service.js';
import { type Witness, Witnesses } from './witness.js';
import { Writer } from './writing/writer.service.js';

/** Whoever asks over HTTP is answered within five seconds, also by a database that has nothing more to say. */
const ANSWER_WITHIN_MS = 4_000;
const LOOK_AROUND_MS = 250;
/** How long the next attempt waits after one that has failed. */
const AGAIN_AFTER_MS = 250;

/**
 * The single writer, as the doors see it: commands go in, and what became of them comes out when it is written. It opens itself when
 * it is first needed. After a failure it drops what it has in memory and reads everything anew; those whose commands were under way
 * then learn from the database whether they were written.
 */
@Injectable()
export class ExchangeService implements OnApplicationShutdown {
  private readonly log = new Logger(ExchangeService.name);
  private loop: CommitLoop | null = null;
  private writer: Writer | null = null;
  private opening: Promise<CommitLoop> | null = null;
  private isClosing = false;
  /** How often it has been opened: what was looked up before the last time may be out of date. */
  private openings = 0;
  private watch: NodeJS.Timeout | null = null;
  private keeping: Promise<unknown> = Promise.resolve();
  /** How long the last batches took to be written. */
  readonly commits = new RecentTimes();
  private readonly witnesses = new Witnesses((error) => this.log.error('a witness of the exchange has failed', error));

  constructor(
    private readonly orm: MikroORM,
    private readonly earlier: EarlierOrders,
    private readonly clock: SessionClock,
  ) {}

  /** Resolves when it is written. What the rules refuse is an event, and no error. */
  async carryOut(caller: Caller, given: Given): Promise<Carried> {
    const [carried] = await this.carryOutAll(caller, [given]);
    if (carried === undefined) throw new Error('a command was given and nothing came of it');
    return carried;
  }

  /** In this order and in one transaction. Given functions are all asked first; if one throws, nothing of this is carried out. */
  async carryOutAll(caller: Caller, given: readonly Given[]): Promise<readonly Carried[]> {
    if (this.clock.isLate() && caller !== HOUSE && this.loop !== null) await this.clock.catchUp(() => this.keepSessions());
    for (;;) {
      const loop = this.loop ?? (await this.opened());
      const { openings } = this;
      const complete = given.some((one) => needsEarlier(one, loop.memory)) ? await Promise.all(given.map((one) => this.withEarlier(one, loop.memory))) : given;
      if (openings === this.openings) return loop.add(caller, complete);
    }
  }

  /** What is written, as the engine has it in memory. Whoever looks changes nothing and does not wait. */
  async look<Seen>(at: (state: State) => Seen): Promise<Seen> {
    return (this.loop ?? (await this.opened())).look(at);
  }

  /** From now on. Where the books are open already, a witness first hears how far they go. */
  witnessedBy(witness: Witness): void {
    if (this.loop === null) this.witnesses.add(witness);
    else this.loop.look((state) => this.witnesses.join(witness, state)).catch(() => this.witnesses.add(witness));
  }

  /** How many decimals the prices of an instrument have in the tables; that stays as it is. */
  async scales(): Promise<(instrumentId: number) => number> {
    const { instruments } = (this.loop ?? (await this.opened())).memory;
    return (instrumentId) => {
      const scale = instruments.get(instrumentId)?.product.terms.scale;
      if (scale === undefined) throw new Error(`The exchange does not know instrument ${instrumentId}.`);
      return scale;
    };
  }

  /** Becomes the writer if it is not yet: reads the books, learns what is new among the instruments, closes and opens sessions. */
  open(): Promise<CommitLoop> {
    if (this.isClosing) return Promise.reject(new ExchangeRecovering());
    if (this.loop) return Promise.resolve(this.loop);
    return this.opening ?? this.openBy(this.begin());
  }

  /** While this is under way, nobody else begins: whoever wants the exchange waits for it. */
  private openBy(attempt: Promise<CommitLoop>): Promise<CommitLoop> {
    this.opening = attempt;
    const done = (): void => {
      if (this.opening === attempt) this.opening = null;
    };
    attempt.then(done, done);
    return attempt;
  }

  /** Opens, and if that fails goes on trying, as the service does that runs for others: the previous writer may be about to leave. */
  async keepOpen(): Promise<void> {
    await this.open().catch((error: unknown) => {
      this.log.warn(`The exchange cannot be opened yet: ${String(error)}`);
      void this.untilIt(() => this.open());
    });
  }

  /** Whether nobody has to wait for it: it is open, or nobody has asked for it yet. */
  get isReady(): boolean {
    return this.loop !== null || this.openings === 0;
  }

  /** When the last request has been answered, and before the connections are closed. */
  async onApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    await this.opening?.catch(() => undefined);
    await this.clock.stop();
    await this.loop?.end();
    await this.earlier.end();
    this.leave();
  }

  /** Books may take longer to read than anybody waits for an answer. */
  private async opened(): Promise<CommitLoop> {
    const late = new AbortController();
    try {
      return await Promise.race([this.open(), pause(ANSWER_WITHIN_MS, null, { signal: late.signal }).then(() => Promise.reject(new ExchangeRecovering()))]);
    } finally {
      late.abort();
    }
  }

  /** `found` hears how far the journal goes, before anything is added to it. */
  private async begin(found: (last: number) => void = () => undefined): Promise<CommitLoop> {
    this.openings++;
    this.writer ??= await this.takeOver();
    const { writer } = this;
    const mended: Failure[] = [];
    const fail = (failure: Failure): void => {
      mended.push(failure);
      this.mend(failure);
    };
    try {
      const { state, time } = await loadBooks(this.orm.config.get('clientUrl'));
      found(state.counters.command);
      // What a new loop does before it is open is in the books that are shown when it is.
      const tell: Tell = (entries, written) => {
        if (this.loop !== null) this.witnesses.written(entries, written);
      };
      const loop = new CommitLoop(new Engine(state), time, { write: (rows, written, advance) => this.commits.timed(writer.write(rows, written, advance)), fail, tell });
      if (!loop.memory.follows(CURRENT_RULES)) await loop.add(HOUSE, [{ type: 'AdoptRules', rules: CURRENT_RULES }]);
      await this.clock.begin((bodies) => loop.add(HOUSE, bodies), loop.memory);
      this.loop = loop;
      this.witnesses.opened(loop.memory);
      this.earlier.begin();
      this.watch ??= setInterval(() => this.loop?.expire(performance.now() - ANSWER_WITHIN_MS), LOOK_AROUND_MS).unref();
      this.clock.run(() => this.keepSessions());
      return loop;
    } catch (error) {
      // A loop that has failed is mended already, perhaps with this very writer.
      if (mended.length === 0) this.leave();
      throw outageOf(error) ?? error;
    }
  }

  private async takeOver(): Promise<Writer> {
    try {
      return await Writer.take(await this.orm.em.getConnection().getNativeClient());
    } catch (error) {
      throw outageOf(error) ?? error;
    }
  }

  /** Tells the venue what is new in the reference data, wherever it came from, and what time it is. Gives when to do it again. One after another: what is due is told once. */
  keepSessions(): Promise<number> {
    const kept = this.keeping.then(() => this.keepNow());
    this.keeping = kept.catch(() => undefined);
    return kept;
  }

  private async keepNow(): Promise<number> {
    const unknown = await this.clock.learn((this.loop ?? (await this.opened())).memory);
    if (unknown.length > 0) await this.carryOutAll(HOUSE, unknown);
    const bodies = await this.look((state) => this.clock.due(state));
    if (bodies.length > 0) await this.carryOutAll(HOUSE, bodies);
    return this.look((state) => this.clock.nextDue(state));
  }

  /** The one way out of every failure: whatever is in memory is forgotten, and read again from what is written. */
  private mend(failure: Failure): void {
    this.loop = null;
    this.openBy(this.beginAfter(failure)).catch(() => undefined);
  }

  /**
   * Whether a batch was written shows in the first books that are read after it, before anybody's command is added to them: a later
   * command takes the same number. And they are read only when the old connection can write no more, or never did.
   */
  private async beginAfter({ error, underWay, last }: Failure): Promise<CommitLoop> {
    if (!isDatabaseGone(error)) this.log.error('a batch could not be carried out', error);
    const late = setTimeout(() => {
      for (const { waiting } of underWay) waiting.reject(new OutcomeUnknown(error));
    }, ANSWER_WITHIN_MS - 1_500);
    if (!(await this.writer?.isStillThere())) this.leave();
    const outcome: { isWritten: boolean | null } = { isWritten: null };
    const loop = await this.untilIt(() => this.begin((found) => (outcome.isWritten ??= found >= last)));
    clearTimeout(late);
    // Whoever was told that it is not known hears nothing more of this.
    for (const { waiting, carried } of underWay) {
      if (outcome.isWritten === true) waiting.resolve(carried);
      else waiting.reject(outcome.isWritten === null ? new OutcomeUnknown(error) : (outageOf(error) ?? new ExchangeRecovering(error)));
    }
    if (loop === null) throw new ExchangeRecovering(error);
    return loop;
  }

  private async untilIt(opens: () => Promise<CommitLoop>): Promise<CommitLoop | null> {
    while (!this.isClosing) {
      try {
        return await opens();
      } catch (error) {
        if (!(error instanceof DomainError)) this.log.error('the exchange could not be opened again', error);
        await pause(AGAIN_AFTER_MS);
      }
    }
    return null;
  }

  private leave(): void {
    this.loop = null;
    this.writer?.release();
    this.writer = null;
  }

  private async withEarlier(given: Given, memory: State): Promise<Given> {
    if (typeof given === 'function' || !needsEarlier(given, memory)) return given;
    const { acctId, clientOrderId } = given as Readonly<{ acctId: number; clientOrderId: string }>;
    const earlier = await this.earlier.find(acctId, clientOrderId);
    return earlier === null ? given : ({ ...given, earlier } as CommandBody);
  }
}
