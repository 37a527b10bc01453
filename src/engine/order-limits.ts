/**
 * What an account can bear: the checks behind those of the order itself, in their order; the first that fails is the answer. They run
 * inside the engine, between two commands, so nobody can use the same money twice.
 *
 * An order that does not make the worst case of its account worse passes the limits, however far they are exceeded: nobody is kept
 * from getting out.
 */
import { formatAmount } from '../money/amount.js';
import type { EngineAccount } from './account.js';
import type { OrderTerms } from './order.js';
import { type Refusal, type RefusalFigures, refuse } from './refusal.js';
import { type DraftOrder, toLimitFigures } from './risk.js';
import { SEVENTH_RULES } from './rules.js';
import { computeBuyingPower, computeMarginUsed, computeDayProfit } from './valuation.js';

export function checkLimits(draft: DraftOrder): Refusal | null {
  if (!increasesWorstCase(draft)) return null;
  return (
    checkPositionLimit(draft) ??
    checkProductLimit(draft) ??
    checkDailyLoss(draft) ??
    checkMargin(draft) ??
    checkWorkingOrders(draft)
  );
}

/** The largest positions that could come of what works, without the order and with it. */
function computeWorstCases({ account, instrument, side, terms, filled, working }: Omit<DraftOrder, 'state'>): {
  before: number;
  after: number;
} {
  const holding = account.getHolding(instrument);
  const more = terms.quantity - filled - working;
  return {
    before: holding.computeWorstCase(),
    after: side === 'Buy' ? holding.computeWorstCase(more, 0) : holding.computeWorstCase(0, more),
  };
}

function increasesWorstCase(draft: DraftOrder): boolean {
  const { before, after } = computeWorstCases(draft);
  return after > before;
}

function checkPositionLimit(draft: DraftOrder): Refusal | null {
  const { maxPosition } = draft.account.limits;
  if (maxPosition === null) return null;
  const { after } = computeWorstCases(draft);
  return after <= maxPosition
    ? null
    : refuse('position_limit', `The position could grow beyond ${maxPosition}.`, toLimitFigures(maxPosition, after));
}

function checkProductLimit(draft: DraftOrder): Refusal | null {
  const { maxProductContracts } = draft.account.limits;
  if (maxProductContracts === null) return null;
  const { before, after } = computeWorstCases(draft);
  let contracts = after - before;
  for (const holding of draft.account.holdings.values())
    if (holding.instrument.product === draft.instrument.product) contracts += holding.computeWorstCase();
  return contracts <= maxProductContracts
    ? null
    : refuse(
        'product_limit',
        `The contracts of this product could grow beyond ${maxProductContracts}.`,
        toLimitFigures(maxProductContracts, contracts),
      );
}

function checkDailyLoss({ account }: DraftOrder): Refusal | null {
  const { maxDailyLoss } = account.limits;
  if (maxDailyLoss === null) return null;
  const profit = computeDayProfit(account);
  if (profit > -maxDailyLoss) return null;
  return refuse('daily_limit', 'The loss of the day has reached its limit.', {
    limit: formatAmount(maxDailyLoss),
    wouldBe: formatAmount(-profit),
    currency: account.currency,
  });
}

/** The margin that an order could need beyond what its account has in use. */
export function computeRequiredMargin(draft: Omit<DraftOrder, 'state'>): bigint {
  const { before, after } = computeWorstCases(draft);
  return BigInt(after - before) * draft.instrument.product.group.terms.initialMargin;
}

function checkMargin(draft: DraftOrder): Refusal | null {
  const { account } = draft;
  const power = computeBuyingPower(account);
  if (power === null) return null;
  const used = computeMarginUsed(account);
  const required = computeRequiredMargin(draft);
  return used + required <= power
    ? null
    : refuse(
        'insufficient_margin',
        'The margin that this could need exceeds the buying power.',
        toMarginFigures(account, { required, used, power }),
      );
}

function toMarginFigures(
  { currency }: EngineAccount,
  { required, used, power }: Readonly<{ required: bigint; used: bigint; power: bigint }>,
): RefusalFigures {
  const available = power > used ? power - used : 0n;
  return {
    required: formatAmount(required),
    available: formatAmount(available),
    used: formatAmount(used),
    buyingPower: formatAmount(power),
    currency,
  };
}

/** Since rules 7 an order that is done at once is not one that works. */
function checkWorkingOrders({ account, working, terms, state }: DraftOrder): Refusal | null {
  const { maxWorkingOrders } = account.limits;
  const isNew = working === 0 && !(state.followsRules(SEVENTH_RULES) && isDoneAtOnce(terms));
  return !isNew || maxWorkingOrders === null || account.openOrders.size < maxWorkingOrders
    ? null
    : refuse(
        'too_many_orders',
        `No more than ${maxWorkingOrders} orders may work at once.`,
        toLimitFigures(maxWorkingOrders, account.openOrders.size + 1),
      );
}

const isDoneAtOnce = ({ limitPrice, stopPrice, timeInForce }: OrderTerms): boolean =>
  stopPrice === null && (limitPrice === null || timeInForce === 'IOC' || timeInForce === 'FOK');
