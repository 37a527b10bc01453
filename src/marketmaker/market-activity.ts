/**
 * What the market maker has to see to, besides moving the market: instruments in which something has happened that it did not do
 * itself, and those that other people trade, which it moves more often. An instrument that refuses its orders is left alone for a while.
 */
import type { EngineEvent, EngineOrderEvent, TradeRow } from '../engine/event.js';
import type { State } from '../engine/state.js';

/** As the exchange tells of a command that is written. */
type WrittenCommand = Readonly<{ caller: Readonly<{ userId: number }>; body: object; events: readonly EngineEvent[] }>;

const RECENTLY_TRADED_MS = 300_000;
const REJECTION_BACKOFF_MS = 60_000;

export class MarketActivity {
  private dirty = new Set<number>();
  private readonly lastTradedAt = new Map<number, number>();
  private readonly backoffUntil = new Map<number, number>();

  constructor(
    private readonly userId: number,
    private readonly accounts: ReadonlySet<number>,
  ) {}

  /** Gives whether there is something to do now. */
  recordCommands(entries: readonly WrittenCommand[], state: State, now: number): boolean {
    for (const { caller, body, events } of entries) {
      const isOwn = caller.userId === this.userId;
      if (!isOwn && 'instrumentId' in body && typeof body.instrumentId === 'number' && 'side' in body)
        this.lastTradedAt.set(body.instrumentId, now);
      for (const event of events) this.recordEvent(event, isOwn, state);
    }
    return this.dirty.size > 0;
  }

  markDirty(instrumentId: number): void {
    this.dirty.add(instrumentId);
  }

  markAllDirty(state: State): void {
    for (const id of state.instruments.keys()) this.dirty.add(id);
  }

  get isClean(): boolean {
    return this.dirty.size === 0;
  }

  /** What there is to see to; from here on it counts as seen to. */
  takeDirty(): ReadonlySet<number> {
    const { dirty } = this;
    this.dirty = new Set();
    return dirty;
  }

  recordRejection(instrumentId: number, now: number): void {
    this.backoffUntil.set(instrumentId, now + REJECTION_BACKOFF_MS);
  }

  isBackingOff(instrumentId: number, now: number): boolean {
    const until = this.backoffUntil.get(instrumentId);
    if (until !== undefined && until <= now) this.backoffUntil.delete(instrumentId);
    return until !== undefined && until > now;
  }

  isRecentlyTraded(instrumentId: number, now: number): boolean {
    return now - (this.lastTradedAt.get(instrumentId) ?? -Infinity) < RECENTLY_TRADED_MS;
  }

  private recordEvent(event: EngineEvent, isOwn: boolean, state: State): void {
    if (event.type === 'Traded') this.recordTrade(event.trade, isOwn);
    else if ('order' in event) this.recordOrder(event, isOwn);
    else if (event.type === 'InstrumentDefined') this.markDirty(event.instrument.id);
    else if (event.type === 'InstrumentChanged') this.markDirty(event.instrumentId);
    else if (event.type === 'AccountChanged' && this.accounts.has(event.acctId)) this.markAllDirty(state);
    else if (event.type === 'SessionOpened') this.markProductDirty(event.productId, state);
  }

  /** What it trades with itself it sees to when its turn comes again. */
  private recordTrade({ buyAcctId, sellAcctId, instrumentId }: TradeRow, isOwn: boolean): void {
    const sides = [buyAcctId, sellAcctId].filter((acctId) => this.accounts.has(acctId)).length;
    if (sides === 1 || (sides === 2 && !isOwn)) this.markDirty(instrumentId);
  }

  private recordOrder({ type, order }: EngineOrderEvent, isOwn: boolean): void {
    const isFinished = type === 'OrderCancelled' || type === 'OrderExpired';
    if (isFinished && !isOwn && this.accounts.has(order.acctId)) this.markDirty(order.instrumentId);
  }

  private markProductDirty(productId: number, { instruments }: State): void {
    for (const { id, product } of instruments.values()) if (product.terms.id === productId) this.markDirty(id);
  }
}
