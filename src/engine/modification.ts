/** What a modification makes of the terms of an order, and the checks that it has to pass. */
import type { Command, OrderModificationCommand } from './command.js';
import type { EngineOrder, OrderTerms } from './order.js';
import { checkLimits } from './order-limits.js';
import { toModifiedPrice, toModifiedStopPrice, toPriceLimitedOrder } from './prices.js';
import { type Refusal, refuse } from './refusal.js';
import { checkEntry, checkLastDay, checkTerms } from './risk.js';
import { FOURTH_RULES, SECOND_RULES } from './rules.js';
import type { State } from './state.js';

/** What the order is to become, or the first check that it fails: then the old one stands untouched. */
export function validateModification(
  command: Command & OrderModificationCommand,
  order: EngineOrder,
  state: State,
): OrderTerms | Refusal {
  const { account, instrument, filledQuantity } = order;
  const followsSecondRules = state.followsRules(SECOND_RULES);
  const refusal =
    checkVersion(command, followsSecondRules ? order.version : order.revision) ??
    checkEntry(account, instrument, command.actor) ??
    instrument.findClosedRefusal();
  const terms = refusal ?? toModifiedTerms(command, order, state);
  if ('code' in terms || isFilledBy(terms, filledQuantity)) return terms;
  return checkModifiedTerms(order, terms, state) ?? terms;
}

/** Since the second rules the band of a stop that was elected is that of the market, and no longer that of its stop price. */
function checkModifiedTerms(order: EngineOrder, terms: OrderTerms, state: State): Refusal | null {
  const { account, instrument, filledQuantity: filled, leaves: working } = order;
  const followsSecondRules = state.followsRules(SECOND_RULES);
  // A date from before these rules stays.
  const hasNewDate = state.followsRules(FOURTH_RULES) && terms.expireDate !== order.terms.expireDate;
  const waits = !followsSecondRules || order.waitsForTrigger;
  const draft = { state, account, instrument, side: order.origin.side, terms, waits, filled, working };
  return (
    checkTerms(draft) ??
    (hasNewDate ? checkLastDay(terms, instrument) : null) ??
    checkLimits(draft) ??
    (followsSecondRules ? checkPostOnly(order, terms) : null)
  );
}

function checkVersion({ expectedVersion }: OrderModificationCommand, version: number): Refusal | null {
  return expectedVersion === null || expectedVersion === version
    ? null
    : refuse('version_conflict', `The order is at version ${version}.`);
}

/** A new order that would take is canceled; one that is there already stays as it is. */
function checkPostOnly(
  { instrument, origin, waitsForTrigger }: EngineOrder,
  { limitPrice }: OrderTerms,
): Refusal | null {
  if (
    !origin.postOnly ||
    waitsForTrigger ||
    limitPrice === null ||
    !instrument.book.getOppositeSide(origin.side).reaches(limitPrice)
  )
    return null;
  return refuse('post_only_would_take', 'The order is post-only, and with these terms it would take from the book.');
}

/** Whether nothing would be left to trade. A quantity that is none fails the checks instead. */
const isFilledBy = ({ quantity }: OrderTerms, filled: number): boolean =>
  Number.isInteger(quantity) && quantity >= 1 && quantity <= filled;

function toModifiedTerms(command: OrderModificationCommand, order: EngineOrder, state: State): OrderTerms | Refusal {
  const { terms, instrument } = order;
  const stopPrice = toModifiedStopPrice(command.stopPrice, order, state);
  const limited = toPriceLimitedOrder(order, stopPrice);
  const limitPrice = toModifiedPrice(command.limitPrice, terms.limitPrice, { instrument, limited, state });
  if (typeof limitPrice === 'object' && limitPrice !== null) return limitPrice;
  if (typeof stopPrice === 'object' && stopPrice !== null) return stopPrice;
  return { quantity: command.quantity ?? terms.quantity, limitPrice, stopPrice, ...toTimeInForce(command, terms) };
}

/** Only an order good till a date has one. */
function toTimeInForce(
  command: OrderModificationCommand,
  terms: OrderTerms,
): Pick<OrderTerms, 'timeInForce' | 'expireDate'> {
  const timeInForce = command.timeInForce ?? terms.timeInForce;
  return { timeInForce, expireDate: timeInForce === 'GTD' ? (command.expireDate ?? terms.expireDate) : null };
}
