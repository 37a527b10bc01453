/**
 * What the market maker has to see to, besides moving the market: instruments in which something has happened that it did not do
 * itself, and those that other people trade, which it moves more often. An instrument that refuses its orders is left alone for a while.
 */
import type { EngineEvent, OrderEvent, TradeRow } from '../engine/event.js';
import type { State } from '../engine/state.js';

/** As the exchange tells of a command that is written. */
type Told = Readonly<{ caller: Readonly<{ userId: number }>; body: object; events: readonly EngineEvent[] }>;

const INTEREST_MS = 300_000;
const REFUSED_FOR_MS = 60_000;

export class TradingFloor {
  private dirty = new Set<number>();
  private readonly interest = new Map<number, number>();
  private readonly shy = new Map<number, number>();

  constructor(
    private readonly userId: number,
    private readonly accounts: ReadonlySet<number>,
  ) {}

  /** Gives whether there is something to do now. */
  hear(entries: readonly Told[], state: State, now: number): boolean {
    for (const { caller, body, events } of entries) {
      const isOwn = caller.userId === this.userId;
      if (!isOwn && 'instrumentId' in body && typeof body.instrumentId === 'number' && 'side' in body)
        this.interest.set(body.instrumentId, now);
      for (const event of events) this.take(event, isOwn, state);
    }
    return this.dirty.size > 0;
  }

  mark(instrumentId: number): void {
    this.dirty.add(instrumentId);
  }

  markAll(state: State): void {
    for (const id of state.instruments.keys()) this.dirty.add(id);
  }

  get isAllSeenTo(): boolean {
    return this.dirty.size === 0;
  }

  /** What there is to see to; from here on it counts as seen to. */
  takeDirty(): ReadonlySet<number> {
    const { dirty } = this;
    this.dirty = new Set();
    return dirty;
  }

  refused(instrumentId: number, now: number): void {
    this.shy.set(instrumentId, now + REFUSED_FOR_MS);
  }

  isShy(instrumentId: number, now: number): boolean {
    const until = this.shy.get(instrumentId);
    if (until !== undefined && until <= now) this.shy.delete(instrumentId);
    return until !== undefined && until > now;
  }

  isOfInterest(instrumentId: number, now: number): boolean {
    return now - (this.interest.get(instrumentId) ?? -Infinity) < INTEREST_MS;
  }

  private take(event: EngineEvent, isOwn: boolean, state: State): void {
    if (event.type === 'Traded') this.takeTrade(event.trade, isOwn);
    else if ('order' in event) this.takeOrder(event, isOwn);
    else if (event.type === 'InstrumentDefined') this.mark(event.instrument.id);
    else if (event.type === 'InstrumentChanged') this.mark(event.instrumentId);
    else if (event.type === 'AccountChanged' && this.accounts.has(event.acctId)) this.markAll(state);
    else if (event.type === 'SessionOpened') this.markProduct(event.productId, state);
  }

  /** What it trades with itself it sees to when its turn comes again. */
  private takeTrade({ buyAcctId, sellAcctId, instrumentId }: TradeRow, isOwn: boolean): void {
    const sides = [buyAcctId, sellAcctId].filter((acctId) => this.accounts.has(acctId)).length;
    if (sides === 1 || (sides === 2 && !isOwn)) this.mark(instrumentId);
  }

  private takeOrder({ type, order }: OrderEvent, isOwn: boolean): void {
    const isOver = type === 'OrderCancelled' || type === 'OrderExpired';
    if (isOver && !isOwn && this.accounts.has(order.acctId)) this.mark(order.instrumentId);
  }

  private markProduct(productId: number, { instruments }: State): void {
    for (const { id, product } of instruments.values()) if (product.terms.id === productId) this.mark(id);
  }
}
