import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import type { CommandBody } from '../../engine/command.js';
import type { State } from '../../engine/state.js';
import { Config } from '../../config/config.js';
import { isDatabaseGone } from '../../database/outage.js';
import { Instrument } from '../../instruments/instrument.entity.js';
import { Product } from '../../instruments/product.entity.js';
import { ProductGroup } from '../../instruments/product-group.entity.js';
import { dueCommands, type Hours, nextDue } from './due-commands.js';
import { unknownTerms } from './unknown-terms.js';

/** However far away the next close is: clocks are set, and machines sleep. */
const LOOK_AGAIN_MS = 15_000;
/** A timer may be early, and what the venue refuses stays due. */
const AT_LEAST_MS = 100;
/** A session closes, the next one opens; whatever is due then is refused, and the next tick asks again. */
const ROUNDS = 3;

/** Tells the venue what time it is: which sessions are over, and which have begun. */
@Injectable()
export class SessionClock {
  private readonly log = new Logger(SessionClock.name);
  private calendars: Hours['calendars'] = new Map();
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;
  private ticking: Promise<void> = Promise.resolve();

  constructor(
    private readonly orm: MikroORM,
    private readonly config: Config,
  ) {}

  /** Before anybody else may give a command: what the venue has not been told yet, and what became due while nobody told it. */
  async begin(carryOut: (bodies: readonly CommandBody[]) => Promise<unknown>, state: State): Promise<void> {
    const unknown = await this.learn(state);
    if (unknown.length > 0) await carryOut(unknown);
    for (let round = 0, due = this.due(state); due.length > 0 && round < ROUNDS; round++, due = this.due(state)) await carryOut(due);
  }

  due(state: State): CommandBody[] {
    return dueCommands(state, this.hours, Date.now());
  }

  /** Reads the reference data, goes by its hours from now on, and gives what the venue has to be told of it. */
  async learn(state: State): Promise<CommandBody[]> {
    const em = this.orm.em.fork();
    const [groups, products, instruments] = await Promise.all([em.findAll(ProductGroup), em.findAll(Product), em.findAll(Instrument, { orderBy: { id: 'asc' } })]);
    const byId = new Map(groups.map((group) => [group.id, group]));
    this.calendars = new Map(
      products.flatMap((product) => {
        const calendar = byId.get(product.groupId)?.calendar(product);
        return calendar === undefined ? [] : [[product.id, calendar]];
      }),
    );
    return unknownTerms(state, { groups, products, instruments });
  }

  private get hours(): Hours {
    return { calendars: this.calendars, rests: !this.config.tradesAtAllHours };
  }

  /** When to ask again. */
  nextDue(state: State): number {
    return nextDue(state, this.hours, Date.now());
  }

  /** From now on; a clock that runs already is wound anew. `tick` carries out what is due and says when to come again. */
  run(tick: () => Promise<number>, at = Date.now()): void {
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.isStopped) return;
    const wait = Math.max(AT_LEAST_MS, Math.min(at - Date.now(), LOOK_AGAIN_MS));
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
      if (!isDatabaseGone(error)) this.log.warn(`Sessions could not be looked after: ${String(error)}`);
      return Infinity;
    });
    this.run(tick, next);
  }
}
