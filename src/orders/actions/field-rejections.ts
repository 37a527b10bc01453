import type { EngineAccount } from '../../engine/account.js';
import type {
  CommandActor,
  OrderAction,
  OrderModificationCommand,
  OrderSubmissionCommand,
} from '../../engine/command.js';
import type { Instrument } from '../../engine/instrument.js';
import type { OrderTerms } from '../../engine/order.js';
import {
  type PriceLimitedOrder,
  toModifiedPrice,
  toModifiedStopPrice,
  toPriceLimitedOrder,
  toPriceUnits,
} from '../../engine/prices.js';
import type { Refusal } from '../../engine/refusal.js';
import { checkBand, checkExpireDate, checkLastDay, checkPrice, checkQuantity, checkSize } from '../../engine/risk.js';
import type { Side } from '../../engine/side.js';
import type { State } from '../../engine/state.js';
import type { Issue } from '../../errors/domain-error.js';

type RejectableField = 'quantity' | 'stop_price' | 'limit_price' | 'expire_date';

/** A field that the venue would reject, with the text of the rejection as if it were the only one. */
export type FieldRejection = Readonly<{ field: RejectableField } & Refusal>;

/** The invalid fields as issues of a problem. */
export const toFieldIssues = (fieldRejections: readonly FieldRejection[]): Issue[] =>
  fieldRejections.map(({ field, detail }) => ({ pointer: `/${field}`, message: detail }));

/** A price in units of its product, or the reason why it is invalid. */
type PriceOrRejection = number | Refusal | null;

/** A draft order with all its faults. The account is null if the caller may not see its limits. */
type ProspectiveOrder = Readonly<{
  state: State;
  account: EngineAccount | null;
  instrument: Instrument;
  side: Side;
  waits: boolean;
  filled: number;
  working: number;
  terms: Omit<OrderTerms, 'limitPrice' | 'stopPrice'>;
  limitPrice: PriceOrRejection;
  stopPrice: PriceOrRejection;
}>;

/**
 * The venue reports the first failing check (risk.ts) and stores it. For a user who corrects an order, the same checks
 * run one by one here. Null if the action names nothing that exists.
 */
export function toProspectiveOrder(
  state: State,
  action: OrderAction,
  context: Readonly<{ caller: CommandActor; orderId: number | null }>,
): ProspectiveOrder | null {
  if (action.type === 'OrderCancellation' || action.type === 'MassCancellation') return null;
  return action.type === 'OrderModification'
    ? toModifiedOrder(state, action, context)
    : toSubmittedOrder(state, action, context.caller);
}

function toSubmittedOrder(
  state: State,
  { acctId, instrumentId, side, quantity, timeInForce, expireDate, ...prices }: OrderSubmissionCommand,
  caller: CommandActor,
): ProspectiveOrder | null {
  const instrument = state.instruments.get(instrumentId);
  if (instrument === undefined) return null;
  const account = state.accounts.get(acctId);
  const stopPrice = toPriceUnits(prices.stopPrice, { instrument, limited: null, state });
  const limited = { side, stopPrice: typeof stopPrice === 'number' ? stopPrice : null };
  return {
    state,
    account: account?.canBeTradedBy(caller) === true ? account : null,
    instrument,
    side,
    waits: true,
    filled: 0,
    working: 0,
    terms: { quantity, timeInForce, expireDate },
    limitPrice: toPriceUnits(prices.limitPrice, { instrument, limited, state }),
    stopPrice,
  };
}

function toModifiedOrder(
  state: State,
  action: OrderModificationCommand,
  { caller, orderId }: Readonly<{ caller: CommandActor; orderId: number | null }>,
): ProspectiveOrder | null {
  const order = state.orders.peek(orderId ?? action.orderId ?? 0);
  if (order?.account.canBeTradedBy(caller) !== true) return null;
  const { account, instrument, origin, terms, filledQuantity: filled, leaves: working } = order;
  const timeInForce = action.timeInForce ?? terms.timeInForce;
  const stopPrice = toModifiedStopPrice(action.stopPrice, order, state);
  const limited = toPriceLimitedOrder(order, stopPrice);
  return {
    state,
    account,
    instrument,
    side: origin.side,
    waits: order.waitsForTrigger,
    filled,
    working,
    terms: {
      quantity: action.quantity ?? terms.quantity,
      timeInForce,
      expireDate: action.expireDate ?? terms.expireDate,
    },
    limitPrice: toModifiedPrice(action.limitPrice, terms.limitPrice, { instrument, limited, state }),
    stopPrice,
  };
}

const isRejection = (price: PriceOrRejection): price is Refusal => typeof price === 'object' && price !== null;

const toFieldRejections = (
  rejectionsByField: Readonly<Partial<Record<RejectableField, Refusal | null>>>,
): FieldRejection[] =>
  (Object.entries(rejectionsByField) as [RejectableField, Refusal | null][]).flatMap(([field, rejection]) =>
    rejection === null ? [] : [{ field, ...rejection }],
  );

/** Faults that do not depend on time: a copy of an order gets the same. `today` is the session of the order. */
export function checkOrderFields(
  { instrument, side, waits, terms, limitPrice, stopPrice }: ProspectiveOrder,
  today: string | null,
): FieldRejection[] {
  const limited = { side, stopPrice: waits && typeof stopPrice === 'number' ? stopPrice : null };
  const checkPriceField = (price: PriceOrRejection, limitedOrder: PriceLimitedOrder | null): Refusal | null =>
    isRejection(price) ? price : checkPrice(instrument, price, limitedOrder);
  return toFieldRejections({
    quantity: checkQuantity(terms.quantity),
    stop_price: checkPriceField(stopPrice, null),
    limit_price: checkPriceField(limitPrice, limited),
    expire_date: checkExpireDate(terms, today) ?? checkLastDay(terms, instrument),
  });
}

/** Faults that depend on the market and the account now; checked only for fields that are otherwise valid. */
export function checkMarketConditions(
  { account, limitPrice, stopPrice, ...order }: ProspectiveOrder,
  isValid: (field: string) => boolean,
): FieldRejection[] {
  if (account === null || isRejection(limitPrice) || isRejection(stopPrice))
    return account === null ? [] : checkOrderSize({ account, ...order }, isValid);
  const draft = { ...order, account, terms: { ...order.terms, limitPrice, stopPrice } };
  const isPriced = ['side', 'limit_price', 'stop_price'].every(isValid);
  return [...checkOrderSize(draft, isValid), ...toFieldRejections({ limit_price: isPriced ? checkBand(draft) : null })];
}

/** Prices say nothing of it. */
function checkOrderSize(
  {
    terms,
    ...order
  }: Omit<ProspectiveOrder, 'account' | 'limitPrice' | 'stopPrice'> & Readonly<{ account: EngineAccount }>,
  isValid: (field: string) => boolean,
): FieldRejection[] {
  return toFieldRejections({
    quantity: isValid('quantity')
      ? checkSize({ ...order, terms: { ...terms, limitPrice: null, stopPrice: null } })
      : null,
  });
}
