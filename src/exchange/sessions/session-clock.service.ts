import { setTimeout as pause } from 'node:timers/promises';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import type { CommandBody } from '../../engine/command.js';
import type { State } from '../../engine/state.js';
import { VenueClockService } from '../../clock/venue-clock.service.js';
import { Config } from '../../config/config.js';
import { isDatabaseUnavailable } from '../../database/outage.js';
import { InstrumentEntity } from '../../instruments/instrument.entity.js';
import { ProductEntity } from '../../instruments/product.entity.js';
import { ProductGroupEntity } from '../../instruments/product-group.entity.js';
import { listDueCommands, type TradingHours, findNextDue } from './due-commands.js';
import { listUnknownTerms } from './unknown-terms.js';

/** However far away the next close is: clocks are set, and machines sleep. */
const LOOK_AGAIN_MS = 15_000;
/** A timer may be early, and what the venue refuses stays due. */
const AT_LEAST_MS = 100;
/** Changes whenever the data changes that the session clock depends on, by any user. */
const STAMP = ['product_groups', 'products', 'instruments'].map(
  (table) => `(select concat_ws(' ', count(*), max(id), sum(version), max(updated_at)) from ${table})`,
);
const READ_STAMP = `select concat_ws('; ', ${STAMP.join(', ')}) as stamp`;
/** Nobody who has an order waits longer for the clock. */
const CATCH_UP_MS = 1_000;
/** A session closes, the next one opens; whatever is due then is refused, and the next tick asks again. */
const ROUNDS = 3;

/** Tells the venue by its clock what is due: which sessions are over, and which have begun. */
@Injectable()
export class SessionClockService {
  private readonly log = new Logger(SessionClockService.name);
  private calendars: TradingHours['calendars'] = new Map();
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;
  /** What the reference data was when it was last read, and the venue knew all of it. */
  private known: string | null = null;
  /** From this moment on the venue needs a command before it may take another caller's. */
  private dueFrom = Infinity;
  private catching: Promise<unknown> | null = null;
  private ticking: Promise<void> = Promise.resolve();

  constructor(
    private readonly orm: MikroORM,
    private readonly config: Config,
    private readonly clock: VenueClockService,
  ) {}

  /** Before the first command of a caller: the reference data that is new to the venue, and what became due while no process was running. */
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

  /** Reads the reference data if it is new, follows its hours from now on, and returns the commands that the venue needs. */
  async syncTerms(state: State): Promise<CommandBody[]> {
    const em = this.orm.em.fork();
    // Read before the data: what changes in between is new the next time.
    const [read] = await em.execute<{ stamp: string }[]>(READ_STAMP);
    if (read?.stamp === this.known) return [];
    const unknown = await this.read(em, state);
    // The venue may have been unable to take the commands that it did not get.
    this.known = unknown.length === 0 ? (read?.stamp ?? null) : null;
    return unknown;
  }

  private async read(em: EntityManager, state: State): Promise<CommandBody[]> {
    const [groups, products, instruments] = await Promise.all([
      em.findAll(ProductGroupEntity),
      em.findAll(ProductEntity),
      em.findAll(InstrumentEntity, { orderBy: { id: 'asc' } }),
    ]);
    const byId = new Map(groups.map((group) => [group.id, group]));
    this.calendars = new Map(
      products.flatMap((product) => {
        const calendar = byId.get(product.groupId)?.createCalendar(product);
        return calendar === undefined ? [] : [[product.id, calendar]];
      }),
    );
    return listUnknownTerms(state, { groups, products, instruments });
  }

  private get hours(): TradingHours {
    return { calendars: this.calendars, rests: !this.config.tradesAtAllHours };
  }

  /** When to ask again. */
  findNextDue(state: State): number {
    const now = this.clock.now();
    const next = findNextDue(state, this.hours, now);
    // A command that stays due although it was sent is not repeated with every order.
    this.dueFrom = next > now ? next : now + AT_LEAST_MS;
    return next;
  }

  /** A timer may be late, and a machine may have slept: the next caller then has to wait until the venue knows what time it is. */
  isLate(): boolean {
    return this.clock.now() >= this.dueFrom;
  }

  /** Once for all who wait for it, and not for long: where it fails the timer tries again, and the venue says itself what it cannot do. */
  async catchUp(tick: () => Promise<number>): Promise<void> {
    const forget = (): void => {
      this.catching = null;
    };
    this.catching ??= tick().then(forget, forget);
    await Promise.race([this.catching, pause(CATCH_UP_MS, null, { ref: false })]);
  }

  /** From now on; a clock that runs already is wound anew. `tick` carries out what is due and says when to come again. */
  run(tick: () => Promise<number>, at = this.clock.now()): void {
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.isStopped) return;
    const wait = Math.max(AT_LEAST_MS, Math.min(at - this.clock.now(), LOOK_AGAIN_MS));
    this.timer = setTimeout(() => {
      this.ticking = this.tick(tick);
    }, wait).unref();
  }

  /** Fulfilled when it asks nothing more of the database, which may then be left. */
  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.ticking;
  }

  private async tick(tick: () => Promise<number>): Promise<void> {
    const next = await tick().catch((error: unknown) => {
      // A database that is away, or a queue that is full: the next tick comes.
      if (!isDatabaseUnavailable(error)) this.log.warn(`Sessions could not be looked after: ${String(error)}`);
      return Infinity;
    });
    this.run(tick, next);
  }
}
