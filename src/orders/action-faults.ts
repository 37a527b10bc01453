import type { Account } from '../engine/account.js';
import type { Actor, OrderAction, OrderModification, OrderSubmission } from '../engine/command.js';
import type { Instrument } from '../engine/instrument.js';
import type { OrderTerms } from '../engine/order.js';
import { changedLimit, newPrice, newStop } from '../engine/order-change.js';
import { unitsOf } from '../engine/order-entry.js';
import type { Limited } from '../engine/price-tick.js';
import type { Refusal } from '../engine/refusal.js';
import { checkBand, checkLastDay, checkPrice, checkQuantity, checkSize } from '../engine/risk.js';
import type { Side } from '../engine/side.js';
import type { State } from '../engine/state.js';

type FaultyField = 'quantity' | 'stop_price' | 'limit_price' | 'expire_date';

/** A field of an order in which something stands that its venue refuses, and in which words it would if that were the only one. */
export type Fault = Readonly<{ field: FaultyField } & Refusal>;

/** A price in units of its product, or why it is none. */
type Price = number | Refusal | null;

/** An order as it would be, with whatever is wrong with it. The account is null where whoever asks is not to know its limits. */
type Meant = Readonly<{
  account: Account | null;
  instrument: Instrument;
  side: Side;
  waits: boolean;
  filled: number;
  working: number;
  terms: Omit<OrderTerms, 'limitPrice' | 'stopPrice'>;
  limitPrice: Price;
  stopPrice: Price;
}>;

/**
 * The venue answers with the first check that an order fails (risk.ts), and keeps that. Whoever has to mend an order is better told of
 * every field at once: these are the same checks, each asked by itself. Null where the action is about nothing that is there.
 */
export function meantBy(
  state: State,
  action: OrderAction,
  who: Readonly<{ caller: Actor; orderId: number | null }>,
): Meant | null {
  if (action.type === 'OrderCancellation' || action.type === 'MassCancellation') return null;
  return action.type === 'OrderModification' ? changed(state, action, who) : submitted(state, action, who.caller);
}

function submitted(
  { accounts, instruments }: State,
  { acctId, instrumentId, side, quantity, timeInForce, expireDate, ...prices }: OrderSubmission,
  caller: Actor,
): Meant | null {
  const instrument = instruments.get(instrumentId);
  if (instrument === undefined) return null;
  const account = accounts.get(acctId);
  const stopPrice = unitsOf(prices.stopPrice, instrument, null);
  return {
    account: account?.mayBeTradedBy(caller) === true ? account : null,
    instrument,
    side,
    waits: true,
    filled: 0,
    working: 0,
    terms: { quantity, timeInForce, expireDate },
    limitPrice: unitsOf(prices.limitPrice, instrument, {
      side,
      stopPrice: typeof stopPrice === 'number' ? stopPrice : null,
    }),
    stopPrice,
  };
}

function changed(
  { orders }: State,
  action: OrderModification,
  { caller, orderId }: Readonly<{ caller: Actor; orderId: number | null }>,
): Meant | null {
  const order = orders.get(orderId ?? action.orderId ?? 0);
  if (order?.account.mayBeTradedBy(caller) !== true) return null;
  const { account, instrument, origin, terms, filledQuantity: filled, leaves: working } = order;
  const timeInForce = action.timeInForce ?? terms.timeInForce;
  const stopPrice = newStop(action.stopPrice, order);
  return {
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
    limitPrice: newPrice(action.limitPrice, terms.limitPrice, { instrument, limited: changedLimit(order, stopPrice) }),
    stopPrice,
  };
}

const isRefusal = (price: Price): price is Refusal => typeof price === 'object' && price !== null;

const faultsAmong = (found: Readonly<Partial<Record<FaultyField, Refusal | null>>>): Fault[] =>
  (Object.entries(found) as [FaultyField, Refusal | null][]).flatMap(([field, refusal]) =>
    refusal === null ? [] : [{ field, ...refusal }],
  );

/** What is wrong whenever it is asked: a copy of an order is told the same. `today` is the session in which the order came. */
export function lastingFaults(
  { instrument, side, waits, terms, limitPrice, stopPrice }: Meant,
  today: string | null,
): Fault[] {
  const limited = { side, stopPrice: waits && typeof stopPrice === 'number' ? stopPrice : null };
  const wrong = (price: Price, of: Limited | null): Refusal | null =>
    isRefusal(price) ? price : checkPrice(instrument, price, of);
  return faultsAmong({
    quantity: checkQuantity(terms.quantity),
    stop_price: wrong(stopPrice, null),
    limit_price: wrong(limitPrice, limited),
    expire_date: checkLastDay(terms, today),
  });
}

/** What is wrong by where the market stands and by what an account may just now; asked only of fields that are sound by themselves. */
export function passingFaults(
  { account, limitPrice, stopPrice, ...meant }: Meant,
  isSound: (field: string) => boolean,
): Fault[] {
  if (account === null || isRefusal(limitPrice) || isRefusal(stopPrice))
    return account === null ? [] : sizeFault({ account, ...meant }, isSound);
  const draft = { ...meant, account, terms: { ...meant.terms, limitPrice, stopPrice } };
  const isPriced = ['side', 'limit_price', 'stop_price'].every(isSound);
  return [...sizeFault(draft, isSound), ...faultsAmong({ limit_price: isPriced ? checkBand(draft) : null })];
}

/** Prices say nothing of it. */
function sizeFault(
  { terms, ...meant }: Omit<Meant, 'account' | 'limitPrice' | 'stopPrice'> & Readonly<{ account: Account }>,
  isSound: (field: string) => boolean,
): Fault[] {
  return faultsAmong({
    quantity: isSound('quantity')
      ? checkSize({ ...meant, terms: { ...terms, limitPrice: null, stopPrice: null } })
      : null,
  });
}
