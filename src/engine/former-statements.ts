/** What statements of the back office led to under earlier rules. Journals of that time are replayed so. */
import type { EngineAccount } from './account.js';
import { findOpenSession, isOfOneDate, keepMoney, listUsedHoldings, startBeforeClose } from './baseline.js';
import { toMarketPrice } from './exact-price.js';
import type { Holding } from './holding.js';
import type { ReferenceHolding, SessionClose } from './position-row.js';
import { computeCarriedTotal, countNow, restateAfter } from './list-basis.js';
import { AVERAGE_DECIMALS } from '../money/average-price.js';
import { type BeforeList, NO_PROFIT, NOTHING_TRADED, type Profit } from './profit-history.js';
import { toBookQuantities } from './reconciliation.js';
import { EIGHTH_RULES, SEVENTH_RULES } from './rules.js';
import type { State } from './state.js';
import { computeProfitNow, computeProfitSinceBaseline, findMark } from './valuation.js';

/** Before the ninth rules. */
export function restateFormerly(
  account: EngineAccount,
  holding: Holding,
  reference: ReferenceHolding,
  rules: Pick<State, 'followsRules'>,
): SessionClose[] {
  if (rules.followsRules(EIGHTH_RULES)) return restateByEachList(account, holding, reference);
  if (!rules.followsRules(SEVENTH_RULES))
    return holding.restate(reference, computeFormerlyCarriedProfit(holding, reference.asOf));
  const before = findFormerlyHeld(account, holding, reference.asOf);
  const total = computeCarriedTotal(holding, before, reference);
  holding.referenceConfirms = confirmsBooks(holding, reference, before.lastClose === reference.asOf);
  return holding.restate(reference, { total, realised: before.profit.realised });
}

/**
 * Under the eighth rules no list took the place of another one of its date. Where a list happened to move nothing, it was not noted
 * from where money counts.
 */
function restateByEachList(account: EngineAccount, holding: Holding, reference: ReferenceHolding): SessionClose[] {
  const { asOf } = reference;
  const since = computeProfitSinceBaseline(account, holding);
  const closes = restateAfter(holding, findBeforeEachList(holding, asOf), reference);
  const { total, realised } = computeProfitSinceBaseline(account, holding);
  if (total !== since.total || realised !== since.realised) keepMoney(account, holding, { asOf, since });
  return closes;
}

/** Under the eighth rules money that counts from what a list made of an earlier close was forgotten when a session closed. */
export const startFormerlyBeforeClose: typeof startBeforeClose = (account, holding, sessionDate) =>
  holding.history.start === null && startBeforeClose(account, holding, sessionDate);

/** What the close of a list's date said that was held and had been won; what is now, if that session has not closed. */
function findBeforeEachList(holding: Holding, asOf: string): BeforeList {
  const { history, instrument } = holding;
  if (!instrument.product.hasClosed(asOf)) return countNow(holding);
  const close = history.findClose(asOf);
  // The price that it was valued by, if it was one of the market.
  const mark = close === undefined ? null : toMarketPrice(instrument.closingMarks.get(close.sessionDate));
  const { profit, quantity: held } = close ?? { profit: NO_PROFIT, quantity: 0 };
  return { lastClose: asOf, profit, mark, held, traded: NOTHING_TRADED };
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
function findFormerlyHeld(account: EngineAccount, holding: Holding, asOf: string): BeforeList {
  const before = findBeforeEachList(holding, asOf);
  return before.lastClose === asOf
    ? { ...before, held: toBookQuantities(account, asOf)(holding.instrument.id) }
    : before;
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
