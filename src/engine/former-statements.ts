/** What statements of the back office led to under earlier rules. Journals of that time are replayed so. */
import type { EngineAccount } from './account.js';
import { findOpenSession, isOfOneDate, listUsedHoldings } from './baseline.js';
import type { Holding } from './holding.js';
import type { ReferenceHolding, SessionClose } from './position-row.js';
import { computeCarriedProfit, findProfitAtList } from './list-basis.js';
import { AVERAGE_DECIMALS } from '../money/average-price.js';
import type { BeforeList, Profit } from './profit-history.js';
import { toBookQuantities } from './reconciliation.js';
import { computeProfitNow, findMark } from './valuation.js';

/** Before the eighth rules; `countsFromStatements` since the seventh. */
export function restateFormerly(
  account: EngineAccount,
  holding: Holding,
  reference: ReferenceHolding,
  countsFromStatements: boolean,
): SessionClose[] {
  if (!countsFromStatements) return holding.restate(reference, computeFormerlyCarriedProfit(holding, reference.asOf));
  const before = findFormerProfitAtList(account, holding, reference.asOf);
  const carried = computeCarriedProfit(holding, before, reference, false);
  holding.referenceConfirms = confirmsBooks(holding, reference, before.lastClose === reference.asOf);
  return holding.restate(reference, carried);
}

/**
 * Before the seventh rules: the profit up to the close of the statement, which the new basis begins after. While that session is still open, what it has
 * brought so far is the best there is.
 */
function computeFormerlyCarriedProfit(holding: Holding, asOf: string): Profit {
  const { sessionDate, sessionIsOpen } = holding.instrument.product;
  const isClosed = sessionDate === null || sessionDate > asOf || !sessionIsOpen;
  return isClosed ? holding.history.findProfitAtClose(asOf) : holding.computeProfit(findMark(holding));
}

/** Under the seventh rules: where a list of the money's date did not only confirm the books, `net_liq` was the money and the profits that positions showed. */
export function startFromList(account: EngineAccount): Holding[] {
  if (!isOfOneDate(account)) return [];
  const changed = listUsedHoldings(account).filter(({ referenceConfirms }) => !referenceConfirms);
  for (const holding of changed) holding.history.startFrom(holding.carried, findOpenSession(account, holding));
  return changed;
}

/** Under earlier rules money stated in an open session was counted from the close before it, and so that session's profit twice. */
export function startOpenSessions(account: EngineAccount, countsWithList: boolean): Holding[] {
  const open = listUsedHoldings(account).filter((holding) => findOpenSession(account, holding) !== null);
  for (const holding of open)
    holding.history.startFrom(
      countsWithList && isOfOneDate(account) ? holding.carried : computeProfitNow(holding),
      findOpenSession(account, holding),
    );
  return open;
}

/** Under the seventh rules what was held was what trades and the list before said, also where a list of that date was in the close. */
function findFormerProfitAtList(account: EngineAccount, holding: Holding, asOf: string): BeforeList {
  const atList = findProfitAtList(holding, asOf);
  return atList.lastClose === asOf
    ? { ...atList, held: toBookQuantities(account, asOf)(holding.instrument.id) }
    : atList;
}

/** Under the seventh rules: whether a list says of the close of its date, or of now, what the trades say, at the average price that they were shown with. */
function confirmsBooks(
  holding: Holding,
  { asOf, quantity, price, extraDecimals }: ReferenceHolding,
  isAtClose: boolean,
): boolean {
  const books = isAtClose ? holding.countUpTo(asOf) : holding;
  if (books.quantity !== quantity) return false;
  const difference = books.computeWorth(quantity, price, extraDecimals) - books.cost;
  const absolute = difference < 0n ? -difference : difference;
  return (
    2n * absolute * 10n ** BigInt(AVERAGE_DECIMALS) <= BigInt(Math.abs(quantity)) * 10n ** BigInt(books.extraDecimals)
  );
}
