import type { EngineAccount } from '../engine/account.js';
import type { Holding } from '../engine/holding.js';
import { findMark, toAmountValue } from '../engine/valuation.js';

/**
 * By what P&L today is not unrealized and realized P&L, in units of 10^-`VALUE_SCALE`: these count from the list of a position, or from
 * its first trade, and P&L today from the last close. It does not change with the market.
 */
export type DayDifference = Readonly<{
  /** P&L of today that was made before a list that came after the last close. */
  beforeList: bigint;
  /** P&L since the lists, or the first trades, up to the last close. */
  beforeClose: bigint;
  /** The date of the latest list. */
  listedOn: string | null;
}>;

export function computeDayDifference({ holdings, referenceDate }: EngineAccount): DayDifference {
  const valued = [...holdings.values()].filter((holding) => holding.quantity === 0 || findMark(holding) !== null);
  const [newer, older] = [valued.filter(isListedSinceClose), valued.filter((one) => !isListedSinceClose(one))];
  return { beforeList: sumStarts(newer), beforeClose: -sumStarts(older), listedOn: referenceDate };
}

/** A list of a date that had closed when it was posted counts from that close. */
const isListedSinceClose = ({ reference, beforeList, history }: Holding): boolean =>
  reference !== null &&
  beforeList?.lastClose !== reference.asOf &&
  reference.asOf > (history.closes.at(-1)?.sessionDate ?? '');

const sumStarts = (holdings: readonly Holding[]): bigint =>
  holdings.reduce(
    (sum, holding) => sum + toAmountValue(holding, holding.carried.total - holding.profitAtDayStart.total),
    0n,
  );
