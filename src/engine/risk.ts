/**
 * The checks before an order enters or changes, in their order; the first that fails is the answer. They run inside the engine,
 * between two commands, so nobody can use the same money twice.
 *
 * An order that does not make the worst case of its account worse passes the limits, however far they are exceeded: nobody is kept
 * from getting out. The size of a single order is no such limit, it guards against a slip of the finger.
 */
import { amountText } from '../money/amount.js';
import { decimalText } from '../money/decimal.js';
import type { Account } from './account.js';
import type { Actor } from './command.js';
import type { Instrument } from './instrument.js';
import type { OrderTerms } from './order.js';
import { bandAround } from './price-band.js';
import { type PriceLimitedOrder, PRICE_MAX, refuseOffTick } from './price-tick.js';
import { type Refusal, type RefusalFigures, refuse } from './refusal.js';
import type { Side } from './side.js';
import { buyingPower, marginUsed, profitOfDay } from './valuation.js';

export const QUANTITY_MAX = 1_000_000_000;

/** An order as it would be. `waits` is false for a stop that was elected; `working` is what its account has working of it already: nothing for a new one. */
export type Draft = Readonly<{
  account: Account;
  instrument: Instrument;
  side: Side;
  terms: OrderTerms;
  waits: boolean;
  filled: number;
  working: number;
}>;

export const NOT_PERMITTED = refuse('not_permitted', 'You may not trade this account.');

export function mayTrade(account: Account, actor: Actor): Refusal | null {
  if (!account.isEnabled) return refuse('account_disabled', 'The account is disabled.');
  return account.mayBeTradedBy(actor) ? null : NOT_PERMITTED;
}

/** Nothing here is ever converted, so an account has but one currency. */
export function mayEnter(account: Account, { product }: Instrument, actor: Actor): Refusal | null {
  const refusal = mayTrade(account, actor);
  if (refusal !== null || product.group.terms.currency === account.currency) return refusal;
  return refuse('not_permitted', `The account trades in ${account.currency} only.`);
}

/** What must be right about any order, whoever sends it: market, prices, quantity, band, size. */
export function checkTerms(draft: Draft): Refusal | null {
  const { instrument, terms } = draft;
  return (
    instrument.closedBecause() ??
    checkExpiry(draft) ??
    checkPrice(instrument, terms.limitPrice, limitedBy(draft)) ??
    checkPrice(instrument, terms.stopPrice, null) ??
    checkQuantity(terms.quantity) ??
    checkBand(draft) ??
    checkSize(draft)
  );
}

/** What the account can bear. */
export function checkLimits(draft: Draft): Refusal | null {
  if (!worsens(draft)) return null;
  return (
    checkPosition(draft) ??
    checkProduct(draft) ??
    checkDailyLoss(draft) ??
    checkMargin(draft) ??
    checkWorkingOrders(draft)
  );
}

const checkExpiry = ({ instrument, terms }: Draft): Refusal | null =>
  checkLastDay(terms, instrument.product.currentSession);

/** An order good till a date that is over would expire before it could trade. */
export function checkLastDay(
  { timeInForce, expireDate }: Pick<OrderTerms, 'timeInForce' | 'expireDate'>,
  today: string | null,
): Refusal | null {
  return timeInForce === 'GTD' && expireDate !== null && today !== null && expireDate < today
    ? refuse('market_closed', 'The session of its last day has closed.')
    : null;
}

const limitedBy = ({ side, terms, waits }: Draft): PriceLimitedOrder => ({
  side,
  stopPrice: waits ? terms.stopPrice : null,
});

export function checkPrice(
  instrument: Instrument,
  price: number | null,
  limited: PriceLimitedOrder | null,
): Refusal | null {
  const { terms } = instrument.product;
  if (price === null) return null;
  if (price % terms.tick !== 0) return refuseOffTick({ digits: price, decimals: terms.scale }, instrument, limited);
  if (price <= 0 && !terms.allowNegativePrices)
    return refuse('price_out_of_band', 'This product trades at prices above zero only.');
  return Math.abs(price) > PRICE_MAX
    ? refuse('price_out_of_band', 'The price is beyond what this venue can count.')
    : null;
}

export function checkQuantity(quantity: number): Refusal | null {
  const isCountable = Number.isInteger(quantity) && quantity >= 1 && quantity <= QUANTITY_MAX;
  return isCountable ? null : refuse('quantity_invalid', `The quantity is a whole number from 1 to ${QUANTITY_MAX}.`);
}

/** An aggressive limit is measured from where the market is; that of a stop from where it will be when the stop is elected. */
export function checkBand({ instrument, side, terms, waits }: Draft): Refusal | null {
  const { priceBandBasisPoints } = instrument.product.group.terms;
  const from = (waits ? terms.stopPrice : null) ?? instrument.referencePrice;
  if (priceBandBasisPoints === null || terms.limitPrice === null || from === null) return null;
  const beyond = side === 'Buy' ? terms.limitPrice - from : from - terms.limitPrice;
  if (beyond * 10_000 <= Math.abs(from) * priceBandBasisPoints) return null;
  return refuse(
    'price_out_of_band',
    `The limit is more than ${decimalText(priceBandBasisPoints, 2)} % beyond the reference price, ${decimalText(from, instrument.product.terms.scale)}.`,
    bandFigures(instrument, from),
  );
}

function bandFigures(instrument: Instrument, from: number): RefusalFigures {
  const { low, high, reference } = bandAround(instrument, from) ?? { low: from, high: from, reference: from };
  const text = (units: number): string => decimalText(units, instrument.product.terms.scale);
  return { low: text(low), high: text(high), reference: text(reference) };
}

export function checkSize({ account, instrument, terms }: Draft): Refusal | null {
  const most = Math.min(
    account.limits.maxOrderQuantity ?? QUANTITY_MAX,
    instrument.product.terms.maxOrderQuantity ?? QUANTITY_MAX,
  );
  return terms.quantity > most
    ? refuse('order_size_limit', `An order here may be for ${most} at most.`, beyond(most, terms.quantity))
    : null;
}

const beyond = (limit: number, wouldBe: number): Readonly<{ limit: string; wouldBe: string }> => ({
  limit: String(limit),
  wouldBe: String(wouldBe),
});

/** The largest positions that could come of what works, without the order and with it. */
function worstCases({ account, instrument, side, terms, filled, working }: Draft): { before: number; after: number } {
  const holding = account.holding(instrument);
  const more = terms.quantity - filled - working;
  return {
    before: holding.worstCase(),
    after: side === 'Buy' ? holding.worstCase(more, 0) : holding.worstCase(0, more),
  };
}

function worsens(draft: Draft): boolean {
  const { before, after } = worstCases(draft);
  return after > before;
}

function checkPosition(draft: Draft): Refusal | null {
  const { maxPosition } = draft.account.limits;
  if (maxPosition === null) return null;
  const { after } = worstCases(draft);
  return after <= maxPosition
    ? null
    : refuse('position_limit', `The position could grow beyond ${maxPosition}.`, beyond(maxPosition, after));
}

function checkProduct(draft: Draft): Refusal | null {
  const { maxProductContracts } = draft.account.limits;
  if (maxProductContracts === null) return null;
  const { before, after } = worstCases(draft);
  let contracts = after - before;
  for (const holding of draft.account.holdings.values())
    if (holding.instrument.product === draft.instrument.product) contracts += holding.worstCase();
  return contracts <= maxProductContracts
    ? null
    : refuse(
        'product_limit',
        `The contracts of this product could grow beyond ${maxProductContracts}.`,
        beyond(maxProductContracts, contracts),
      );
}

function checkDailyLoss({ account }: Draft): Refusal | null {
  const { maxDailyLoss } = account.limits;
  if (maxDailyLoss === null) return null;
  const profit = profitOfDay(account);
  if (profit > -maxDailyLoss) return null;
  return refuse('daily_limit', 'The loss of the day has reached its limit.', {
    limit: amountText(maxDailyLoss),
    wouldBe: amountText(-profit),
    currency: account.currency,
  });
}

/** The margin that an order could need beyond what its account has in use. */
export function requiredMargin(draft: Draft): bigint {
  const { before, after } = worstCases(draft);
  return BigInt(after - before) * draft.instrument.product.group.terms.initialMargin;
}

function checkMargin(draft: Draft): Refusal | null {
  const { account } = draft;
  const power = buyingPower(account);
  if (power === null) return null;
  const used = marginUsed(account);
  const required = requiredMargin(draft);
  return used + required <= power
    ? null
    : refuse(
        'insufficient_margin',
        'The margin that this could need exceeds the buying power.',
        marginFigures(account, { required, used, power }),
      );
}

function marginFigures(
  { currency }: Account,
  { required, used, power }: Readonly<{ required: bigint; used: bigint; power: bigint }>,
): RefusalFigures {
  const available = power > used ? power - used : 0n;
  return {
    required: amountText(required),
    available: amountText(available),
    used: amountText(used),
    buyingPower: amountText(power),
    currency,
  };
}

function checkWorkingOrders({ account, working }: Draft): Refusal | null {
  const { maxWorkingOrders } = account.limits;
  const isNew = working === 0;
  return !isNew || maxWorkingOrders === null || account.openOrders.size < maxWorkingOrders
    ? null
    : refuse(
        'too_many_orders',
        `No more than ${maxWorkingOrders} orders may work at once.`,
        beyond(maxWorkingOrders, account.openOrders.size + 1),
      );
}
