/**
 * What an account holds of an instrument: its cost basis, what sessions did to it, and what its working orders could make of it.
 *
 * A statement of the back office begins a new basis: its quantity at its price, then the trades of later sessions. `carried` is the
 * profit of the bases before, so that profit since any past close is a difference of two numbers.
 *
 * A statement may give a price with more decimals than the product has: back offices state averages. From then on the amounts of the
 * holding are counted in units of that many decimals more (`extraDecimals`); they never become coarser again, so no digit is lost.
 */
import { CostBasis } from './cost-basis.js';
import { type ExactPrice, toMarketPrice } from './exact-price.js';
import type { Instrument } from './instrument.js';
import type { HoldingTrade, PositionRow, ReferenceHolding, SessionClose } from './position-row.js';
import { type BeforeList, countBeforeFiner, countProfitFiner, type Profit, ProfitHistory } from './profit-history.js';

export class Holding extends CostBasis {
  openBuys = 0;
  openSells = 0;
  reference: ReferenceHolding | null = null;
  referenceConfirms = false;
  beforeList: BeforeList | null = null;
  /** The trades since the reference, also those of its own session, each with the sign of what it did to the quantity. */
  trades: HoldingTrade[] = [];
  /** What each session did to the quantity, if anything, for ever: a late statement is compared with a close of long ago. */
  readonly netBySession = new Map<string, number>();
  readonly history = new ProfitHistory();
  /**
   * Every order of an account with a limit on a day's loss asks for it. Null after whatever changes it
   * or its unit: then it is counted anew.
   */
  private keptDayStart: Profit | null = null;

  constructor(
    readonly acctId: number,
    readonly instrument: Instrument,
  ) {
    super();
  }

  toRow(): PositionRow {
    const { acctId, instrument, quantity, cost, realised, carried, reference, referenceConfirms, extraDecimals } = this;
    return {
      ...{ acctId, instrumentId: instrument.id, quantity, cost, realised, carried, reference, referenceConfirms },
      ...{ extraDecimals, start: this.history.start, beforeList: this.beforeList },
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

  /** The session is later than all that have closed before. */
  closeSession(sessionDate: string, mark: ExactPrice | null): SessionClose {
    const { quantity, extraDecimals } = this;
    const close = { sessionDate, quantity, profit: this.computeProfit(mark) };
    this.history.closes.push(close);
    this.keptDayStart = null;
    const includesList = this.beforeList !== null && (this.reference?.asOf ?? '') >= sessionDate;
    return { ...close, net: this.getNet(sessionDate), mark, extraDecimals, includesList };
  }

  /** The last session that has closed is valued by another price, as what a list has made of it; null if it was not counted at all. */
  revalueLastClose(sessionDate: string, mark: ExactPrice): SessionClose | null {
    this.keptDayStart = null;
    if (this.history.closes.at(-1)?.sessionDate !== sessionDate) return null;
    this.history.closes.pop();
    return this.closeSession(sessionDate, mark);
  }

  /** What a list realizes of what was held at the close of its date; null if that is no news. */
  realizeAtClose(asOf: string, realised: bigint): SessionClose | null {
    const close = this.history.findClose(asOf);
    if (close === undefined || close.profit.realised === realised) return null;
    const realized = { ...close, profit: { total: close.profit.total, realised } };
    this.history.replaceClose(realized);
    this.keptDayStart = null;
    const net = this.getNet(close.sessionDate);
    const mark = toMarketPrice(this.instrument.closingMarks.get(close.sessionDate));
    return { ...realized, net, mark, extraDecimals: this.extraDecimals, includesList: false };
  }

  /** The closing price of the last session up to a date; null if it is not known. */
  findClosingMark(asOf: string): ExactPrice | null {
    const mark = this.instrument.findClosingMark(asOf);
    const isKnown = mark !== null && mark.sessionDate >= (this.history.findClose(asOf)?.sessionDate ?? '');
    return isKnown ? toMarketPrice(mark.price) : null;
  }

  /** What had been won at the close of the reference's date as the reference has it, at the closing price. */
  computeListedProfit(reference: ReferenceHolding): Profit {
    const mark = this.findClosingMark(reference.asOf) ?? reference;
    const open = this.computeOpenProfit(reference.quantity, mark, reference);
    return { total: this.carried.total + open, realised: this.carried.realised };
  }

  /** What had been won at the last close, with what a list of its date has made of it since. */
  get profitAtDayStart(): Profit {
    return (this.keptDayStart ??= this.computeDayStart());
  }

  /** A copy need not have the closing prices from which the other holding has counted it. */
  copyDayStart({ profitAtDayStart }: Holding): void {
    this.keptDayStart = profitAtDayStart;
  }

  private computeDayStart(): Profit {
    const { reference, beforeList, history } = this;
    if (reference === null || beforeList?.lastClose !== reference.asOf) return history.lastClose;
    const isLast = (history.closes.at(-1)?.sessionDate ?? '') <= reference.asOf;
    return isLast ? this.computeListedProfit(reference) : history.lastClose;
  }

  /** What this book keeping says was held at the close of a date, the statement of that very date left aside. */
  computeQuantityAtClose(asOf: string, before: ReferenceHolding | null): number {
    let quantity = before?.quantity ?? 0;
    for (const [date, net] of this.netBySession)
      if (date <= asOf && (before === null || date > before.asOf)) quantity += net;
    return quantity;
  }

  /** What its basis and the trades up to the close of a date make of it. */
  countUpTo(asOf: string): CostBasis {
    const books = new CostBasis();
    books.extraDecimals = this.extraDecimals;
    books.carried = this.carried;
    if (this.reference !== null) books.begin(this.reference);
    for (const { sessionDate, quantity, price } of this.trades)
      if (sessionDate <= asOf) books.countTrade(quantity, price);
    return books;
  }

  /** Counts in so many extra decimals from now on, if it does not yet. */
  addDecimals(extraDecimals: number): void {
    if (extraDecimals <= this.extraDecimals) return;
    const factor = 10n ** BigInt(extraDecimals - this.extraDecimals);
    this.cost *= factor;
    this.realised *= factor;
    this.carried = countProfitFiner(this.carried, factor);
    this.history.countFiner(factor);
    this.beforeList &&= countBeforeFiner(this.beforeList, factor);
    this.keptDayStart = null;
    this.extraDecimals = extraDecimals;
  }

  /**
   * Begins a new basis: this reference, and after it the trades of later sessions. Closes of before it stay as they were reported; those
   * that were counted anew are given back, also of sessions that had closed before anything was known to be held.
   */
  restate(reference: ReferenceHolding, carried: Profit): SessionClose[] {
    const lastClose = this.beforeList === null ? reference.asOf : (this.beforeList.lastClose ?? '');
    const isCountedAnew = (date: string): boolean => date > lastClose;
    this.reference = reference;
    this.carried = carried;
    this.keptDayStart = null;
    this.begin(reference);
    this.trades = this.trades.filter(({ sessionDate }) => sessionDate > reference.asOf);
    const { closingMarks } = this.instrument;
    const { history } = this;
    const dates = this.listClosedSessions();
    history.closes = history.closes.filter(({ sessionDate }) => !isCountedAnew(sessionDate));
    let counted = 0;
    const restated = dates
      .filter(isCountedAnew)
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

  /** Those that are known. Of the last one there may be no closing price yet. */
  listClosedSessions(): string[] {
    const { closingMarks, product } = this.instrument;
    const dates = new Set([...this.history.closes.map(({ sessionDate }) => sessionDate), ...closingMarks.keys()]);
    if (this.beforeList !== null && product.sessionDate !== null && !product.sessionIsOpen)
      dates.add(product.sessionDate);
    return [...dates];
  }
}
