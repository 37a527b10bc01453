/** What a holding had won at each past close, and from where profit since the money values of its account is counted. */

import type { ExactPrice } from './exact-price.js';

/** In units of price times contracts, since the first trade of all. */
export type Profit = Readonly<{ total: bigint; realised: bigint }>;
/** What was held when a session closed, and had been won. */
export type SessionProfit = Readonly<{ sessionDate: string; quantity: number; profit: Profit }>;
/** So much profit after the last close before a session; without a session, so much in all. */
export type ProfitStart = Readonly<{ sessionDate: string | null; profit: Profit }>;

/**
 * What was held and had been won before a list: at the close of its date, or when it was given if that was earlier. Closes of later dates
 * than `lastClose` are counted from the list; null if there was none yet.
 */
export type BeforeList = Readonly<{
  lastClose: string | null;
  profit: Profit;
  mark: ExactPrice | null;
  held: number;
  traded: TradedSince;
}>;
/** What was traded between the first list of a date and the last one: quantity, and the sum of quantity times price. */
export type TradedSince = Readonly<{ quantity: number; cost: bigint }>;

export const NOTHING_TRADED: TradedSince = { quantity: 0, cost: 0n };

export const NO_PROFIT: Profit = { total: 0n, realised: 0n };

export class ProfitHistory {
  /** The oldest first. */
  closes: SessionProfit[] = [];
  /** Null if profit since the money values begins at the close of their date. */
  start: ProfitStart | null = null;

  get lastClose(): Profit {
    return this.closes.at(-1)?.profit ?? NO_PROFIT;
  }

  /** The last close up to this date. */
  findClose(asOf: string): SessionProfit | undefined {
    return this.closes.findLast(({ sessionDate }) => sessionDate <= asOf);
  }

  /** Nothing before the first close. */
  findProfitAtClose(asOf: string): Profit {
    return this.findClose(asOf)?.profit ?? NO_PROFIT;
  }

  /** Where profit since money values of this date begins. */
  findProfitAtStart(asOf: string): Profit {
    if (this.start === null) return this.findProfitAtClose(asOf);
    return addProfits(this.findCloseBefore(this.start.sessionDate)?.profit ?? NO_PROFIT, this.start.profit);
  }

  /** Counts profit since the money values from here on, which is in this session. */
  startFrom(profit: Profit, sessionDate: string | null): void {
    const before = this.findCloseBefore(sessionDate)?.profit ?? NO_PROFIT;
    this.start = { sessionDate, profit: subtractProfit(profit, before) };
  }

  findCloseBefore(date: string | null): SessionProfit | undefined {
    return this.closes.findLast(({ sessionDate }) => date !== null && sessionDate < date);
  }

  /** A new list, because copies of the holding may share the old one. */
  replaceClose(changed: SessionProfit): void {
    this.closes = this.closes.map((close) => (close.sessionDate === changed.sessionDate ? changed : close));
  }

  countFiner(factor: bigint): void {
    const count = <Dated extends ProfitStart>(dated: Dated): Dated => ({
      ...dated,
      profit: countProfitFiner(dated.profit, factor),
    });
    this.closes = this.closes.map(count);
    this.start = this.start && count(this.start);
  }
}

export const addProfits = (one: Profit, other: Profit): Profit => ({
  total: one.total + other.total,
  realised: one.realised + other.realised,
});

export const subtractProfit = (one: Profit, other: Profit): Profit => ({
  total: one.total - other.total,
  realised: one.realised - other.realised,
});

export const countProfitFiner = ({ total, realised }: Profit, factor: bigint): Profit => ({
  total: total * factor,
  realised: realised * factor,
});

export const countBeforeFiner = (before: BeforeList, factor: bigint): BeforeList => ({
  ...before,
  profit: countProfitFiner(before.profit, factor),
  traded: { quantity: before.traded.quantity, cost: before.traded.cost * factor },
});
