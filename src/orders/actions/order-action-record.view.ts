import type { MarketMakerChoice } from '../../accounts/market-maker-choice.js';
import type { OrderAction } from '../../engine/command.js';
import type { NameColumn } from '../../http/csv.js';
import { createExactNumber } from '../../money/exact-number.js';
import { type Decimal, formatDecimal } from '../../money/decimal.js';
import { formatMoment } from '../../exchange/to-wire.js';
import { toRejectionDetailsView } from '../rejection-details.view.js';
import type { OrderActionRecord } from './order-action-record.js';

/** The action in the words of the request. */
type OrderActionRequestView = Readonly<{
  acct_id?: number;
  instrument_id?: number;
  symbol?: string;
  product_group_id?: number;
  order_id?: number;
  client_order_id?: string;
  side?: string;
  quantity?: number;
  time_in_force?: string;
  limit_price?: number;
  stop_price?: number;
  post_only?: boolean;
  expire_date?: string;
  expected_version?: number;
  tag?: string;
}>;

/**
 * An order action with its result.
 * @example { "id": 8802, "action_type": "OrderModification", "received_at": "2026-01-30T15:04:05.000Z", "status": "Refused", "code": "version_conflict", "detail": "The order is at version 3.", "figures": null, "user_id": 42, "acting_user_id": 42, "client_id": "Yt3bYbMr0cWd8xPnK1zQ", "order_id": 4711, "acct_id": 7, "instrument_id": 1, "symbol": "ESZ26", "request": { "order_id": 4711, "limit_price": 6712.5, "expected_version": 2 } }
 */
export type OrderActionRecordView = ReturnType<typeof toOrderActionRecordView>;

/** Only the page gets the instruments of the orders, the customers for whom administrators acted as themselves, and whether it has the market maker's actions: JSON omits properties of an array. */
export type OrderActionsPageView = OrderActionRecordView[] & {
  traded?: readonly Readonly<{ order_id: number; instrument_id: number }>[];
  customers?: readonly Readonly<{ action_id: number; user_id: number }>[];
  marketMaker?: MarketMakerChoice | null;
};

type OrderActionsPageFacts = Readonly<{
  instruments: ReadonlyMap<number, number>;
  /** For each record; null where its user acted for themselves. */
  customers: readonly (number | null)[];
  marketMaker: MarketMakerChoice | null;
}>;

export const toOrderActionsPageView = (
  records: readonly OrderActionRecord[],
  { instruments, customers, marketMaker }: OrderActionsPageFacts,
): OrderActionsPageView =>
  Object.assign(records.map(toOrderActionRecordView), {
    traded: [...instruments].map(([order, instrument]) => ({ order_id: order, instrument_id: instrument })),
    customers: records.flatMap(({ id }, index) => {
      const customer = customers[index] ?? null;
      return customer === null ? [] : [{ action_id: id, user_id: customer }];
    }),
    marketMaker,
  });

export function toOrderActionRecordView(record: OrderActionRecord) {
  const { action, rejection } = record;
  return {
    id: record.id,
    action_type: action.type,
    /** @format date-time */
    received_at: formatMoment(record.receivedAt),
    status: rejection === null ? ('Accepted' as const) : ('Refused' as const),
    /** Why it was refused. */
    code: rejection?.code ?? null,
    detail: rejection?.detail ?? null,
    /** The figures of the rejection, as in its problem; null without figures. */
    figures: rejection?.figures ? toRejectionDetailsView(rejection.figures) : null,
    /** As whom it was given. */
    user_id: record.userId,
    /** The user who sent it. Differs from `user_id` if an administrator acted for a customer. */
    acting_user_id: record.actingUserId,
    /** The API key; null for the service itself. */
    client_id: record.clientId,
    /** The order that was placed or named. */
    order_id: record.orderId,
    /** The account of the order or of the request; null if the caller may not view it. */
    acct_id: record.acctId,
    /** The instrument of the request or of the order. */
    instrument_id: record.instrumentId,
    /** The symbol of the instrument. */
    symbol: record.symbol,
    request: toOrderActionRequestView(action),
  };
}

/** The CSV columns: the fields of the request one by one. */
export const ORDER_ACTION_COLUMNS = [
  ...([
    'id',
    'action_type',
    'received_at',
    'status',
    'code',
    'detail',
    'figures',
    'user_id',
    'acting_user_id',
    'actor_name',
    'client_id',
    'order_id',
    'acct_id',
    'acct_name',
    'owner_name',
    'instrument_id',
    'symbol',
  ] as const satisfies readonly (keyof OrderActionRecordView | NameColumn)[]),
  ...(
    [
      'client_order_id',
      'side',
      'quantity',
      'time_in_force',
      'limit_price',
      'stop_price',
      'post_only',
      'expire_date',
      'expected_version',
      'product_group_id',
      'tag',
    ] as const satisfies readonly (keyof OrderActionRequestView)[]
  ).map((name) => `request.${name}`),
];

/** Every action has some of these. Omitted fields are absent. */
type ActionFields = Partial<
  Record<'acctId' | 'instrumentId' | 'productGroupId' | 'orderId' | 'quantity' | 'expectedVersion', number | null>
> &
  Partial<Record<'clientOrderId' | 'side' | 'timeInForce' | 'expireDate' | 'tag' | 'symbol', string | null>> &
  Partial<Record<'limitPrice' | 'stopPrice', Decimal | null>> & { postOnly?: boolean };

function toOrderActionRequestView(action: OrderAction): OrderActionRequestView {
  const fields: ActionFields = action;
  const request = {
    acct_id: fields.acctId,
    // A symbol without an instrument.
    instrument_id: fields.instrumentId === 0 ? null : fields.instrumentId,
    symbol: fields.symbol,
    product_group_id: fields.productGroupId,
    order_id: fields.orderId,
    client_order_id: fields.clientOrderId,
    side: fields.side,
    quantity: fields.quantity,
    time_in_force: fields.timeInForce,
    limit_price: fields.limitPrice && toPriceNumber(fields.limitPrice),
    stop_price: fields.stopPrice && toPriceNumber(fields.stopPrice),
    post_only: fields.postOnly === true ? true : null,
    expire_date: fields.expireDate,
    expected_version: fields.expectedVersion,
    tag: fields.tag,
  };
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null && value !== undefined));
}

/** Also for prices with too many digits. */
const toPriceNumber = ({ digits, decimals }: Decimal): number =>
  createExactNumber(formatDecimal(BigInt(digits), decimals)) as unknown as number;
