import type { ProblemValues } from '../errors/problem-values.view.js';
import { formatMoment } from '../exchange/wire/moment-text.js';
import { toWireAveragePrice, toWirePrice } from '../exchange/wire/price-to-wire.js';
import type { NameColumn } from '../http/csv-names.js';
import type { AccountBar } from '../accounts/account-rights.js';
import type { MarketPause } from './market-pause.js';
import type { TimelineEventView } from './order-timeline.view.js';
import { type InstrumentPauseView, type PauseView, toPauseView } from './pause.view.js';
import { toRejectionDetailsView } from './rejection-details.view.js';
import type { OrderRecord } from './order-record.js';

/**
 * An order as it stands.
 *
 * @example { "id": 4711, "acct_id": 7, "user_id": 42, "placed_by": 42, "instrument_id": 1, "symbol": "ESZ26", "client_order_id": "desk-1", "order_type": "Limit", "side": "Buy", "time_in_force": "Day", "expire_date": null, "limit_price": 6712.25, "stop_price": null, "quantity": 10, "filled_quantity": 4, "leaves_quantity": 6, "average_price": 6712, "status": "Open", "state": "PartiallyFilled", "reject_code": null, "cancel_reason": null, "version": 1, "revision": 2, "session_date": "2026-01-30", "created_at": "2026-01-30T15:04:05.000Z", "updated_at": "2026-01-30T15:04:06.120Z", "triggered_at": null }
 */
export type OrderView = ReturnType<typeof toOrderTermsView> &
  Readonly<{
    /** The figures for which it was rejected, as its problem had them; left out where there are none. */
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
    /** Who submitted it; for whom, where an administrator did. */
    user_id: order.userId,
    /** Who placed it: another than `user_id` where an administrator did on behalf of the customer. */
    placed_by: order.placedBy ?? order.userId,
    instrument_id: order.instrumentId,
    symbol,
    client_order_id: order.clientOrderId,
    order_type: order.orderType,
    side: order.side,
    time_in_force: order.timeInForce,
    /** @format date */
    expire_date: order.expireDate,
    limit_price: toWirePrice(order.limitPrice, scale),
    stop_price: toWirePrice(order.stopPrice, scale),
    /** @integer */
    quantity,
    /** @integer */
    filled_quantity: filledQuantity,
    /**
     * What can still trade; nothing of an order that is finished.
     * @integer
     */
    leaves_quantity: order.status === 'Open' ? quantity - filledQuantity : 0,
    /** Of what was filled, rounded half-even; null before the first fill. */
    average_price: filledQuantity === 0 ? null : toWireAveragePrice(order.turnover, filledQuantity, scale),
    status: order.status,
    state: order.state,
    /** Why it was rejected. */
    reject_code: order.rejectCode,
    /** Why it was canceled. */
    cancel_reason: order.cancelReason,
    /**
     * Counts modifications, 1 before the first: what `expected_version` is compared with.
     * @integer
     */
    version: order.version,
    /**
     * Rises by one with every step of its history, fills included.
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
     * When the market reached the stop price.
     * @format date-time
     */
    triggered_at: order.triggeredAt === null ? null : formatMoment(order.triggeredAt),
  };
}

/** An order as a page has it: with its remark and its life, why the reader cannot act on it, and why it cannot trade now. */
export type OrderPageView = OrderView &
  Readonly<{
    tag?: string | null;
    happenings?: readonly TimelineEventView[];
    bar?: AccountBar | null;
    pause?: PauseView | null;
  }>;

/** JSON leaves out what is no element of a list: only the page receives which of the accounts its reader cannot trade, and where nothing trades now. */
export type OrdersPageView = OrderView[] & {
  bars?: readonly Readonly<{ acct_id: number; bar: AccountBar }>[];
  pauses?: readonly InstrumentPauseView[];
};

type Restrictions = Readonly<{
  restrictions: ReadonlyMap<number, AccountBar>;
  pauses: ReadonlyMap<number, MarketPause>;
}>;

export const toOrdersPageView = (
  orders: readonly OrderRecord[],
  { restrictions, pauses }: Restrictions,
): OrdersPageView =>
  Object.assign(orders.map(toOrderView), {
    bars: [...restrictions].map(([id, bar]) => ({ acct_id: id, bar })),
    pauses: [...pauses].map(([id, pause]) => ({ instrument_id: id, ...toPauseView(pause) })),
  });

/** In the order of the fields; what a spreadsheet gets. */
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
  'order_type',
  'side',
  'time_in_force',
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
