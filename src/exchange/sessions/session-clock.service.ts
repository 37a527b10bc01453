import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { CommandBody } from '../../engine/command.js';
import type { State } from '../../engine/state.js';
import { VenueClockService } from '../../clock/venue-clock.service.js';
import { Config } from '../../config/config.js';
import { isDatabaseUnavailable } from '../../database/outage.js';
import { ExchangeStore } from '../store/exchange-store.js';
import { listDueCommands, type TradingHours, findNextDue } from './due-commands.js';
import { listUnknownTerms, type ReferenceData } from './unknown-terms.js';

/** The maximum sleep, whatever is next: clocks are set, and machines sleep. */
const LOOK_AGAIN_MS = 15_000;
/** The minimum sleep: a timer may be early, and rejected commands stay due. */
const AT_LEAST_MS = 100;
/** The pause behind an attempt that failed: sessions wait no longer for a database that is back. */
const RETRY_AFTER_MS = 1_000;
/** The maximum time that an order waits for the clock. */
const CATCH_UP_MS = 1_000;
/** A session closes and the next one opens; rejected commands are tried again at the next tick. */
const ROUNDS = 3;

/** Sends the venue the commands that are due: closing and opening of sessions, expirations. */
@Injectable()
export class SessionClockService {
  private readonly log = new Logger(SessionClockService.name);
  private calendars: TradingHours['calendars'] = new Map();
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;
  /** The stamp of the reference data when the venue knew all of it. */
  private known: string | null = null;
  /** From this time on the venue needs a command of the clock before other commands. */
  private dueFrom = Infinity;
  private catching: Promise<unknown> | null = null;
  private ticking: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: ExchangeStore,
    private readonly config: Config,
    private readonly clock: VenueClockService,
  ) {}

  /** Before the first command of a caller: sends new reference data, and what became due during downtime. */
  async begin(execute: (bodies: readonly CommandBody[]) => Promise<unknown>, state: State): Promise<void> {
    this.known = null;
    const unknown = await this.syncTerms(state);
    if (unknown.length > 0) await execute(unknown);
    for (let round = 0, due = this.listDue(state); due.length > 0 && round < ROUNDS; round++, due = this.listDue(state))
      await execute(due);
    this.findNextDue(state);
  }

  now(): number {
    return this.clock.now();
  }

  listDue(state: State): CommandBody[] {
    return listDueCommands(state, this.hours, this.clock.now());
  }

  /**
   * Reads the reference data if it is new, follows its hours from now on, and returns the commands that the venue
   * needs.
   */
  async syncTerms(state: State): Promise<CommandBody[]> {
    const changed = await this.store.readReferenceData(this.known);
    if (changed === null) return [];
    this.followHours(changed.data);
    const unknown = listUnknownTerms(state, changed.data);
    // The venue may have rejected the commands that it did not get.
    this.known = unknown.length === 0 ? changed.stamp : null;
    return unknown;
  }

  private followHours({ groups, products }: ReferenceData): void {
    const byId = new Map(groups.map((group) => [group.id, group]));
    this.calendars = new Map(
      products.flatMap((product) => {
        const calendar = byId.get(product.groupId)?.createCalendar(product);
        return calendar === undefined ? [] : [[product.id, calendar]];
      }),
    );
  }

  private get hours(): TradingHours {
    return { calendars: this.calendars, rests: !this.config.tradesAtAllHours };
  }

  /** When to ask again. */
  findNextDue(state: State): number {
    const now = this.clock.now();
    const next = findNextDue(state, this.hours, now);
    // A command that stays due after it was sent is not repeated with every order.
    this.dueFrom = next > now ? next : now + AT_LEAST_MS;
    return next;
  }

  /** A timer may be late, and a machine may have slept: the caller waits until the venue knows the time. */
  isLate(): boolean {
    return this.clock.now() >= this.dueFrom;
  }

  /**
   * One run for all waiting callers, with a time limit: if it fails, the timer tries again, and the venue rejects what
   * it cannot do.
   */
  async catchUp(tick: () => Promise<number>): Promise<void> {
    const forget = (): void => {
      this.catching = null;
    };
    this.catching ??= tick().then(forget, forget);
    await Promise.race([this.catching, pause(CATCH_UP_MS, null, { ref: false })]);
  }

  /** Starts or restarts the timer. `tick` executes what is due and returns the time of the next call. */
  run(tick: () => Promise<number>, at = this.clock.now()): void {
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.isStopped) return;
    const wait = Math.max(AT_LEAST_MS, Math.min(at - this.clock.now(), LOOK_AGAIN_MS));
    this.timer = setTimeout(() => {
      this.ticking = this.tick(tick);
    }, wait).unref();
  }

  /** Resolves when it no longer uses the database. */
  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.ticking;
  }

  private async tick(tick: () => Promise<number>): Promise<void> {
    const next = await tick().catch((error: unknown) => {
      // The database is away, its disk is full, or the queue is.
      if (!this.isStopped && !isDatabaseUnavailable(error))
        this.log.warn(`Sessions could not be looked after: ${String(error)}`);
      return this.clock.now() + RETRY_AFTER_MS;
    });
    this.run(tick, next);
  }
}
