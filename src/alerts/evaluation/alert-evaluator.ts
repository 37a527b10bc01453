import type { EngineEvent } from '../../engine/event.js';
import type { Instrument } from '../../engine/instrument.js';
import type { State } from '../../engine/state.js';
import { toSymbol } from '../../exchange/traded-instruments.js';
import type { ExecutedCommand } from '../../exchange/writing/batch-rows.js';
import { formatDecimal } from '../../money/decimal.js';
import { ALERT_SIDES, type AlertSide, REPEAT_PAUSE_MS } from '../alert-terms.js';
import type { Alert } from '../alert.entity.js';
import { AlertIndex, type AlertTrade, hasAccess, type WaitingAlert } from './alert-index.js';
import type { AlertCancellation, AlertTrigger } from './alert-triggers.service.js';

/** A repeating fill alert. */
const FILL_PAUSE_MS = 1_000;

type ReachedPrice = Readonly<{ instrumentId: number; units: number; scale: number; time: number; trade: number }>;

/**
 * Evaluates alerts between two commits, from memory. What is reached, or cannot be reached any more, leaves the index at
 * once, and waits in `triggers` and `cancellations` to be written.
 */
export class AlertEvaluator {
  readonly triggers: AlertTrigger[] = [];
  readonly cancellations: AlertCancellation[] = [];
  private index = new AlertIndex();

  constructor(private readonly now: () => number) {}

  get isIdle(): boolean {
    return this.index.size === 0;
  }

  get hasResults(): boolean {
    return this.triggers.length > 0 || this.cancellations.length > 0;
  }

  clear(): void {
    this.index = new AlertIndex();
  }

  /** False where the venue does not have the instrument yet. An alert that can never trigger is canceled. */
  add(alert: Alert, state: State, hasTriggered: boolean): boolean {
    const instrument = alert.instrumentId === null ? null : state.instruments.get(alert.instrumentId);
    if (instrument === undefined) return false;
    this.index.add(toWaiting(alert), instrument?.product.terms.scale ?? 0, hasTriggered);
    if (instrument?.isExpired === true) this.cancelOnExpiry(instrument);
    this.cancelWithoutAccess(alert, state);
    return true;
  }

  remove(id: number): void {
    this.index.remove(id);
  }

  evaluate(entries: readonly ExecutedCommand[], state: State): void {
    const changed = new Set<number>();
    for (const { events } of entries)
      for (const event of events) {
        if (event.type === 'MarketDataChanged') changed.add(event.instrumentId);
        else this.evaluateEvent(event, state);
      }
    this.checkPrices(
      [...changed].filter((id) => this.index.hasPrices(id)),
      state,
    );
  }

  private evaluateEvent(event: EngineEvent, state: State): void {
    if (event.type === 'Traded') this.evaluateTrade(event.trade, state);
    else if (event.type === 'InstrumentChanged' && event.isExpired)
      this.cancelOnExpiry(state.instruments.get(event.instrumentId));
    else if (event.type === 'AccountGranted' && event.access === null)
      this.cancelOnRevocation(event.acctId, event.userId);
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

  private cancelOnExpiry(instrument: Instrument | undefined): void {
    if (instrument !== undefined)
      this.cancel((alert) => alert.instrumentId === instrument.id, `${toSymbol(instrument)} has expired.`);
  }

  private cancelWithoutAccess({ acctId, userId }: Alert, { accounts }: State): void {
    const account = acctId === null ? undefined : accounts.get(acctId);
    if (account !== undefined && !hasAccess(account, userId)) this.cancelOnRevocation(account.id, userId);
  }

  private cancelOnRevocation(acctId: number, userId: number): void {
    this.cancel(
      (alert) => alert.acctId === acctId && alert.userId === userId,
      'You no longer have access to the account.',
    );
  }

  private cancel(isConcerned: (alert: WaitingAlert) => boolean, reason: string): void {
    const ids = this.index.filter(isConcerned).map(({ id }) => id);
    for (const id of ids) this.index.remove(id);
    if (ids.length > 0) this.cancellations.push({ ids, reason });
  }
}

function toWaiting(alert: Alert): WaitingAlert {
  const { id, userId, kind, instrumentId, acctId, side, direction, price, repeat, since, triggers } = alert;
  const triggeredAt = alert.triggeredAt?.getTime() ?? null;
  return { id, userId, kind, instrumentId, acctId, side, direction, price, repeat, since, triggers, triggeredAt };
}
