/**
 * What an account holds of an instrument: quantity, cost, what was realized, and what its working orders could make of it.
 *
 * All of it is exact. `cost` is the sum of quantity times price of what is still held; a reduction takes cost out in proportion,
 * rounded half to even, and the rest stays, so that nothing is lost: whatever the rounding took from the one it gave to the other.
 * The identity that always holds, in units of price times contracts:
 *
 *     realized + (quantity × mark − cost) = quantity × mark − Σ qᵢ·pᵢ
 *
 * A statement of the back office begins a new basis: its quantity at its price, then the trades of later sessions. `carried` is the
 * profit of the bases before, so that profit since any past close is a difference of two numbers.
 *
 * A statement may give a price with more decimals than the product has: back offices state averages. From then on the amounts of the
 * holding are counted in units of that many decimals more (`extraDecimals`); they never become coarser again, so no digit is lost.
 */
import { divideHalfEven } from '../money/rounding.js';
import type { Instrument } from './instrument.js';
import {
  countProfitFiner,
  NO_PROFIT,
  type Profit,
  ProfitHistory,
  type ProfitStart,
  type SessionProfit,
} from './profit-history.js';

/** A price in units of 10^-(the product's scale + `extraDecimals`). Prices of the market have no extra decimals. */
export type ExactPrice = Readonly<{ price: number; extraDecimals: number }>;
export const NO_PRICE: ExactPrice = { price: 0, extraDecimals: 0 };
export type ReferenceHolding = ExactPrice & Readonly<{ asOf: string; quantity: number }>;
/** What a list says of an instrument that it leaves out. */
export const createFlatReference = (asOf: string): ReferenceHolding => ({ asOf, quantity: 0, ...NO_PRICE });
export type HoldingTrade = Readonly<{ sessionDate: string; quantity: number; price: number }>;

export type PositionRow = Readonly<{
  acctId: number;
  instrumentId: number;
  quantity: number;
  cost: bigint;
  realised: bigint;
  carried: Profit;
  reference: ReferenceHolding | null;
  /** Whether the reference said what the books said then: their quantity, at their average price. */
  referenceConfirms: boolean;
  /** In how many decimals more than prices of the market cost and profits are counted. */
  extraDecimals: number;
  /** From where profit since the money values is counted; null if that is the close of their date. */
  start: ProfitStart | null;
}>;

/** What was held and what it was worth when a session closed; `net` is what the session did to the quantity. */
export type SessionClose = SessionProfit & Readonly<{ net: number; mark: ExactPrice | null; extraDecimals: number }>;

export class Holding {
  quantity = 0;
  cost = 0n;
  realised = 0n;
  openBuys = 0;
  openSells = 0;
  reference: ReferenceHolding | null = null;
  referenceConfirms = false;
  extraDecimals = 0;
  carried: Profit = NO_PROFIT;
  /** The trades since the reference, also those of its own session, each with the sign of what it did to the quantity. */
  trades: HoldingTrade[] = [];
  /** What each session did to the quantity, if anything, for ever: a late statement is compared with a close of long ago. */
  readonly netBySession = new Map<string, number>();
  readonly history = new ProfitHistory();

  constructor(
    readonly acctId: number,
    readonly instrument: Instrument,
  ) {}

  toRow(): PositionRow {
    const { acctId, instrument, quantity, cost, realised, carried, reference, referenceConfirms, extraDecimals } = this;
    return {
      ...{ acctId, instrumentId: instrument.id, quantity, cost, realised, carried, reference, referenceConfirms },
      ...{ extraDecimals, start: this.history.start },
    };
  }

  /** A holding is made as soon as an order is looked at. One that was never traded nor stated says nothing. */
  get isUsed(): boolean {
    return this.reference !== null || this.trades.length > 0;
  }

  applyTrade(trade: HoldingTrade): void {
    this.trades.push(trade);
    const net = this.getNet(trade.sessionDate) + trade.quantity;
    if (net === 0) this.netBySession.delete(trade.sessionDate);
    else this.netBySession.set(trade.sessionDate, net);
    this.countTrade(trade.quantity, trade.price);
  }

  getNet(sessionDate: string): number {
    return this.netBySession.get(sessionDate) ?? 0;
  }

  /** Whether there is nothing to say of it at the close of a session. */
  isIdleOn(sessionDate: string): boolean {
    const { quantity, carried, realised } = this;
    const wasTraded = this.trades.some((trade) => trade.sessionDate > (this.reference?.asOf ?? ''));
    return quantity === 0 && !wasTraded && realised === 0n && carried.total === 0n && this.getNet(sessionDate) === 0;
  }

  /** The largest position that its working orders could lead to, and these besides. */
  computeWorstCase(moreBuys = 0, moreSells = 0): number {
    return Math.max(
      Math.abs(this.quantity + this.openBuys + moreBuys),
      Math.abs(this.quantity - this.openSells - moreSells),
    );
  }

  computeUnrealized(mark: ExactPrice): bigint {
    return this.computeWorth(this.quantity, mark.price, mark.extraDecimals) - this.cost;
  }

  computeProfit(mark: ExactPrice | null): Profit {
    const unrealised = mark === null ? 0n : this.computeUnrealized(mark);
    return { total: this.carried.total + this.realised + unrealised, realised: this.carried.realised + this.realised };
  }

  /** The price that the last close up to this date was valued by, if it was one of the market. */
  findMarkAtClose(asOf: string): ExactPrice | null {
    const close = this.history.findClose(asOf);
    return close === undefined ? null : toMarketPrice(this.instrument.closingMarks.get(close.sessionDate));
  }

  /** The session is later than all that have closed before. */
  closeSession(sessionDate: string, mark: ExactPrice | null): SessionClose {
    const { quantity, extraDecimals } = this;
    const close = { sessionDate, quantity, profit: this.computeProfit(mark) };
    this.history.closes.push(close);
    return { ...close, net: this.getNet(sessionDate), mark, extraDecimals };
  }

  /** The last session that has closed is valued by another price; null if it was not counted at all. */
  revalueLastClose(sessionDate: string, mark: ExactPrice): SessionClose | null {
    if (this.history.closes.at(-1)?.sessionDate !== sessionDate) return null;
    this.history.closes.pop();
    return this.closeSession(sessionDate, mark);
  }

  /** What a list realizes of what was held at the close of its date. */
  realizeAtClose(asOf: string, realised: bigint): SessionClose[] {
    const close = this.history.findClose(asOf);
    if (close === undefined) return [];
    const realized = { ...close, profit: { total: close.profit.total, realised } };
    this.history.replaceClose(realized);
    const { extraDecimals } = this;
    return [{ ...realized, net: this.getNet(close.sessionDate), mark: this.findMarkAtClose(asOf), extraDecimals }];
  }

  /** What this book keeping says was held at the close of a date, the statement of that very date left aside. */
  computeQuantityAtClose(asOf: string, before: ReferenceHolding | null): number {
    let quantity = before?.quantity ?? 0;
    for (const [date, net] of this.netBySession)
      if (date <= asOf && (before === null || date > before.asOf)) quantity += net;
    return quantity;
  }

  /** What its basis and the trades up to the close of a date make of it. */
  countUpTo(asOf: string): Holding {
    const books = new Holding(this.acctId, this.instrument);
    books.extraDecimals = this.extraDecimals;
    if (this.reference !== null) books.begin(this.reference);
    for (const { sessionDate, quantity, price } of this.trades)
      if (sessionDate <= asOf) books.countTrade(quantity, price);
    return books;
  }

  private begin({ quantity, price, extraDecimals }: ReferenceHolding): void {
    this.quantity = quantity;
    this.cost = this.computeWorth(quantity, price, extraDecimals);
    this.realised = 0n;
  }

  /** Counts in so many extra decimals from now on, if it does not yet. */
  addDecimals(extraDecimals: number): void {
    if (extraDecimals <= this.extraDecimals) return;
    const factor = 10n ** BigInt(extraDecimals - this.extraDecimals);
    this.cost *= factor;
    this.realised *= factor;
    this.carried = countProfitFiner(this.carried, factor);
    this.history.countFiner(factor);
    this.extraDecimals = extraDecimals;
  }

  /**
   * Begins a new basis: this reference, and after it the trades of later sessions. Earlier closes stay as they were reported; those
   * that were counted anew are given back, also of sessions that had closed before anything was known to be held.
   */
  restate(reference: ReferenceHolding, carried: Profit): SessionClose[] {
    this.reference = reference;
    this.carried = carried;
    this.begin(reference);
    this.trades = this.trades.filter(({ sessionDate }) => sessionDate > reference.asOf);
    const { closingMarks } = this.instrument;
    const { history } = this;
    const dates = new Set([...history.closes.map(({ sessionDate }) => sessionDate), ...closingMarks.keys()]);
    history.closes = history.closes.filter(({ sessionDate }) => sessionDate <= reference.asOf);
    let counted = 0;
    const restated = [...dates]
      .filter((date) => date > reference.asOf)
      .sort()
      .map((date) => {
        for (
          let trade = this.trades[counted];
          trade !== undefined && trade.sessionDate <= date;
          trade = this.trades[++counted]
        )
          this.countTrade(trade.quantity, trade.price);
        return this.closeSession(
          date,
          toMarketPrice(closingMarks.get(date)) ?? { price: reference.price, extraDecimals: reference.extraDecimals },
        );
      });
    for (const { quantity, price } of this.trades.slice(counted)) this.countTrade(quantity, price);
    return restated;
  }

  /** One trade upon quantity, cost and realized. Crossing zero is a close of everything and an opening of the rest. */
  private countTrade(quantity: number, price: number): void {
    if (this.quantity === 0 || Math.sign(quantity) === Math.sign(this.quantity)) {
      this.cost += this.computeWorth(quantity, price);
      this.quantity += quantity;
      return;
    }
    const closing = Math.abs(quantity) < Math.abs(this.quantity) ? quantity : -this.quantity;
    const removed = divideHalfEven(this.cost * BigInt(-closing), BigInt(this.quantity));
    this.realised += this.computeWorth(-closing, price) - removed;
    this.cost -= removed;
    this.quantity += closing;
    if (closing !== quantity) this.countTrade(quantity - closing, price);
  }

  /** Quantity times price, as amounts of this holding are counted. */
  computeWorth(quantity: number, price: number, extraDecimals = 0): bigint {
    const worth = multiply(quantity, price);
    return extraDecimals === this.extraDecimals ? worth : worth * 10n ** BigInt(this.extraDecimals - extraDecimals);
  }
}

/** A price of the market, which a reference may take the place of. */
export const toMarketPrice = (price: number | null | undefined): ExactPrice | null =>
  price === null || price === undefined ? null : { price, extraDecimals: 0 };

/** The exact product; as plain numbers where they hold it, because big ones cost ten times as much. */
function multiply(a: number, b: number): bigint {
  const plain = a * b;
  return Number.isSafeInteger(plain) ? BigInt(plain) : BigInt(a) * BigInt(b);
}
