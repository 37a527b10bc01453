import type { ProblemValues } from '../errors/domain-error.js';
import { formatMoment, toWireAveragePrice, toWirePrice } from '../exchange/to-wire.js';
import type { NameColumn } from '../http/csv.js';
import type { MarketMakerChoice } from '../accounts/market-maker-choice.js';
import type { AccountBar } from '../accounts/account-rights.js';
import type { MarketPause } from './trading-restrictions.service.js';
import type { TimelineEventView } from './history/order-timeline.view.js';
import { toRejectionDetailsView } from './rejection-details.view.js';
import type { OrderRecord } from './order-record.js';

/** Why an instrument takes no orders now. */
export type PauseView = Readonly<{ status: MarketPause['status']; opens_at: string | null; reason: string | null }>;

/** The same for one of several instruments. */
export type InstrumentPauseView = PauseView & Readonly<{ instrument_id: number }>;

export const toPauseView = ({ status, opensAt, reason }: MarketPause): PauseView => ({
  status,
  reason,
  opens_at: opensAt === null ? null : formatMoment(opensAt),
});

/**
 * An order.
 * @example { "id": 4711, "acct_id": 7, "user_id": 42, "placed_by": 42, "instrument_id": 1, "symbol": "ESZ26", "client_order_id": "desk-1", "tag": null, "order_type": "Limit", "side": "Buy", "time_in_force": "Day", "post_only": false, "expire_date": null, "limit_price": 6712.25, "stop_price": null, "quantity": 10, "filled_quantity": 4, "leaves_quantity": 6, "average_price": 6712, "status": "Open", "state": "PartiallyFilled", "reject_code": null, "cancel_reason": null, "version": 1, "revision": 2, "session_date": "2026-01-30", "created_at": "2026-01-30T15:04:05.000Z", "updated_at": "2026-01-30T15:04:06.120Z", "triggered_at": null }
 */
export type OrderView = ReturnType<typeof toOrderTermsView> &
  Readonly<{
    /** The figures of the rejection, as in its problem. */
    reject_figures?: ProblemValues;
  }>;

export function toOrderView(record: OrderRecord): OrderView {
  const view = toOrderTermsView(record);
  return record.rejectionDetails ? { ...view, reject_figures: toRejectionDetailsView(record.rejectionDetails) } : view;
}

function toOrderTermsView({ row: order, scale, symbol }: OrderRecord) {
  const { quantity, filledQuantity } = order;
  const createdAt = formatMoment(order.createdAt);
  return {
    id: order.id,
    acct_id: order.acctId,
    /** The user of the order: the customer, if an administrator acted for one. */
    user_id: order.userId,
    /** The user who placed it. Differs from `user_id` if an administrator acted for the customer. */
    placed_by: order.placedBy ?? order.userId,
    instrument_id: order.instrumentId,
    symbol,
    client_order_id: order.clientOrderId,
    /** The free text of the client. */
    tag: order.tag,
    order_type: order.orderType,
    side: order.side,
    time_in_force: order.timeInForce,
    /** Whether it is canceled rather than take liquidity. */
    post_only: order.postOnly,
    /** @format date */
    expire_date: order.expireDate,
    limit_price: toWirePrice(order.limitPrice, scale),
    stop_price: toWirePrice(order.stopPrice, scale),
    /** @integer */
    quantity,
    /** @integer */
    filled_quantity: filledQuantity,
    /**
     * The quantity that can still trade; 0 for a finished order.
     * @integer
     */
    leaves_quantity: order.status === 'Open' ? quantity - filledQuantity : 0,
    /** The average price of the fills, rounded half to even. */
    average_price: filledQuantity === 0 ? null : toWireAveragePrice(order.turnover, filledQuantity, scale),
    status: order.status,
    state: order.state,
    /** Why it was rejected. */
    reject_code: order.rejectCode,
    /** Why it was canceled. */
    cancel_reason: order.cancelReason,
    /**
     * Counts modifications, starting at 1: the value for `expected_version`.
     * @integer
     */
    version: order.version,
    /**
     * Counts all events of the order, including fills.
     * @integer
     */
    revision: order.revision,
    /**
     * The session in which it was submitted.
     * @format date
     */
    session_date: order.sessionDate,
    /** @format date-time */
    created_at: createdAt,
    /** @format date-time */
    updated_at: order.updatedAt === order.createdAt ? createdAt : formatMoment(order.updatedAt),
    /**
     * When the stop price was reached.
     * @format date-time
     */
    triggered_at: order.triggeredAt === null ? null : formatMoment(order.triggeredAt),
  };
}

/** An order on its page: with timeline, and the reasons why it cannot be modified or traded now. */
export type OrderPageView = OrderView &
  Readonly<{
    /** For whom an administrator placed it as themselves; null where it was for its user. */
    customer?: Readonly<{ user_id: number }> | null;
    happenings?: readonly TimelineEventView[];
    bar?: AccountBar | null;
    pause?: PauseView | null;
  }>;

/**
 * Only the page gets the customers for whom administrators placed orders as themselves, the accounts that the user cannot trade, the halted instruments, whether the list is short enough to
 * be sorted, and whether it has the market maker's orders, or which accounts it leaves out: JSON omits properties of an array.
 */
export type OrdersPageView = OrderView[] & {
  customers?: readonly OrderCustomerView[];
  bars?: readonly Readonly<{ acct_id: number; bar: AccountBar }>[];
  pauses?: readonly InstrumentPauseView[];
  isSortable?: boolean;
  leftOutAccounts?: readonly number[];
  marketMaker?: MarketMakerChoice | null;
};

type OrderCustomerView = Readonly<{ order_id: number; user_id: number }>;

type ListFacts = Readonly<{
  /** For each order; null where its user placed it for themselves. */
  customers: readonly (number | null)[];
  isSortable: boolean;
  leftOutAccounts: readonly number[];
  marketMaker: MarketMakerChoice | null;
  restrictions: ReadonlyMap<number, AccountBar>;
  pauses: ReadonlyMap<number, MarketPause>;
}>;

export const toOrdersPageView = (
  orders: readonly OrderRecord[],
  { customers, restrictions, pauses, ...facts }: ListFacts,
): OrdersPageView =>
  Object.assign(orders.map(toOrderView), {
    customers: orders.flatMap(({ row }, index) => toOrderCustomerViews(row.id, customers[index])),
    bars: [...restrictions].map(([id, bar]) => ({ acct_id: id, bar })),
    pauses: [...pauses].map(([id, pause]) => ({ instrument_id: id, ...toPauseView(pause) })),
    ...facts,
  });

const toOrderCustomerViews = (orderId: number, customer: number | null = null): OrderCustomerView[] =>
  customer === null ? [] : [{ order_id: orderId, user_id: customer }];

/** The CSV columns, in the order of the fields. */
export const ORDER_COLUMNS = [
  'id',
  'acct_id',
  'acct_name',
  'owner_name',
  'user_id',
  'placed_by',
  'placed_by_name',
  'instrument_id',
  'symbol',
  'client_order_id',
  'tag',
  'order_type',
  'side',
  'time_in_force',
  'post_only',
  'expire_date',
  'limit_price',
  'stop_price',
  'quantity',
  'filled_quantity',
  'leaves_quantity',
  'average_price',
  'status',
  'state',
  'reject_code',
  'reject_figures',
  'cancel_reason',
  'version',
  'revision',
  'session_date',
  'created_at',
  'updated_at',
  'triggered_at',
] as const satisfies readonly (keyof OrderView | NameColumn)[];
