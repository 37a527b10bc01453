/**
 * An order as the engine keeps it while it can still trade, and as callers see it. The engine drops a final order; its events have
 * recorded its whole life.
 */
import type { OrderType, TimeInForce } from './command.js';
import type { EngineAccount } from './account.js';
import type { Instrument } from './instrument.js';
import { NONE } from './order-pool.js';
import type { OrderRefusalCode } from './refusal.js';
import type { Side } from './side.js';

export type OrderStatus = 'Open' | 'Filled' | 'Cancelled' | 'Expired' | 'Rejected';
export type OrderState = 'New' | 'PartiallyFilled' | 'PendingTrigger' | 'Filled' | 'Cancelled' | 'Expired' | 'Rejected';

export type CancelReason =
  | 'requested'
  | 'disconnected'
  | 'mass_cancelled'
  | 'self_trade'
  | 'immediate_or_cancel'
  | 'fill_or_kill'
  | 'post_only'
  | 'no_liquidity'
  | 'price_out_of_band'
  | 'account_disabled'
  | 'session_closed'
  | 'instrument_expired';

/**
 * Prices are units of the product. `turnover` is the sum of quantity times price of the fills; `rank` is the place in time.
 * `revision` rises with everything that happens to the order, `version` with modifications only: see `rules.ts`.
 */
export type OrderRow = Readonly<{
  id: number;
  acctId: number;
  userId: number;
  /** The administrator who placed it for the user; null where the user did. */
  placedBy: number | null;
  instrumentId: number;
  clientOrderId: string | null;
  tag: string | null;
  orderType: OrderType;
  side: Side;
  timeInForce: TimeInForce;
  postOnly: boolean;
  expireDate: string | null;
  limitPrice: number | null;
  stopPrice: number | null;
  quantity: number;
  filledQuantity: number;
  turnover: bigint;
  status: OrderStatus;
  state: OrderState;
  rejectCode: OrderRefusalCode | null;
  cancelReason: CancelReason | null;
  revision: number;
  version: number;
  sessionDate: string | null;
  createdAt: number;
  updatedAt: number;
  triggeredAt: number | null;
  rank: number;
}>;

/** The terms by which an order trades; a modification replaces them. */
export type OrderTerms = {
  quantity: number;
  limitPrice: number | null;
  stopPrice: number | null;
  timeInForce: TimeInForce;
  expireDate: string | null;
};

export class EngineOrder {
  filledQuantity = 0;
  turnover = 0n;
  status: OrderStatus = 'Open';
  state: OrderState = 'New';
  rejectCode: OrderRefusalCode | null = null;
  cancelReason: CancelReason | null = null;
  revision = 1;
  version = 1;
  updatedAt: number;
  triggeredAt: number | null = null;
  rank = 0;
  /** Where it stands in the pool, as long as it rests in the book or waits among the stops. */
  slot = NONE;
  terms: OrderTerms;

  constructor(
    readonly account: EngineAccount,
    readonly instrument: Instrument,
    readonly origin: Readonly<{
      id: number;
      userId: number;
      placedBy: number | null;
      clientOrderId: string | null;
      tag: string | null;
      orderType: OrderType;
      side: Side;
      postOnly: boolean;
      sessionDate: string | null;
      createdAt: number;
    }>,
    terms: OrderTerms,
  ) {
    this.terms = terms;
    this.updatedAt = origin.createdAt;
  }

  get leaves(): number {
    return this.status === 'Open' ? this.terms.quantity - this.filledQuantity : 0;
  }

  get waitsForTrigger(): boolean {
    return this.state === 'PendingTrigger';
  }

  markChanged(time: number): void {
    this.revision++;
    this.updatedAt = time;
  }

  row(): OrderRow {
    const { origin, terms } = this;
    return {
      id: origin.id,
      acctId: this.account.id,
      userId: origin.userId,
      placedBy: origin.placedBy,
      instrumentId: this.instrument.id,
      clientOrderId: origin.clientOrderId,
      tag: origin.tag,
      orderType: origin.orderType,
      side: origin.side,
      timeInForce: terms.timeInForce,
      postOnly: origin.postOnly,
      expireDate: terms.expireDate,
      limitPrice: terms.limitPrice,
      stopPrice: terms.stopPrice,
      quantity: terms.quantity,
      filledQuantity: this.filledQuantity,
      turnover: this.turnover,
      status: this.status,
      state: this.state,
      rejectCode: this.rejectCode,
      cancelReason: this.cancelReason,
      revision: this.revision,
      version: this.version,
      sessionDate: origin.sessionDate,
      createdAt: origin.createdAt,
      updatedAt: this.updatedAt,
      triggeredAt: this.triggeredAt,
      rank: this.rank,
    };
  }
}
