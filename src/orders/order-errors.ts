import type { OrderRefusalCode, Refusal } from '../engine/refusal.js';
import { DomainError, domainError, type Issue, type ProblemValues } from '../errors/domain-error.js';
import { InvalidRequestError } from '../http/invalid-request-error.js';
import { toRejectionDetailsView } from './rejection-details.view.js';

type ConflictCode = 'client_order_id_conflict' | 'order_not_open' | 'version_conflict';
type RuleCode = Exclude<OrderRefusalCode, ConflictCode | 'unknown_order'>;

/** A well-formed action that a trading rule rejects (trading.md §6). */
export class OrderRejectedError extends DomainError {
  readonly kind = 'refused';
  override readonly issues: readonly Issue[];
  override readonly values: ProblemValues | undefined;

  constructor(
    readonly code: RuleCode,
    detail: string,
    override readonly action?: object | undefined,
    {
      issues = [],
      figures,
    }: Readonly<{ issues?: readonly Issue[] | undefined; figures?: ProblemValues | undefined }> = {},
  ) {
    super(detail);
    this.issues = issues;
    this.values = figures;
  }
}

/** The order is not in the state that the caller expects. */
export class OrderConflictError extends DomainError {
  readonly kind = 'conflict';

  constructor(
    readonly code: ConflictCode,
    detail: string,
    override readonly action: object | undefined,
    override readonly values: ProblemValues | undefined,
  ) {
    super(detail);
  }
}

/** There is no such order, or the caller may not view its account. */
export class UnknownOrderError extends domainError('unknown', 'unknown_order') {
  constructor(override readonly action?: object | undefined) {
    super(UNKNOWN_ORDER_REJECTION.detail);
  }
}

/** An invalid order action, with values for the page with its form. */
export class MalformedOrderActionError extends InvalidRequestError {
  constructor(
    issues: readonly Issue[],
    override readonly action: object,
  ) {
    super(issues);
  }
}

/** A form would place an order in an account of another user, and its sender has not agreed to that. `other` is the account. */
export class OtherAccountUnconfirmedError extends MalformedOrderActionError {
  constructor(other: Readonly<{ owner: string }>) {
    super([{ pointer: '/_for', message: `Tick this if the order is for ${other.owner}` }], { other });
  }
}

/** Whether the order is good till date is known only when the action is executed. */
export class ExpireDateError extends domainError('malformed', 'invalid_request') {
  override readonly issues: readonly Issue[];

  constructor(message: string) {
    super(`${message}.`);
    this.issues = [{ pointer: '/expire_date', message }];
  }
}

/** A form that closes or reverses a position was made for another position than there is now. Nothing was sent. */
export class PositionChangedError extends domainError('conflict', 'version_conflict') {
  constructor(expected: number, quantity: number) {
    super(`The position is ${quantity} now and was ${expected} on your page. Nothing was sent.`);
  }
}

/** A form would move an order to a price at which it trades at once, and its sender has not agreed to that (decision 107). */
export class TradeUnconfirmedError extends domainError('conflict', 'trade_unconfirmed') {
  constructor(quantity: number, price: string) {
    super(`At this price, ${quantity} would trade at once, at ${price}. The order is unchanged.`);
  }
}

/** A symbol with more than one listed instrument. The action is not stored: it names no instrument. */
export class AmbiguousSymbolError extends domainError('refused', 'ambiguous_symbol') {
  override readonly issues: readonly Issue[];

  constructor(
    symbol: string,
    candidates: readonly Readonly<{ id: number; expiration: string | null }>[],
    pointer: string,
  ) {
    const candidateList = candidates
      .map(
        ({ id, expiration }) =>
          `instrument_id ${id}, ${expiration === null ? 'without expiration' : `expiring on ${expiration}`}`,
      )
      .join('; ');
    super(`More than one live instrument has the symbol ${symbol}: ${candidateList}. Send the instrument_id.`);
    this.issues = [{ pointer, message: `Send the instrument_id instead: ${candidateList}` }];
  }
}

/** The same text for a missing order and for another user's. */
export const UNKNOWN_ORDER_REJECTION: Refusal = { code: 'unknown_order', detail: 'There is no such order.' };
export const UNKNOWN_ACCOUNT_REJECTION: Refusal = { code: 'unknown_account', detail: 'There is no such account.' };

const conflictCodes: ReadonlySet<string> = new Set<ConflictCode>([
  'client_order_id_conflict',
  'order_not_open',
  'version_conflict',
]);

/**
 * Converts a rejection of the engine into a request error; `action` is the stored action, and `issues` are the invalid
 * fields.
 */
export function toOrderError(
  { code, detail, figures }: Refusal,
  action?: object,
  issues?: readonly Issue[],
): OrderRejectedError | OrderConflictError | UnknownOrderError {
  if (code === 'unknown_order') return new UnknownOrderError(action);
  const values = figures && toRejectionDetailsView(figures);
  return conflictCodes.has(code)
    ? new OrderConflictError(code as ConflictCode, detail, action, values)
    : new OrderRejectedError(code as RuleCode, detail, action, { issues, figures: values });
}

export class TooManyInFlightError extends domainError('too_many', 'too_many_in_flight') {
  override readonly retryAfterSeconds = 1;

  constructor(max: number) {
    super(`This connection has ${max} unanswered messages, the limit. Wait for answers, or send actions as a list.`);
  }
}

export class RequestIdInFlightError extends domainError('conflict', 'request_id_in_flight') {
  constructor(id: string) {
    super(`The message ${id} is not answered yet. This message was not accepted: send it with another id.`);
  }
}
