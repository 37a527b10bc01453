/**
 * From where profit is counted when the back office has stated money or positions (decision 114).
 *
 * A statement of a date whose session has closed counts from that close. One that comes earlier is taken at its word: what the
 * session has brought so far is in it, and what comes afterwards is not. Where money and positions are of one date, profit since the
 * money is what the positions show, so that `net_liq` is the money and these profits; but not for positions that are only confirmed
 * at their average prices: their open profit is in the money.
 */
import type { EngineAccount } from './account.js';
import type { Holding, Profit, ReferenceHolding } from './holding.js';
import type { Product } from './product.js';
import { toBookQuantities } from './reconciliation.js';
import { computeProfitNow, findMark } from './valuation.js';

/** Counts what an account has from its money values on; gives the holdings for which that changes. */
export const startFromMoney = (account: EngineAccount): Holding[] =>
  listUsedHoldings(account).filter((holding) => startHolding(account, holding));

/** Where a list of the same date only confirms the books, there is nothing to begin anew. */
export const startFromList = (account: EngineAccount): Holding[] =>
  listUsedHoldings(account).filter((holding) => !holding.referenceConfirms && startHolding(account, holding));

/** Under earlier rules money stated in an open session was counted from the close before it, and so that session's profit twice. */
export const startOpenSessions = (account: EngineAccount): Holding[] =>
  listUsedHoldings(account).filter(
    (holding) => findOpenSession(account, holding) !== null && startHolding(account, holding),
  );

/** Whether money was stated before the close of its date, which has come since: the same money again is for that close then. */
export const isFromEarlierMoment = (account: EngineAccount): boolean =>
  listUsedHoldings(account).some(
    ({ start, instrument: { product } }) =>
      typeof start?.sessionDate === 'string' && hasClosed(product, account.baseline?.asOf ?? ''),
  );

/** To be called before a session closes. Money stated before the session began, or before the account held this, counts from its beginning. */
export function startBeforeClose(account: EngineAccount, holding: Holding, sessionDate: string): boolean {
  if (holding.start !== null || sessionDate > (account.baseline?.asOf ?? '')) return false;
  holding.start = { sessionDate, profit: { total: 0n, realised: 0n } };
  return true;
}

/**
 * The profit that a list begins after. What was held before, and is still held, goes on from its mark: its new price is an average,
 * by which nothing was won or lost.
 */
export function computeCarriedProfit(account: EngineAccount, holding: Holding, reference: ReferenceHolding): Profit {
  const { asOf, quantity, price, extraDecimals } = reference;
  const isAtClose = hasClosed(holding.instrument.product, asOf);
  const profit = isAtClose ? holding.findProfitAtClose(asOf) : computeProfitNow(holding);
  const mark = isAtClose ? holding.findMarkAtClose(asOf) : findMark(holding);
  const held = isAtClose ? toBookQuantities(account, asOf)(holding.instrument.id) : holding.quantity;
  if (mark === null) return profit;
  const kept =
    Math.sign(held) === Math.sign(quantity) ? Math.sign(held) * Math.min(Math.abs(held), Math.abs(quantity)) : 0;
  const revaluation =
    holding.computeWorth(kept, mark.price, mark.extraDecimals) - holding.computeWorth(kept, price, extraDecimals);
  return { total: profit.total - revaluation, realised: profit.realised };
}

/** Whether the session of a date is over; no later one has begun without it. */
export const hasClosed = ({ sessionDate, sessionIsOpen }: Product, date: string): boolean =>
  sessionDate !== null && (sessionDate > date || (sessionDate === date && !sessionIsOpen));

function startHolding(account: EngineAccount, holding: Holding): boolean {
  const before = holding.start;
  const openSession = findOpenSession(account, holding);
  const isOfOneDate = account.referenceDate === account.baseline?.asOf;
  if (isOfOneDate && !holding.referenceConfirms) holding.startFrom(holding.carried, openSession);
  else if (openSession === null) holding.start = null;
  else holding.startFrom(computeProfitNow(holding), openSession);
  return before !== null || holding.start !== null;
}

/** The session that goes on, if the money values are of its date or of a later one. */
function findOpenSession({ baseline }: EngineAccount, { instrument: { product } }: Holding): string | null {
  const { sessionDate, sessionIsOpen } = product;
  return sessionIsOpen && sessionDate !== null && sessionDate <= (baseline?.asOf ?? '') ? sessionDate : null;
}

const listUsedHoldings = ({ holdings }: EngineAccount): Holding[] =>
  [...holdings.values()].filter(({ isUsed }) => isUsed).sort((a, b) => a.instrument.id - b.instrument.id);
