import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { runOutsideRequest } from '../../database/unit-of-work.js';
import type { State } from '../../engine/state.js';
import { EventFeedService } from '../../events/event-feed.service.js';
import { ExchangeService } from '../../exchange/exchange.service.js';
import type { Alert } from '../alert.entity.js';
import { AlertEvaluator } from './alert-evaluator.js';
import { type AlertTrigger, AlertTriggersService } from './alert-triggers.service.js';

const TRIGGERS_AT_ONCE = 100;
const TRADES_AT_ONCE = 5_000;
const AGAIN_AFTER_MS = 1_000;
/** A crash makes the next start look again at the trades of this time at most. */
const SAVE_EVERY_MS = 10_000;
/** Alerts of users who are enabled again wake within this time. */
const SLEEP_MS = 60_000;

/**
 * Evaluates alerts in the process that writes the exchange, after each commit and from memory: without alerts a commit costs a
 * comparison. What is reached is written right behind; until then a crash loses nothing, because the next start looks again at the
 * trades since the last one that was evaluated, and at the present prices.
 */
@Injectable()
export class AlertEvaluationService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly log = new Logger(AlertEvaluationService.name);
  private readonly evaluator: AlertEvaluator;
  /** The number of the last trigger of all; null before it was read. */
  private notices: number | null = null;
  /** The users who have alerts in any state, with the number of the last call of `watch`: their pages listen for triggers. */
  private readonly owners = new Map<number, number>();
  private watches = 0;
  private lastTrade = 0;
  private savedAt = 0;
  /** The evaluator has all alerts of the tables, and has seen every commit since. */
  private isLive = false;
  private isStale = false;
  private isClosing = false;
  private running: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly exchange: ExchangeService,
    private readonly triggers: AlertTriggersService,
    private readonly feed: EventFeedService,
  ) {
    this.evaluator = new AlertEvaluator(() => exchange.now());
  }

  onModuleInit(): void {
    this.exchange.batchListeners.register({
      opened: () => this.reload(),
      written: (entries, state) => {
        this.lastTrade = state.counters.trade;
        if (!this.isLive || this.evaluator.isIdle) return;
        this.evaluator.evaluate(entries, state);
        if (this.evaluator.hasResults || Date.now() - this.savedAt > SAVE_EVERY_MS) this.wake();
      },
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
    await this.saveProgress().catch(() => undefined);
  }

  /** The number of the last trigger of all; null in a process that has not evaluated any. */
  get latestNotice(): number | null {
    return this.notices;
  }

  /** The same, for a user who has alerts. */
  findLatestNotice(userId: number): number | null {
    return this.owners.has(userId) ? this.notices : null;
  }

  /** An alert was created or armed. It triggers at once if the price is there. */
  async watch(alert: Alert): Promise<void> {
    this.owners.set(alert.userId, ++this.watches);
    try {
      await this.exchange.look((state) => {
        if (!this.isLive) this.isStale = true;
        else {
          this.add(alert, state);
          this.evaluator.checkPrices([alert.instrumentId ?? 0], state);
        }
      });
    } catch {
      // The alert is stored: it is loaded when the exchange can be read again.
      this.isStale = true;
    }
    this.wake();
  }

  /** Waits until the triggers of this alert are stored, or the database has failed to store them. */
  async waitForTriggers(id: number): Promise<void> {
    const isPending = (): boolean => this.evaluator.triggers.some(({ alert }) => alert.id === id);
    for (let run = 0; run < 2 && isPending(); run++) await this.running;
  }

  forget(id: number): void {
    this.evaluator.remove(id);
  }

  /** To be read before the alerts of the user are counted. */
  findLastWatch(userId: number): number | null {
    return this.owners.get(userId) ?? null;
  }

  /** The last alert of the user was deleted. The user stays an owner if another was created or armed since `lastWatch`. */
  forgetOwner(userId: number, lastWatch: number | null): void {
    if (this.findLastWatch(userId) === lastWatch) this.owners.delete(userId);
  }

  /** An instrument that was just listed is added by the venue at its next check: alerts are loaded again then. */
  private add(alert: Alert, state: State, hasTriggered = false): void {
    if (!this.evaluator.add(alert, state, hasTriggered)) this.sleep();
  }

  private reload(): void {
    [this.isLive, this.isStale] = [false, true];
    this.wake();
  }

  private wake(): void {
    if (this.isClosing) return;
    this.running ??= runOutsideRequest(() => this.work()).finally(() => {
      this.running = null;
      if (this.isStale || this.evaluator.hasResults) this.wake();
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
    const { triggers: pending, cancellations } = this.evaluator;
    while (pending.length > 0) {
      const triggers = takeFirst(pending);
      const recorded = await this.triggers.record(triggers);
      pending.splice(0, triggers.length);
      for (const { userId, notice, id } of recorded) {
        this.notices = Math.max(this.notices ?? 0, notice ?? 0);
        this.feed.sendAlert(userId, { id, notice });
      }
      // Others were canceled meanwhile, or their users are disabled.
      if (recorded.length < triggers.length) this.sleep();
    }
    for (let [next] = cancellations; next !== undefined; [next] = cancellations) {
      await this.triggers.cancel(next);
      cancellations.shift();
    }
  }

  /** Trades since the last evaluation first, then the present prices, and from then on every commit. */
  private async load(): Promise<void> {
    [this.isLive, this.isStale] = [false, false];
    const { alerts, asleep, progress, owners } = await this.triggers.load();
    for (const userId of owners) this.owners.set(userId, this.owners.get(userId) ?? 0);
    this.notices = Math.max(this.notices ?? 0, progress.notices);
    if (asleep > 0) this.sleep();
    this.evaluator.clear();
    await this.exchange.look((state) => {
      for (const alert of alerts) this.add(alert, state, alert.repeat && alert.triggers > 0);
    });
    let evaluated = Math.max(progress.trade, Math.min(...alerts.map(({ since }) => since)));
    while (!(await this.exchange.look((state) => this.hasCaughtUp(evaluated, state)))) {
      const trades = await this.triggers.listTrades(evaluated, TRADES_AT_ONCE);
      await this.exchange.look((state) => {
        for (const trade of trades) this.evaluator.evaluateTrade(trade, state);
      });
      evaluated = trades.at(-1)?.id ?? Infinity;
    }
  }

  /** It is live from this moment on, unless it must be loaded once more. */
  private hasCaughtUp(evaluated: number, state: State): boolean {
    if (this.isStale) return true;
    if (evaluated < state.counters.trade) return false;
    this.evaluator.checkAllPrices(state);
    this.lastTrade = state.counters.trade;
    this.isLive = true;
    return true;
  }

  private async saveProgress(): Promise<void> {
    this.savedAt = Date.now();
    if (this.isLive && !this.evaluator.isIdle && this.evaluator.triggers.length === 0)
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

/** The first triggers, up to the second one of the same alert. */
function takeFirst(pending: readonly AlertTrigger[]): AlertTrigger[] {
  const first = new Map<number, AlertTrigger>();
  for (const trigger of pending) {
    if (first.size === TRIGGERS_AT_ONCE || first.has(trigger.alert.id)) break;
    first.set(trigger.alert.id, trigger);
  }
  return [...first.values()];
}
