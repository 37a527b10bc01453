/** The tables that every batch may write, column by column. What the words mean stands with the entities in ledger/. */
import type { CommandBody } from '../../engine/command.js';
import type { EngineOrderEvent, TradeRow } from '../../engine/event.js';
import type { PositionRow } from '../../engine/holding.js';
import type { OrderRow } from '../../engine/order.js';
import { commandText } from '../command-text.js';
import type { Caller } from '../caller.js';
import { flag, moment, type Table, text, whole, word } from './columns.js';

export type JournalRow = Readonly<{
  seq: number;
  time: number;
  caller: Caller;
  body: CommandBody;
  actionId: number | null;
  acctId: number | null;
  orderId: number | null;
  refusalCode: string | null;
  refusalDetail: string | null;
  /** As JSON. */
  refusalFigures: string | null;
}>;

/** The order as it stands, and the action that made it; null for an order that an earlier batch has written already. */
export type WrittenOrder = Readonly<{ order: OrderRow; actionId: number | null; fingerprint: number | null }>;
export type WrittenStep = Readonly<{
  seq: number;
  time: number;
  type: EngineOrderEvent['type'] | 'OrderTraded';
  tradeId: number | null;
  order: OrderRow;
}>;
export type WrittenTrade = Readonly<{ seq: number; trade: TradeRow }>;
export type WrittenPosition = Readonly<{ seq: number; position: PositionRow }>;
export type WrittenBoard = Readonly<{
  instrumentId: number;
  boardSeq: number;
  lastPrice: number | null;
  lastQuantity: number | null;
  lastTime: number | null;
  lastSession: string | null;
  high: number | null;
  low: number | null;
  volume: number;
  bandPrice: number | null;
}>;

export const journal: Table<JournalRow> = {
  name: 'journal',
  columns: [
    whole('seq', ({ seq }) => seq),
    moment('at', ({ time }) => time),
    whole('user_id', ({ caller }) => caller.userId, 'integer'),
    whole('acting_user_id', ({ caller }) => caller.actingUserId, 'integer'),
    text('client_id', ({ caller }) => caller.clientId),
    flag('is_administrator', ({ caller }) => caller.isAdministrator),
    word('type', ({ body }) => body.type),
    text('payload', ({ body }) => commandText(body), 'jsonb'),
    whole('action_id', ({ actionId }) => actionId),
    whole('acct_id', ({ acctId }) => acctId),
    whole('order_id', ({ orderId }) => orderId),
    word('refusal_code', ({ refusalCode }) => refusalCode),
    text('refusal_detail', ({ refusalDetail }) => refusalDetail),
    text('refusal_figures', ({ refusalFigures }) => refusalFigures, 'jsonb'),
  ],
  key: 'seq',
  replaced: [],
};

/**
 * An order is there before it changes, so those that are known already come with an action of nothing, and only what can change of
 * them is taken over.
 */
export const orders: Table<WrittenOrder> = {
  name: 'orders',
  columns: [
    whole('id', ({ order }) => order.id),
    whole('acct_id', ({ order }) => order.acctId),
    whole('user_id', ({ order }) => order.userId, 'integer'),
    whole('placed_by', ({ order }) => order.placedBy, 'integer'),
    whole('instrument_id', ({ order }) => order.instrumentId),
    text('client_order_id', ({ order }) => order.clientOrderId),
    text('tag', ({ order }) => order.tag),
    word('order_type', ({ order }) => order.orderType),
    word('side', ({ order }) => order.side),
    word('time_in_force', ({ order }) => order.timeInForce),
    flag('post_only', ({ order }) => order.postOnly),
    word('expire_date', ({ order }) => order.expireDate, 'date'),
    whole('limit_price', ({ order }) => order.limitPrice),
    whole('stop_price', ({ order }) => order.stopPrice),
    whole('quantity', ({ order }) => order.quantity, 'integer'),
    whole('filled_quantity', ({ order }) => order.filledQuantity, 'integer'),
    whole('turnover', ({ order }) => order.turnover, 'numeric'),
    word('status', ({ order }) => order.status),
    word('state', ({ order }) => order.state),
    word('reject_code', ({ order }) => order.rejectCode),
    word('cancel_reason', ({ order }) => order.cancelReason),
    whole('revision', ({ order }) => order.revision, 'integer'),
    whole('version', ({ order }) => order.version, 'integer'),
    word('session_date', ({ order }) => order.sessionDate, 'date'),
    moment('created_at', ({ order }) => order.createdAt),
    moment('updated_at', ({ order }) => order.updatedAt),
    moment('triggered_at', ({ order }) => order.triggeredAt),
    whole('rank_number', ({ order }) => order.rank),
    whole('action_id', ({ actionId }) => actionId ?? 0),
    whole('fingerprint', ({ fingerprint }) => fingerprint),
  ],
  key: 'id',
  replaced: [
    ...[
      'time_in_force',
      'expire_date',
      'limit_price',
      'stop_price',
      'quantity',
      'filled_quantity',
      'turnover',
      'status',
      'state',
    ],
    ...['cancel_reason', 'revision', 'version', 'updated_at', 'triggered_at', 'rank_number'],
  ],
};

export const orderEvents: Table<WrittenStep> = {
  name: 'order_events',
  columns: [
    whole('order_id', ({ order }) => order.id),
    whole('revision', ({ order }) => order.revision, 'integer'),
    whole('version', ({ order }) => order.version, 'integer'),
    whole('seq', ({ seq }) => seq),
    moment('at', ({ time }) => time),
    word('type', ({ type }) => type),
    whole('trade_id', ({ tradeId }) => tradeId),
    word('state', ({ order }) => order.state),
    word('time_in_force', ({ order }) => order.timeInForce),
    word('expire_date', ({ order }) => order.expireDate, 'date'),
    whole('limit_price', ({ order }) => order.limitPrice),
    whole('stop_price', ({ order }) => order.stopPrice),
    whole('quantity', ({ order }) => order.quantity, 'integer'),
    whole('filled_quantity', ({ order }) => order.filledQuantity, 'integer'),
    whole('turnover', ({ order }) => order.turnover, 'numeric'),
    word('cancel_reason', ({ order }) => order.cancelReason),
  ],
  key: 'order_id, revision',
  replaced: [],
};

export const trades: Table<WrittenTrade> = {
  name: 'trades',
  columns: [
    whole('id', ({ trade }) => trade.id),
    whole('seq', ({ seq }) => seq),
    whole('instrument_id', ({ trade }) => trade.instrumentId),
    whole('price', ({ trade }) => trade.price),
    whole('quantity', ({ trade }) => trade.quantity, 'integer'),
    word('aggressor_side', ({ trade }) => trade.aggressorSide),
    whole('buy_order_id', ({ trade }) => trade.buyOrderId),
    whole('sell_order_id', ({ trade }) => trade.sellOrderId),
    whole('buy_acct_id', ({ trade }) => trade.buyAcctId),
    whole('sell_acct_id', ({ trade }) => trade.sellAcctId),
    word('session_date', ({ trade }) => trade.sessionDate, 'date'),
    moment('at', ({ trade }) => trade.time),
    word('settlement_style', ({ trade }) => trade.settlement ?? null),
  ],
  key: 'id',
  replaced: [],
};

export const positions: Table<WrittenPosition> = {
  name: 'positions',
  columns: [
    whole('acct_id', ({ position }) => position.acctId),
    whole('instrument_id', ({ position }) => position.instrumentId),
    whole('quantity', ({ position }) => position.quantity),
    whole('cost', ({ position }) => position.cost, 'numeric'),
    whole('realised', ({ position }) => position.realised, 'numeric'),
    whole('carried_total', ({ position }) => position.carried.total, 'numeric'),
    whole('carried_realised', ({ position }) => position.carried.realised, 'numeric'),
    word('reference_as_of', ({ position }) => position.reference?.asOf ?? null, 'date'),
    whole('reference_quantity', ({ position }) => position.reference?.quantity ?? null),
    whole('reference_price', ({ position }) => position.reference?.price ?? null),
    whole('reference_extra_decimals', ({ position }) => position.reference?.extraDecimals ?? 0, 'smallint'),
    whole('extra_decimals', ({ position }) => position.extraDecimals, 'smallint'),
    whole('seq', ({ seq }) => seq),
  ],
  key: 'acct_id, instrument_id',
  replaced: [
    'quantity',
    'cost',
    'realised',
    'carried_total',
    'carried_realised',
    'reference_as_of',
    'reference_quantity',
    'reference_price',
    'reference_extra_decimals',
    'extra_decimals',
    'seq',
  ],
};

/** The same as a step that stays. */
export const positionChanges: Table<WrittenPosition> = {
  name: 'position_changes',
  columns: [
    whole('seq', ({ seq }) => seq),
    whole('acct_id', ({ position }) => position.acctId),
    whole('instrument_id', ({ position }) => position.instrumentId),
    whole('quantity', ({ position }) => position.quantity),
    whole('cost', ({ position }) => position.cost, 'numeric'),
    whole('realised', ({ position }) => position.realised, 'numeric'),
    whole('extra_decimals', ({ position }) => position.extraDecimals, 'smallint'),
  ],
  key: 'seq, acct_id, instrument_id',
  replaced: [],
};
