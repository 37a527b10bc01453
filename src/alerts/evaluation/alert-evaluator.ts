import type { Instrument } from '../../engine/instrument.js';
import type { State } from '../../engine/state.js';
import { toSymbol } from '../../exchange/traded-instruments.js';
import type { ExecutedCommand } from '../../exchange/writing/batch-rows.js';
import { formatDecimal } from '../../money/decimal.js';
import { REPEAT_PAUSE_MS } from '../alert-limits.js';
import { ALERT_SIDES, type AlertSide } from '../alert-terms.js';
import type { Alert } from '../alert.entity.js';
import { AlertIndex, type AlertTrade, type WaitingAlert } from './alert-index.js';
import type { AlertTrigger } from './alert-triggers.service.js';

/** A repeating fill alert. */
const FILL_PAUSE_MS = 1_000;

type ReachedPrice = Readonly<{ instrumentId: number; units: number; scale: number; time: number; trade: number }>;

/**
 * Evaluates alerts between two commits, from memory. What is reached leaves the index at once, and waits in `triggers` and `expired` to
 * be written.
 */
export class AlertEvaluator {
  readonly triggers: AlertTrigger[] = [];
  /** Instruments that have expired, with the reason for their alerts. */
  readonly expired = new Map<number, string>();
  private index = new AlertIndex();

  constructor(private readonly now: () => number) {}

  get isIdle(): boolean {
    return this.index.size === 0;
  }

  get hasResults(): boolean {
    return this.triggers.length > 0 || this.expired.size > 0;
  }

  clear(): void {
    this.index = new AlertIndex();
  }

  /** False where the venue does not have the instrument yet. An alert on an expired one is canceled. */
  add(alert: Alert, state: State, hasTriggered = false): boolean {
    const instrument = alert.instrumentId === null ? null : state.instruments.get(alert.instrumentId);
    if (instrument === undefined) return false;
    this.index.add(toWaiting(alert), instrument?.product.terms.scale ?? 0, hasTriggered);
    if (instrument?.isExpired === true) this.expire(instrument);
    return true;
  }

  remove(id: number): void {
    this.index.remove(id);
  }

  evaluate(entries: readonly ExecutedCommand[], state: State): void {
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
  }

  /** Every trade counts, also one that a later one of its batch has hidden from the board. */
  evaluateTrade(trade: AlertTrade, state: State): void {
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

  checkAllPrices(state: State): void {
    this.checkPrices(this.index.pricedInstruments, state);
  }

  checkPrices(instrumentIds: Iterable<number>, state: State): void {
    for (const id of instrumentIds) {
      const instrument = state.instruments.get(id);
      if (instrument) for (const side of ALERT_SIDES) this.checkPrice(instrument, side, state);
    }
  }

  private checkPrice({ id, board, product }: Instrument, side: AlertSide, { counters }: State): void {
    const item = board.findItem(side);
    if (item === null || item.price === null) return;
    const { scale } = product.terms;
    const reached = { instrumentId: id, units: item.price, scale, time: this.now(), trade: counters.trade };
    for (const alert of this.index.takePrices(id, side, reached)) this.trigger(alert, reached);
  }

  private trigger(alert: WaitingAlert, { units, scale, time, ...reached }: ReachedPrice): void {
    const restMs = alert.kind === 'Fill' ? FILL_PAUSE_MS : REPEAT_PAUSE_MS;
    if (alert.repeat && alert.triggeredAt !== null && time - alert.triggeredAt < restMs) return;
    this.triggers.push({ ...reached, alert, triggers: alert.triggers, price: formatDecimal(units, scale), at: time });
    alert.triggers += 1;
    alert.triggeredAt = time;
  }

  private expire(instrument: Instrument | undefined): void {
    if (instrument === undefined) return;
    const waiting = this.index.listOn(instrument.id);
    if (waiting.length === 0) return;
    for (const { id } of waiting) this.index.remove(id);
    this.expired.set(instrument.id, `${toSymbol(instrument)} has expired.`);
  }
}

function toWaiting(alert: Alert): WaitingAlert {
  const { id, userId, kind, instrumentId, acctId, side, direction, price, repeat, since, triggers } = alert;
  const triggeredAt = alert.triggeredAt?.getTime() ?? null;
  return { id, userId, kind, instrumentId, acctId, side, direction, price, repeat, since, triggers, triggeredAt };
}
