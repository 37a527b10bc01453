import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Audience } from '../access/audience.service.js';
import type { CommandBody } from '../engine/command.js';
import type { State } from '../engine/state.js';
import { outsideOfRequests } from '../database/outside-of-requests.js';
import { DomainError } from '../errors/domain-error.js';
import type { Carried } from '../exchange/commit-loop.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { Dice } from './dice.js';
import type { Quoted } from './listing.js';
import { ListingService } from './listing.service.js';
import { isOpenTo, turnOf, workingOf } from './market-turn.js';
import { type MakersDesk, MakersService } from './makers.service.js';
import { TradingFloor } from './trading-floor.js';

/** The market moves in one instrument, once in so long, while somebody looks. */
const TURN_MS = 1_000;
/** What others have eaten is offered again after so long, and not more often than that. */
const REQUOTE_MS = 100;
/** So long after the last look of anybody, it falls asleep. */
const AWAKE_MS = 300_000;
const AGAIN_AFTER_MS = 5_000;

const CURRENCIES = ['USD', 'EUR'] as const;

type Step = Readonly<{ instrumentId: number; bodies: readonly CommandBody[] }>;

/**
 * The market maker of the sandbox: quotes the instruments that the sandbox comes with, offers again what was taken, and moves the market
 * while anybody looks. It does nothing that a customer could not do, and when nobody looks it does nothing at all: what it has offered
 * stays in the book. It begins when it is told to, which is where the service starts, and never in production.
 */
@Injectable()
export class MarketMaker implements BeforeApplicationShutdown {
  private readonly log = new Logger(MarketMaker.name);
  private desk: MakersDesk | null = null;
  private floor: TradingFloor | null = null;
  private dice = new Dice(0);
  private quoted: ReadonlyMap<number, Quoted> = new Map();
  private timer: NodeJS.Timeout | null = null;
  private dueAt = Infinity;
  private lastTurn = -Infinity;
  private turning: Promise<void> | null = null;
  private isOver = false;

  constructor(
    private readonly exchange: ExchangeService,
    private readonly makers: MakersService,
    private readonly listing: ListingService,
    private readonly audience: Audience,
  ) {}

  /** Fulfilled when there is something to trade with, or when that has to wait for the exchange. */
  async begin(): Promise<void> {
    if (!this.makers.areWanted || this.isOver) return;
    try {
      await this.sitDown();
    } catch (error) {
      this.complain(error);
      this.timer = setTimeout(() => void this.begin(), AGAIN_AFTER_MS).unref();
      return;
    }
    await this.takeTurn();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isOver = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.turning?.catch(() => undefined);
  }

  private async sitDown(): Promise<void> {
    const desk = await this.makers.desk(CURRENCIES);
    const floor = new TradingFloor(
      desk.caller.userId,
      new Set([...desk.makers.values()].flatMap(({ maker, flow }) => [maker, flow])),
    );
    await this.exchange.look((state) => {
      this.dice = new Dice(state.counters.command);
      floor.markAll(state);
    });
    [this.desk, this.floor] = [desk, floor];
    this.exchange.witnessedBy({
      opened: (state) => {
        floor.markAll(state);
        this.comeIn(REQUOTE_MS);
      },
      written: (entries, state) => {
        if (floor.hear(entries, state, performance.now())) this.comeIn(REQUOTE_MS);
      },
    });
    this.audience.greetBy(() => this.comeIn(TURN_MS));
  }

  /** The next turn, so long after the last one at the earliest; one that is due sooner stays so. */
  private comeIn(afterMs: number): void {
    const now = performance.now();
    const at = Math.max(now, this.lastTurn + afterMs);
    if (this.isOver || this.turning !== null || this.dueAt <= at) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.dueAt = at;
    this.timer = outsideOfRequests(() => setTimeout(() => void this.takeTurn(), at - now).unref());
  }

  private async takeTurn(): Promise<void> {
    this.turning = this.turn().catch((error: unknown) => {
      this.complain(error);
    });
    await this.turning;
    this.turning = null;
    this.dueAt = Infinity;
    // Whatever came in while the turn was under way is seen to in the next.
    if (this.floor?.isAllSeenTo === false) this.comeIn(REQUOTE_MS);
    else if (this.audience.isHere(performance.now(), AWAKE_MS)) this.comeIn(TURN_MS);
  }

  private async turn(): Promise<void> {
    this.lastTurn = performance.now();
    this.quoted = await this.listing.quotedBy(await this.exchange.look(({ instruments }) => instruments.size));
    const { desk, floor } = this;
    if (desk === null || floor === null) return;
    const steps = await this.exchange.look((state) => this.steps(state, desk, floor));
    const bodies = steps.flatMap((step) => step.bodies);
    if (bodies.length === 0 || this.isOver) return;
    try {
      this.noteRefusals(steps, await this.exchange.carryOutAll(desk.caller, bodies), floor);
    } catch (error) {
      for (const { instrumentId } of steps) floor.mark(instrumentId);
      throw error;
    }
  }

  private noteRefusals(steps: readonly Step[], carried: readonly Carried[], floor: TradingFloor): void {
    const owners = steps.flatMap(({ instrumentId, bodies }) => bodies.map(() => instrumentId));
    for (const [index, { events }] of carried.entries()) {
      const refusal = events.find((event) => event.type === 'ActionRefused')?.refusal;
      // An order that was filled a moment ago is no fault of the instrument.
      if (refusal !== undefined && refusal.code !== 'order_not_open')
        floor.refused(owners[index] ?? 0, performance.now());
    }
  }

  private steps(state: State, desk: MakersDesk, floor: TradingFloor): Step[] {
    const now = performance.now();
    const working = new Map([...desk.makers.values()].map(({ maker }) => [maker, workingOf(state, maker)]));
    const stepIn = (instrumentId: number, dice: Dice | null): Step[] => {
      const [quoted, instrument] = [this.quoted.get(instrumentId), state.instruments.get(instrumentId)];
      const makers = desk.makers.get(instrument?.product.group.terms.currency ?? '');
      if (quoted === undefined || instrument === undefined || makers === undefined) return [];
      if (floor.isShy(instrumentId, now) || !isOpenTo(state, instrument, makers)) return [];
      return [
        {
          instrumentId,
          bodies: turnOf(instrument, working.get(makers.maker)?.get(instrumentId) ?? [], { quoted, makers, dice }),
        },
      ];
    };
    const moved = this.audience.isHere(now, AWAKE_MS) ? this.choose(state, floor, now) : undefined;
    const dirty = [...floor.takeDirty()].filter((id) => id !== moved);
    return [...dirty.flatMap((id) => stepIn(id, null)), ...(moved === undefined ? [] : stepIn(moved, this.dice))];
  }

  /** Where the market moves now: most often where people trade, and in the contract of a product that is next. */
  private choose(state: State, floor: TradingFloor, now: number): number | undefined {
    const all = [...this.quoted.values()].filter(({ id }) => state.instruments.get(id)?.closedBecause() === null);
    const weigh = ({ id, isFront }: Quoted): number => (floor.isOfInterest(id, now) ? 40 : isFront ? 4 : 1);
    return this.dice.pick(all, weigh)?.id;
  }

  private complain(error: unknown): void {
    // A database that is away, or a queue that is full: the next turn comes.
    if (!(error instanceof DomainError)) this.log.warn(`The market could not be kept moving: ${String(error)}`);
  }
}
