/**
 * The checks before an order enters or changes, in their order; the first that fails is the answer. They run inside the engine,
 * between two commands. The limits of its account follow them (`order-limits.ts`): the size of a single order is no such limit, it
 * guards against a slip of the finger.
 */
import { formatDecimal } from '../money/decimal.js';
import type { EngineAccount } from './account.js';
import type { CommandActor } from './command.js';
import type { Instrument } from './instrument.js';
import type { OrderTerms } from './order.js';
import {
  findAcceptedPrices,
  findPriceBand,
  type PriceLimitedOrder,
  PRICE_MAX,
  refuseOffTickPrice,
  refuseUncountablePrice,
} from './prices.js';
import { type Refusal, type RefusalFigures, refuse } from './refusal.js';
import { SEVENTH_RULES } from './rules.js';
import type { Side } from './side.js';
import type { State } from './state.js';

export const QUANTITY_MAX = 1_000_000_000;

/** An order as it would be. `waits` is false for a stop that was elected; `working` is what its account has working of it already: nothing for a new one. */
export type DraftOrder = Readonly<{
  state: Pick<State, 'followsRules'>;
  account: EngineAccount;
  instrument: Instrument;
  side: Side;
  terms: OrderTerms;
  waits: boolean;
  filled: number;
  working: number;
}>;

export const NOT_PERMITTED = refuse('not_permitted', 'You may not trade this account.');

export function checkTradingPermission(account: EngineAccount, actor: CommandActor): Refusal | null {
  if (!account.isEnabled) return refuse('account_disabled', 'The account is disabled.');
  return account.canBeTradedBy(actor) ? null : NOT_PERMITTED;
}

/** Nothing here is ever converted, so an account has but one currency. */
export function checkEntry(account: EngineAccount, { product }: Instrument, actor: CommandActor): Refusal | null {
  const refusal = checkTradingPermission(account, actor);
  if (refusal !== null || product.group.terms.currency === account.currency) return refusal;
  return refuse('not_permitted', `The account trades in ${account.currency} only.`);
}

/** The checks of every order: market, prices, quantity, band, size. */
export function checkTerms(draft: DraftOrder): Refusal | null {
  const { instrument, terms } = draft;
  return (
    instrument.findClosedRefusal() ??
    checkExpiry(draft) ??
    checkPrice(instrument, terms.limitPrice, toLimitedOrder(draft)) ??
    checkPrice(instrument, terms.stopPrice, null) ??
    checkQuantity(terms.quantity) ??
    checkBand(draft) ??
    checkSize(draft)
  );
}

const checkExpiry = ({ instrument, terms }: DraftOrder): Refusal | null =>
  checkExpireDate(terms, instrument.product.currentSession);

/** An order good till a date that is over would expire before it could trade. */
export function checkExpireDate(
  { timeInForce, expireDate }: Pick<OrderTerms, 'timeInForce' | 'expireDate'>,
  today: string | null,
): Refusal | null {
  return timeInForce === 'GTD' && expireDate !== null && today !== null && expireDate < today
    ? refuse('market_closed', 'The session of its last day has closed.')
    : null;
}

/** An order good till a date after the last session of its instrument would end before its date. */
export function checkLastDay(
  { timeInForce, expireDate }: Pick<OrderTerms, 'timeInForce' | 'expireDate'>,
  { terms: { expiration } }: Instrument,
): Refusal | null {
  return timeInForce === 'GTD' && expireDate !== null && expiration !== null && expireDate > expiration
    ? refuse('instrument_expired', `Its last day is after the last session of the instrument, ${expiration}.`)
    : null;
}

const toLimitedOrder = ({ side, terms, waits }: DraftOrder): PriceLimitedOrder => ({
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
  if (price % terms.tick !== 0)
    return refuseOffTickPrice({ digits: price, decimals: terms.scale }, instrument, limited);
  if (price <= 0 && !terms.allowNegativePrices)
    return refuse('price_out_of_band', 'This product trades at prices above zero only.');
  return Math.abs(price) > PRICE_MAX ? refuseUncountablePrice() : null;
}

export function checkQuantity(quantity: number): Refusal | null {
  const isCountable = Number.isInteger(quantity) && quantity >= 1 && quantity <= QUANTITY_MAX;
  return isCountable ? null : refuse('quantity_invalid', `The quantity is a whole number from 1 to ${QUANTITY_MAX}.`);
}

/** An aggressive limit is measured from where the market is; that of a stop from where it will be when the stop is elected. */
export function checkBand(draft: DraftOrder): Refusal | null {
  const { instrument, side, terms, waits } = draft;
  const { priceBandBasisPoints } = instrument.product.group.terms;
  const reference = (waits ? terms.stopPrice : null) ?? instrument.referencePrice;
  if (priceBandBasisPoints === null || terms.limitPrice === null || reference === null) return null;
  const beyond = side === 'Buy' ? terms.limitPrice - reference : reference - terms.limitPrice;
  if (beyond * 10_000 <= Math.abs(reference) * priceBandBasisPoints) return null;
  return refuse(
    'price_out_of_band',
    `The limit is more than ${formatDecimal(priceBandBasisPoints, 2)} % beyond the reference price, ${formatDecimal(reference, instrument.product.terms.scale)}.`,
    toBandFigures(draft, reference),
  );
}

function toBandFigures(draft: DraftOrder, basis: number): RefusalFigures | undefined {
  const { instrument, state } = draft;
  const band = state.followsRules(SEVENTH_RULES)
    ? findAcceptedPrices(instrument, toLimitedOrder(draft))
    : findPriceBand(instrument, basis);
  if (band === null) return undefined;
  const { low, high } = band;
  const formatUnits = (units: number): string => formatDecimal(units, instrument.product.terms.scale);
  return { low: formatUnits(low), high: formatUnits(high), reference: formatUnits(basis) };
}

export function checkSize({ account, instrument, terms }: DraftOrder): Refusal | null {
  const maxQuantity = Math.min(
    account.limits.maxOrderQuantity ?? QUANTITY_MAX,
    instrument.product.terms.maxOrderQuantity ?? QUANTITY_MAX,
  );
  return terms.quantity > maxQuantity
    ? refuse(
        'order_size_limit',
        `An order here may be for ${maxQuantity} at most.`,
        toLimitFigures(maxQuantity, terms.quantity),
      )
    : null;
}

export const toLimitFigures = (limit: number, wouldBe: number): Readonly<{ limit: string; wouldBe: string }> => ({
  limit: String(limit),
  wouldBe: String(wouldBe),
});
