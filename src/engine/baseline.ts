/**
 * From where profit is counted when the back office has stated money (decisions 114 and 115).
 *
 * A statement of a date whose session has closed counts from that close. One that comes earlier is taken at its word: what the
 * session has brought so far is in it, and what comes afterwards is not.
 */
import type { EngineAccount } from './account.js';
import type { Holding } from './holding.js';
import { NO_PROFIT, type Profit, subtractProfit } from './profit-history.js';
import { computeProfitNow } from './valuation.js';

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
      typeof start?.sessionDate === 'string' && product.hasClosed(account.baseline?.asOf ?? ''),
  );

/**
 * To be called before a session closes. Money stated before the session began, or before the account held this, counts from its
 * beginning; money of a later date goes on counting from what a list made of an earlier close.
 */
export function startBeforeClose(account: EngineAccount, { history }: Holding, sessionDate: string): boolean {
  if (sessionDate > (account.baseline?.asOf ?? '')) return false;
  if (history.start === null) history.start = { sessionDate, profit: NO_PROFIT };
  else if (history.start.sessionDate === null) history.startFrom(history.start.profit, sessionDate);
  else return false;
  return true;
}

/**
 * Money of a list's date or of a later one knows the list: what it adds and realizes is in the money already. `since` is what had been
 * won since the money before the list was taken. Money that counts from a close does so still.
 */
export function keepMoney(
  account: EngineAccount,
  holding: Holding,
  { asOf, since }: Readonly<{ asOf: string; since: Profit }>,
): void {
  const session =
    holding.history.start === null ? findOpenSession(account, holding) : holding.history.start.sessionDate;
  if (session === null || (account.baseline?.asOf ?? '') < asOf) return;
  holding.history.startFrom(subtractProfit(computeProfitNow(holding), since), session);
}

/**
 * Money that counts from the close of a list's date, or from none after it, counts from what the list makes of that close. Settlement
 * prices that come later are counted as well.
 */
export function startFromListedClose(account: EngineAccount, holding: Holding): boolean {
  const { history, reference } = holding;
  if (reference === null || !countsFromListedClose(account, holding, reference.asOf)) return false;
  const profit = isListInClose(holding, reference.asOf)
    ? history.findProfitAtClose(reference.asOf)
    : holding.computeListedProfit(reference);
  history.start = { sessionDate: null, profit };
  return true;
}

/** Whether a list is in the close that its date counts from, as the row of that close has it in `includesList`. */
function isListInClose({ history, beforeList }: Holding, asOf: string): boolean {
  const close = history.findClose(asOf);
  return beforeList !== null && close !== undefined && close.sessionDate > (beforeList.lastClose ?? '');
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
  return instrument.product.hasClosed(asOf) && !isOfMoment && !isOfLaterClose;
}

export const startFromListedCloses = (account: EngineAccount): Holding[] =>
  listUsedHoldings(account).filter((holding) => startFromListedClose(account, holding));

export const isOfOneDate = ({ referenceDate, baseline }: EngineAccount): boolean => referenceDate === baseline?.asOf;

/** The session that goes on, if the money values are of its date or of a later one. */
export function findOpenSession({ baseline }: EngineAccount, { instrument: { product } }: Holding): string | null {
  const { sessionDate, sessionIsOpen } = product;
  return sessionIsOpen && sessionDate !== null && sessionDate <= (baseline?.asOf ?? '') ? sessionDate : null;
}

export const listUsedHoldings = ({ holdings }: EngineAccount): Holding[] =>
  [...holdings.values()].filter(({ isUsed }) => isUsed).sort((a, b) => a.instrument.id - b.instrument.id);
