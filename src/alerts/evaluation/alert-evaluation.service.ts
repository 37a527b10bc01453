import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { runOutsideRequest } from '../../database/run-outside-request.js';
import type { Instrument } from '../../engine/instrument.js';
import type { State } from '../../engine/state.js';
import { EventFeedService } from '../../events/event-feed.service.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import { toSymbol } from '../../exchange/traded-instruments.js';
import type { ExecutedCommand } from '../../exchange/writing/batch-rows.js';
import { formatDecimal } from '../../money/decimal.js';
import { REPEAT_PAUSE_MS } from '../alert-limits.js';
import { ALERT_SIDES, type AlertSide } from '../alert-terms.js';
import type { Alert } from '../alert.entity.js';
import { AlertIndex, type AlertTrade, type WaitingAlert } from './alert-index.js';
import { type AlertTrigger, AlertTriggersService } from './alert-triggers.service.js';

const TRIGGERS_AT_ONCE = 100;
const TRADES_AT_ONCE = 5_000;
const AGAIN_AFTER_MS = 1_000;
/** A crash makes the next start look again at the trades of this time at most. */
const SAVE_EVERY_MS = 10_000;
/** Alerts of users who are enabled again wake within this time. */
const SLEEP_MS = 60_000;
/** A repeating fill alert. */
const FILL_PAUSE_MS = 1_000;

type ReachedPrice = Readonly<{ instrumentId: number; units: number; scale: number; time: number; trade: number }>;

/**
 * Evaluates alerts in the process that writes the exchange, after each commit and from memory: without alerts a commit costs a
 * comparison. What is reached leaves the index at once and is written right behind; until then a crash loses nothing, because the
 * next start looks again at the trades since the last one that was evaluated, and at the present prices.
 */
@Injectable()
export class AlertEvaluationService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly log = new Logger(AlertEvaluationService.name);
  private index = new AlertIndex();
  private readonly pending: AlertTrigger[] = [];
  private readonly expired = new Map<number, string>();
  private readonly users = new Set<number>();
  /** The number of the last trigger of all. */
  private notices = 0;
  private lastTrade = 0;
  private savedAt = 0;
  /** The index is that of the tables, and has seen every commit since. */
  private isLive = false;
  private isStale = false;
  private isClosing = false;
  private running: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly exchange: ExchangeService,
    private readonly triggers: AlertTriggersService,
    private readonly feed: EventFeedService,
  ) {}

  onModuleInit(): void {
    this.exchange.batchListeners.register({
      opened: () => this.reload(),
      written: (entries, state) => {
        this.lastTrade = state.counters.trade;
        if (this.isLive && this.index.size > 0) this.evaluate(entries, state);
      },
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
    await this.saveProgress().catch(() => undefined);
  }

  /** The number of the last trigger, for a user who has alerts. */
  findLatestNotice(userId: number): number | null {
    return this.users.has(userId) ? this.notices : null;
  }

  /** An alert was created or armed. It triggers at once if the price is there. */
  async watch(alert: Alert): Promise<void> {
    this.users.add(alert.userId);
    try {
      await this.exchange.look((state) => {
        if (!this.isLive) this.isStale = true;
        else if (this.admit(alert, state)) this.checkPrices([alert.instrumentId ?? 0], state);
      });
    } catch {
      // The alert is stored: it is loaded when the exchange can be read again.
      this.isStale = true;
    }
    this.wake();
  }

  forget(id: number): void {
    this.index.remove(id);
  }

  private reload(): void {
    [this.isLive, this.isStale] = [false, true];
    this.wake();
  }

  /* ---- evaluation, between two commits ------------------------------------------------------------------------------------ */

  private evaluate(entries: readonly ExecutedCommand[], state: State): void {
    const changed = new Set<number>();
    for (const { events } of entries) {
      for (const event of events) {
        if (event.type === 'Traded') this.evaluateTrade(event.trade, state);
        else if (event.type === 'MarketDataChanged' && this.index.hasPrices(event.instrumentId))
          changed.add(event.instrumentId);
        else if (event.type === 'InstrumentChanged' && event.isExpired)
          this.expire(state.instruments.get(event.instrumentId));
      }
    }
    if (changed.size > 0) this.checkPrices(changed, state);
    if (Date.now() - this.savedAt > SAVE_EVERY_MS) this.wake();
  }

  /** Every trade counts, also one that a later one of its batch has hidden from the board. */
  private evaluateTrade(trade: AlertTrade, state: State): void {
    const { instrumentId, price: units, id, time, settlement = null } = trade;
    const instrument = state.instruments.get(instrumentId);
    if (instrument === undefined || settlement !== null) return;
    const { scale } = instrument.product.terms;
    const reached: ReachedPrice = { instrumentId, units, scale, time, trade: id };
    for (const alert of this.index.takePrices(instrumentId, 'Last', reached)) {
      if (id > alert.since) this.trigger(alert, reached);
      else this.index.add(alert, scale);
    }
    for (const alert of this.index.findFills(trade, state)) {
      if (id <= alert.since) continue;
      if (!alert.repeat) this.index.remove(alert.id);
      this.trigger(alert, reached);
    }
  }

  private checkPrices(instrumentIds: Iterable<number>, state: State): void {
    for (const id of instrumentIds) {
      const instrument = state.instruments.get(id);
      if (instrument) for (const side of ALERT_SIDES) this.checkPrice(instrument, side, state);
    }
  }

  private checkPrice({ id, board, product }: Instrument, side: AlertSide, { counters }: State): void {
    const item = board.findItem(side);
    if (item === null || item.price === null) return;
    const { scale } = product.terms;
    const reached = { instrumentId: id, units: item.price, scale, time: this.exchange.now(), trade: counters.trade };
    for (const alert of this.index.takePrices(id, side, reached)) this.trigger(alert, reached);
  }

  private trigger(alert: WaitingAlert, { units, scale, time, ...reached }: ReachedPrice): void {
    const restMs = alert.kind === 'Fill' ? FILL_PAUSE_MS : REPEAT_PAUSE_MS;
    if (alert.repeat && alert.triggeredAt !== null && time - alert.triggeredAt < restMs) return;
    this.pending.push({ ...reached, alert, triggers: alert.triggers, price: formatDecimal(units, scale), at: time });
    alert.triggers += 1;
    alert.triggeredAt = time;
    this.wake();
  }

  private expire(instrument: Instrument | undefined): void {
    if (instrument === undefined) return;
    const waiting = this.index.listOn(instrument.id);
    if (waiting.length === 0) return;
    for (const { id } of waiting) this.index.remove(id);
    this.expired.set(instrument.id, `${toSymbol(instrument)} has expired.`);
    this.wake();
  }

  /** Whether it waits now: an alert on an expired instrument is canceled. */
  private admit(alert: Alert, state: State, hasTriggered = false): boolean {
    const instrument = alert.instrumentId === null ? null : state.instruments.get(alert.instrumentId);
    // Just listed: the venue adds it at its next check, and alerts are loaded again then.
    if (instrument === undefined) this.sleep();
    else this.index.add(toWaiting(alert), instrument?.product.terms.scale ?? 0, hasTriggered);
    if (instrument?.isExpired === true) this.expire(instrument);
    return this.index.has(alert.id);
  }

  /* ---- work behind the commits ---------------------------------------------------------------------------------------------- */

  private get hasWork(): boolean {
    return this.isStale || this.pending.length > 0 || this.expired.size > 0;
  }

  private wake(): void {
    if (this.isClosing) return;
    this.running ??= runOutsideRequest(() => this.work()).finally(() => {
      this.running = null;
      if (this.hasWork) this.wake();
    });
  }

  private async work(): Promise<void> {
    try {
      await this.flush();
      if (this.isStale) await this.load();
      await this.flush();
      if (Date.now() - this.savedAt > SAVE_EVERY_MS) await this.saveProgress();
    } catch (error) {
      this.isStale ||= !this.isLive;
      if (this.isClosing) return;
      this.log.warn(`Alerts are tried again soon: ${String(error)}`);
      await pause(AGAIN_AFTER_MS, undefined, { ref: false });
    }
  }

  private async flush(): Promise<void> {
    while (this.pending.length > 0) {
      const triggers = this.pending.slice(0, TRIGGERS_AT_ONCE);
      const recorded = await this.triggers.record(triggers);
      this.pending.splice(0, triggers.length);
      for (const { userId, notice, id } of recorded) {
        this.notices = Math.max(this.notices, notice ?? 0);
        this.feed.announce(userId, 'alert', { id, notice });
      }
      // Others were canceled meanwhile, or their users are disabled.
      if (recorded.length < triggers.length) this.sleep();
    }
    for (const [instrumentId, reason] of [...this.expired]) {
      await this.triggers.cancelOn(instrumentId, reason);
      this.expired.delete(instrumentId);
    }
  }

  /** Trades since the last evaluation first, then the present prices, and from then on every commit. */
  private async load(): Promise<void> {
    [this.isLive, this.isStale] = [false, false];
    const { alerts, asleep, userIds, progress } = await this.triggers.loadActive();
    for (const id of userIds) this.users.add(id);
    this.notices = Math.max(this.notices, progress.notices);
    if (asleep > 0) this.sleep();
    this.index = new AlertIndex();
    await this.exchange.look((state) => {
      for (const alert of alerts) this.admit(alert, state, alert.repeat && alert.triggers > 0);
    });
    let evaluated = Math.max(progress.trade, Math.min(...alerts.map(({ since }) => since)));
    while (!(await this.exchange.look((state) => this.hasCaughtUp(evaluated, state)))) {
      const trades = await this.triggers.listTrades(evaluated, TRADES_AT_ONCE);
      await this.exchange.look((state) => {
        for (const trade of trades) this.evaluateTrade(trade, state);
      });
      evaluated = trades.at(-1)?.id ?? Infinity;
    }
  }

  /** It is live from this moment on, unless it must be loaded once more. */
  private hasCaughtUp(evaluated: number, state: State): boolean {
    if (this.isStale) return true;
    if (evaluated < state.counters.trade) return false;
    this.checkPrices(this.index.pricedInstruments, state);
    this.lastTrade = state.counters.trade;
    this.isLive = true;
    return true;
  }

  private async saveProgress(): Promise<void> {
    this.savedAt = Date.now();
    if (this.isLive && this.index.size > 0 && this.pending.length === 0)
      await this.triggers.saveProgress(this.lastTrade);
  }

  /** Loads all alerts again in a while. */
  private sleep(): void {
    this.timer ??= runOutsideRequest(() =>
      setTimeout(() => {
        this.timer = null;
        this.reload();
      }, SLEEP_MS).unref(),
    );
  }
}

function toWaiting(alert: Alert): WaitingAlert {
  const { id, userId, kind, instrumentId, acctId, side, direction, price, repeat, since, triggers } = alert;
  const triggeredAt = alert.triggeredAt?.getTime() ?? null;
  return { id, userId, kind, instrumentId, acctId, side, direction, price, repeat, since, triggers, triggeredAt };
}
