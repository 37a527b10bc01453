/**
 * From where profit is counted when the back office has stated money or positions (decisions 114 and 115).
 *
 * A statement of a date whose session has closed counts from that close. One that comes earlier is taken at its word: what the
 * session has brought so far is in it, and what comes afterwards is not. A list of positions wins and loses nothing for what was held
 * before; where its price is not the average of the books, the difference goes from open profit into what is realized, or back.
 */
import { type EngineAccount, findLatestDate } from './account.js';
import { type ExactPrice, type Holding, type ReferenceHolding, toMarketPrice } from './holding.js';
import type { Product } from './product.js';
import { NO_PROFIT, type Profit, subtractProfit } from './profit-history.js';
import { computeProfitNow, findMark } from './valuation.js';

/**
 * Counts what an account has from its money values on; gives the holdings for which that changes. Under the seventh rules money and
 * a list of one date were counted together.
 */
export function startFromMoney(account: EngineAccount, countsWithList: boolean): Holding[] {
  const changed: Holding[] = [];
  for (const holding of listUsedHoldings(account)) {
    const before = holding.history.start;
    const openSession = findOpenSession(account, holding);
    if (countsWithList && isOfOneDate(account) && !holding.referenceConfirms)
      holding.history.startFrom(holding.carried, openSession);
    else if (openSession !== null) holding.history.startFrom(computeProfitNow(holding), openSession);
    else {
      holding.history.start = null;
      if (!countsWithList) startFromListedClose(account, holding);
    }
    if (before !== null || holding.history.start !== null) changed.push(holding);
  }
  return changed;
}

/** Whether money was stated before the close of its date, which has come since: the same money again is for that close then. */
export const isFromEarlierMoment = (account: EngineAccount): boolean =>
  listUsedHoldings(account).some(
    ({ history: { start }, instrument: { product } }) =>
      typeof start?.sessionDate === 'string' && hasClosed(product, account.baseline?.asOf ?? ''),
  );

/** To be called before a session closes. Money stated before the session began, or before the account held this, counts from its beginning. */
export function startBeforeClose(account: EngineAccount, holding: Holding, sessionDate: string): boolean {
  if (holding.history.start !== null || sessionDate > (account.baseline?.asOf ?? '')) return false;
  holding.history.start = { sessionDate, profit: { total: 0n, realised: 0n } };
  return true;
}

/** What was held, and had been won, at the close of a list's date; what is now, if that session has not closed. */
export type ProfitAtList = Readonly<{ isAtClose: boolean; profit: Profit; mark: ExactPrice | null; held: number }>;

export function findProfitAtList(holding: Holding, asOf: string): ProfitAtList {
  if (!hasClosed(holding.instrument.product, asOf))
    return { isAtClose: false, profit: computeProfitNow(holding), mark: findMark(holding), held: holding.quantity };
  const { profit, quantity: held } = holding.history.findClose(asOf) ?? { profit: NO_PROFIT, quantity: 0 };
  return { isAtClose: true, profit, mark: holding.findMarkAtClose(asOf), held };
}

/**
 * The profit that a list begins after. What was held before, and is still held, goes on from its mark: its new price is an average,
 * by which nothing was won or lost. All that is not open by that price is realized; it was not under the seventh rules.
 */
export function computeCarriedProfit(
  holding: Holding,
  { profit, mark, held }: ProfitAtList,
  { quantity, price, extraDecimals }: ReferenceHolding,
  realizes: boolean,
): Profit {
  const kept = countKept(held, quantity);
  // Without a mark that is known what is kept begins at the price of the list.
  const open =
    mark === null
      ? 0n
      : holding.computeWorth(kept, mark.price, mark.extraDecimals) - holding.computeWorth(kept, price, extraDecimals);
  const total = profit.total - open;
  return { total, realised: realizes ? total : profit.realised };
}

/** How much of what was held a list still has. */
export const countKept = (held: number, listed: number): number =>
  Math.sign(held) === Math.sign(listed) ? Math.sign(held) * Math.min(Math.abs(held), Math.abs(listed)) : 0;

/** What has been won since the money values. */
export const findProfitSinceMoney = ({ baseline }: EngineAccount, holding: Holding): Profit =>
  baseline === null
    ? NO_PROFIT
    : subtractProfit(computeProfitNow(holding), holding.history.findProfitAtStart(baseline.asOf));

/**
 * Money of a list's date or of a later one knows the list: what it adds and realizes is in the money already. `since` is what had been
 * won since the money before the list was taken. Money that counts from a close does so still.
 */
export function keepMoney(account: EngineAccount, holding: Holding, asOf: string, since: Profit): void {
  const session =
    holding.history.start === null ? findOpenSession(account, holding) : holding.history.start.sessionDate;
  if (session === null || (account.baseline?.asOf ?? '') < asOf) return;
  const { total, realised } = findProfitSinceMoney(account, holding);
  if (total === since.total && realised === since.realised) return;
  holding.history.startFrom(subtractProfit(computeProfitNow(holding), since), session);
}

/**
 * Money that counts from the close of a list's date, or from none after it, counts from what the list makes of that close. Settlement
 * prices that come later are counted as well.
 */
export function startFromListedClose(account: EngineAccount, holding: Holding): boolean {
  const { history, reference, carried } = holding;
  if (reference === null || !countsFromListedClose(account, holding, reference.asOf)) return false;
  const { asOf, quantity, price, extraDecimals } = reference;
  const mark = findClosingMark(holding, asOf) ?? reference;
  const open =
    holding.computeWorth(quantity, mark.price, mark.extraDecimals) -
    holding.computeWorth(quantity, price, extraDecimals);
  history.start = { sessionDate: null, profit: { total: carried.total + open, realised: carried.realised } };
  return true;
}

/** Money of a moment counts from that, and money of a later close from that one, which was counted anew. */
function countsFromListedClose(
  { baseline, referenceDate }: EngineAccount,
  { history, instrument }: Holding,
  asOf: string,
): boolean {
  if (baseline === null || asOf !== referenceDate || baseline.asOf < asOf) return false;
  const isOfMoment = typeof history.start?.sessionDate === 'string';
  const isOfLaterClose = (history.findClose(baseline.asOf)?.sessionDate ?? '') > asOf;
  return hasClosed(instrument.product, asOf) && !isOfMoment && !isOfLaterClose;
}

export const startFromListedCloses = (account: EngineAccount): Holding[] =>
  listUsedHoldings(account).filter((holding) => startFromListedClose(account, holding));

/** The price at which the last session up to a date closed, if it is known. */
function findClosingMark({ instrument: { closingMarks }, history }: Holding, asOf: string): ExactPrice | null {
  const date = findLatestDate([...closingMarks.keys()].filter((each) => each <= asOf));
  const isKnown = date !== null && date >= (history.findClose(asOf)?.sessionDate ?? '');
  return isKnown ? toMarketPrice(closingMarks.get(date)) : null;
}

/** Whether the session of a date is over; no later one has begun without it. */
export const hasClosed = ({ sessionDate, sessionIsOpen }: Product, date: string): boolean =>
  sessionDate !== null && (sessionDate > date || (sessionDate === date && !sessionIsOpen));

export const isOfOneDate = ({ referenceDate, baseline }: EngineAccount): boolean => referenceDate === baseline?.asOf;

/** The session that goes on, if the money values are of its date or of a later one. */
export function findOpenSession({ baseline }: EngineAccount, { instrument: { product } }: Holding): string | null {
  const { sessionDate, sessionIsOpen } = product;
  return sessionIsOpen && sessionDate !== null && sessionDate <= (baseline?.asOf ?? '') ? sessionDate : null;
}

export const listUsedHoldings = ({ holdings }: EngineAccount): Holding[] =>
  [...holdings.values()].filter(({ isUsed }) => isUsed).sort((a, b) => a.instrument.id - b.instrument.id);
