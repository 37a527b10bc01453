import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { ActivityMonitorService } from '../access/activity-monitor.service.js';
import type { CommandBody } from '../engine/command.js';
import type { State } from '../engine/state.js';
import { runOutsideRequest } from '../database/unit-of-work.js';
import { DomainError } from '../errors/domain-error.js';
import type { CommandResult } from '../exchange/commit-loop.js';
import { ExchangeService } from '../exchange/exchange.service.js';
import { SeededRandom } from './random-walk.js';
import { type QuotedInstrument, QuotedInstrumentsService } from './quoted-instruments.service.js';
import { canQuote, planQuoteCycle, findWorkingOrders } from './quote-cycle.js';
import { type MarketMakerAccounts, MarketMakerAccountsService } from './market-maker-accounts.service.js';
import { MarketActivity } from './market-activity.js';

/** The interval between moves of one instrument, while the service is in use. */
const CYCLE_MS = 1_000;
/** What others have eaten is offered again after so long, and not more often than that. */
const REQUOTE_MS = 100;
/** So long after the last look of anybody, it falls asleep. */
const ACTIVE_MS = 300_000;
const RETRY_MS = 5_000;

const CURRENCIES = ['USD', 'EUR'] as const;

type InstrumentCommands = Readonly<{ instrumentId: number; bodies: readonly CommandBody[] }>;

/**
 * The market maker of the sandbox: quotes the instruments that the sandbox comes with, offers again what was taken, and moves the market
 * while anybody looks. It does nothing that a customer could not do, and when nobody looks it does nothing at all: what it has offered
 * stays in the book. `start()` is called where the service starts, and never in production.
 */
@Injectable()
export class MarketMakerService implements BeforeApplicationShutdown {
  private readonly log = new Logger(MarketMakerService.name);
  private accounts: MarketMakerAccounts | null = null;
  private activity: MarketActivity | null = null;
  private random = new SeededRandom(0);
  private quotedInstruments: ReadonlyMap<number, QuotedInstrument> = new Map();
  private timer: NodeJS.Timeout | null = null;
  private dueAt = Infinity;
  private lastCycleAt = -Infinity;
  private runningCycle: Promise<void> | null = null;
  private isStopped = false;

  constructor(
    private readonly exchange: ExchangeService,
    private readonly accountsService: MarketMakerAccountsService,
    private readonly quotedInstrumentsService: QuotedInstrumentsService,
    private readonly activityMonitor: ActivityMonitorService,
  ) {}

  /** Fulfilled when there is something to trade with, or when that has to wait for the exchange. */
  async start(): Promise<void> {
    if (!this.accountsService.isEnabled || this.isStopped) return;
    try {
      await this.initialize();
    } catch (error) {
      this.logFailure(error);
      this.timer = setTimeout(() => void this.start(), RETRY_MS).unref();
      return;
    }
    await this.runCycle();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
    await this.runningCycle?.catch(() => undefined);
  }

  private async initialize(): Promise<void> {
    const accounts = await this.accountsService.findOrCreateAccounts(CURRENCIES);
    const activity = new MarketActivity(
      accounts.caller.userId,
      new Set([...accounts.makers.values()].flatMap(({ maker, flow }) => [maker, flow])),
    );
    await this.exchange.look((state) => {
      this.random = new SeededRandom(state.counters.command);
      activity.markAllDirty(state);
    });
    [this.accounts, this.activity] = [accounts, activity];
    this.exchange.batchListeners.register({
      opened: (state) => {
        activity.markAllDirty(state);
        this.scheduleCycle(REQUOTE_MS);
      },
      written: (entries, state) => {
        if (activity.recordCommands(entries, state, performance.now())) this.scheduleCycle(REQUOTE_MS);
      },
    });
    this.activityMonitor.requestListeners.register(() => this.scheduleCycle(CYCLE_MS));
  }

  /** The next turn, so long after the last one at the earliest; one that is due sooner stays so. */
  private scheduleCycle(afterMs: number): void {
    const now = performance.now();
    const at = Math.max(now, this.lastCycleAt + afterMs);
    if (this.isStopped || this.runningCycle !== null || this.dueAt <= at) return;
    if (this.timer !== null) clearTimeout(this.timer);
    this.dueAt = at;
    this.timer = runOutsideRequest(() => setTimeout(() => void this.runCycle(), at - now).unref());
  }

  private async runCycle(): Promise<void> {
    this.runningCycle = this.submitCycleCommands().catch((error: unknown) => {
      this.logFailure(error);
    });
    await this.runningCycle;
    this.runningCycle = null;
    this.dueAt = Infinity;
    // Whatever came in while the turn was under way is seen to in the next.
    if (this.activity?.isClean === false) this.scheduleCycle(REQUOTE_MS);
    else if (this.activityMonitor.isActive(performance.now(), ACTIVE_MS)) this.scheduleCycle(CYCLE_MS);
  }

  private async submitCycleCommands(): Promise<void> {
    this.lastCycleAt = performance.now();
    this.quotedInstruments = await this.quotedInstrumentsService.findQuotedInstruments(
      await this.exchange.look(({ instruments }) => instruments.size),
    );
    const { accounts, activity } = this;
    if (accounts === null || activity === null) return;
    const commandsByInstrument = await this.exchange.look((state) => this.planCycle(state, accounts, activity));
    const bodies = commandsByInstrument.flatMap((instrumentCommands) => instrumentCommands.bodies);
    if (bodies.length === 0 || this.isStopped) return;
    try {
      this.recordRejections(commandsByInstrument, await this.exchange.executeAll(accounts.caller, bodies), activity);
    } catch (error) {
      for (const { instrumentId } of commandsByInstrument) activity.markDirty(instrumentId);
      throw error;
    }
  }

  private recordRejections(
    commandsByInstrument: readonly InstrumentCommands[],
    commandResults: readonly CommandResult[],
    activity: MarketActivity,
  ): void {
    const instrumentIds = commandsByInstrument.flatMap(({ instrumentId, bodies }) => bodies.map(() => instrumentId));
    for (const [index, { events }] of commandResults.entries()) {
      const rejection = events.find((event) => event.type === 'ActionRefused')?.refusal;
      // An order that was filled a moment ago is no fault of the instrument.
      if (rejection !== undefined && rejection.code !== 'order_not_open')
        activity.recordRejection(instrumentIds[index] ?? 0, performance.now());
    }
  }

  private planCycle(state: State, accounts: MarketMakerAccounts, activity: MarketActivity): InstrumentCommands[] {
    const now = performance.now();
    const working = new Map([...accounts.makers.values()].map(({ maker }) => [maker, findWorkingOrders(state, maker)]));
    const planInstrument = (instrumentId: number, random: SeededRandom | null): InstrumentCommands[] => {
      const [quoted, instrument] = [this.quotedInstruments.get(instrumentId), state.instruments.get(instrumentId)];
      const makers = accounts.makers.get(instrument?.product.group.terms.currency ?? '');
      if (quoted === undefined || instrument === undefined || makers === undefined) return [];
      if (activity.isBackingOff(instrumentId, now) || !canQuote(state, instrument, makers)) return [];
      const own = working.get(makers.maker)?.get(instrumentId) ?? [];
      return [{ instrumentId, bodies: planQuoteCycle(instrument, own, { quoted, makers, random }) }];
    };
    const movingInstrumentId = this.activityMonitor.isActive(now, ACTIVE_MS)
      ? this.chooseMovingInstrument(state, activity, now)
      : undefined;
    const dirty = [...activity.takeDirty()].filter((id) => id !== movingInstrumentId);
    return [
      ...dirty.flatMap((id) => planInstrument(id, null)),
      ...(movingInstrumentId === undefined ? [] : planInstrument(movingInstrumentId, this.random)),
    ];
  }

  /** Where the market moves now: most often where people trade, and in the contract of a product that is next. */
  private chooseMovingInstrument(state: State, activity: MarketActivity, now: number): number | undefined {
    const candidates = [...this.quotedInstruments.values()].filter(
      ({ id }) => state.instruments.get(id)?.findClosedRefusal() === null,
    );
    const getWeight = ({ id, isFront }: QuotedInstrument): number =>
      activity.isRecentlyTraded(id, now) ? 40 : isFront ? 4 : 1;
    return this.random.pick(candidates, getWeight)?.id;
  }

  private logFailure(error: unknown): void {
    // A database that is away, or a queue that is full: the next turn comes.
    if (!(error instanceof DomainError)) this.log.warn(`The market could not be kept moving: ${String(error)}`);
  }
}
