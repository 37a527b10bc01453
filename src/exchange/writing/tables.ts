/** The tables that every batch may write, column by column. The entities in ledger/ describe the columns. */
import type { CommandBody } from '../../engine/command.js';
import type { EngineOrderEvent, TradeRow } from '../../engine/event.js';
import type { PositionRow } from '../../engine/holding.js';
import type { OrderRow } from '../../engine/order.js';
import { formatCommand } from '../command-text.js';
import type { CommandCaller } from '../caller.js';
import { flagColumn, timeColumn, type WrittenTable, textColumn, integerColumn, wordColumn } from './columns.js';

export type JournalRow = Readonly<{
  seq: number;
  time: number;
  caller: CommandCaller;
  body: CommandBody;
  actionId: number | null;
  acctId: number | null;
  orderId: number | null;
  refusalCode: string | null;
  refusalDetail: string | null;
  /** As JSON. */
  refusalFigures: string | null;
}>;

/** An order with the action that placed it; null for an order that an earlier batch has inserted. */
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

export const journal: WrittenTable<JournalRow> = {
  name: 'journal',
  columns: [
    integerColumn('seq', ({ seq }) => seq),
    timeColumn('at', ({ time }) => time),
    integerColumn('user_id', ({ caller }) => caller.userId, 'integer'),
    integerColumn('acting_user_id', ({ caller }) => caller.actingUserId, 'integer'),
    textColumn('client_id', ({ caller }) => caller.clientId),
    flagColumn('is_administrator', ({ caller }) => caller.isAdministrator),
    wordColumn('type', ({ body }) => body.type),
    textColumn('payload', ({ body }) => formatCommand(body), 'jsonb'),
    integerColumn('action_id', ({ actionId }) => actionId),
    integerColumn('acct_id', ({ acctId }) => acctId),
    integerColumn('order_id', ({ orderId }) => orderId),
    wordColumn('refusal_code', ({ refusalCode }) => refusalCode),
    textColumn('refusal_detail', ({ refusalDetail }) => refusalDetail),
    textColumn('refusal_figures', ({ refusalFigures }) => refusalFigures, 'jsonb'),
  ],
  key: 'seq',
  replaced: [],
};

/**
 * An order is inserted before it changes: known orders come with null as their action, and only changeable columns are
 * updated.
 */
export const orders: WrittenTable<WrittenOrder> = {
  name: 'orders',
  columns: [
    integerColumn('id', ({ order }) => order.id),
    integerColumn('acct_id', ({ order }) => order.acctId),
    integerColumn('user_id', ({ order }) => order.userId, 'integer'),
    integerColumn('placed_by', ({ order }) => order.placedBy, 'integer'),
    integerColumn('instrument_id', ({ order }) => order.instrumentId),
    textColumn('client_order_id', ({ order }) => order.clientOrderId),
    textColumn('tag', ({ order }) => order.tag),
    wordColumn('order_type', ({ order }) => order.orderType),
    wordColumn('side', ({ order }) => order.side),
    wordColumn('time_in_force', ({ order }) => order.timeInForce),
    flagColumn('post_only', ({ order }) => order.postOnly),
    wordColumn('expire_date', ({ order }) => order.expireDate, 'date'),
    integerColumn('limit_price', ({ order }) => order.limitPrice),
    integerColumn('stop_price', ({ order }) => order.stopPrice),
    integerColumn('quantity', ({ order }) => order.quantity, 'integer'),
    integerColumn('filled_quantity', ({ order }) => order.filledQuantity, 'integer'),
    integerColumn('turnover', ({ order }) => order.turnover, 'numeric'),
    wordColumn('status', ({ order }) => order.status),
    wordColumn('state', ({ order }) => order.state),
    wordColumn('reject_code', ({ order }) => order.rejectCode),
    wordColumn('cancel_reason', ({ order }) => order.cancelReason),
    integerColumn('revision', ({ order }) => order.revision, 'integer'),
    integerColumn('version', ({ order }) => order.version, 'integer'),
    wordColumn('session_date', ({ order }) => order.sessionDate, 'date'),
    timeColumn('created_at', ({ order }) => order.createdAt),
    timeColumn('updated_at', ({ order }) => order.updatedAt),
    timeColumn('triggered_at', ({ order }) => order.triggeredAt),
    integerColumn('rank_number', ({ order }) => order.rank),
    integerColumn('action_id', ({ actionId }) => actionId ?? 0),
    integerColumn('fingerprint', ({ fingerprint }) => fingerprint),
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

export const orderEvents: WrittenTable<WrittenStep> = {
  name: 'order_events',
  columns: [
    integerColumn('order_id', ({ order }) => order.id),
    integerColumn('revision', ({ order }) => order.revision, 'integer'),
    integerColumn('version', ({ order }) => order.version, 'integer'),
    integerColumn('seq', ({ seq }) => seq),
    timeColumn('at', ({ time }) => time),
    wordColumn('type', ({ type }) => type),
    integerColumn('trade_id', ({ tradeId }) => tradeId),
    wordColumn('state', ({ order }) => order.state),
    wordColumn('time_in_force', ({ order }) => order.timeInForce),
    wordColumn('expire_date', ({ order }) => order.expireDate, 'date'),
    integerColumn('limit_price', ({ order }) => order.limitPrice),
    integerColumn('stop_price', ({ order }) => order.stopPrice),
    integerColumn('quantity', ({ order }) => order.quantity, 'integer'),
    integerColumn('filled_quantity', ({ order }) => order.filledQuantity, 'integer'),
    integerColumn('turnover', ({ order }) => order.turnover, 'numeric'),
    wordColumn('cancel_reason', ({ order }) => order.cancelReason),
  ],
  key: 'order_id, revision',
  replaced: [],
};

export const trades: WrittenTable<WrittenTrade> = {
  name: 'trades',
  columns: [
    integerColumn('id', ({ trade }) => trade.id),
    integerColumn('seq', ({ seq }) => seq),
    integerColumn('instrument_id', ({ trade }) => trade.instrumentId),
    integerColumn('price', ({ trade }) => trade.price),
    integerColumn('quantity', ({ trade }) => trade.quantity, 'integer'),
    wordColumn('aggressor_side', ({ trade }) => trade.aggressorSide),
    integerColumn('buy_order_id', ({ trade }) => trade.buyOrderId),
    integerColumn('sell_order_id', ({ trade }) => trade.sellOrderId),
    integerColumn('buy_acct_id', ({ trade }) => trade.buyAcctId),
    integerColumn('sell_acct_id', ({ trade }) => trade.sellAcctId),
    wordColumn('session_date', ({ trade }) => trade.sessionDate, 'date'),
    timeColumn('at', ({ trade }) => trade.time),
    wordColumn('settlement_style', ({ trade }) => trade.settlement ?? null),
  ],
  key: 'id',
  replaced: [],
};

export const positions: WrittenTable<WrittenPosition> = {
  name: 'positions',
  columns: [
    integerColumn('acct_id', ({ position }) => position.acctId),
    integerColumn('instrument_id', ({ position }) => position.instrumentId),
    integerColumn('quantity', ({ position }) => position.quantity),
    integerColumn('cost', ({ position }) => position.cost, 'numeric'),
    integerColumn('realised', ({ position }) => position.realised, 'numeric'),
    integerColumn('carried_total', ({ position }) => position.carried.total, 'numeric'),
    integerColumn('carried_realised', ({ position }) => position.carried.realised, 'numeric'),
    wordColumn('reference_as_of', ({ position }) => position.reference?.asOf ?? null, 'date'),
    integerColumn('reference_quantity', ({ position }) => position.reference?.quantity ?? null),
    integerColumn('reference_price', ({ position }) => position.reference?.price ?? null),
    integerColumn('reference_extra_decimals', ({ position }) => position.reference?.extraDecimals ?? 0, 'smallint'),
    integerColumn('extra_decimals', ({ position }) => position.extraDecimals, 'smallint'),
    integerColumn('seq', ({ seq }) => seq),
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
export const positionChanges: WrittenTable<WrittenPosition> = {
  name: 'position_changes',
  columns: [
    integerColumn('seq', ({ seq }) => seq),
    integerColumn('acct_id', ({ position }) => position.acctId),
    integerColumn('instrument_id', ({ position }) => position.instrumentId),
    integerColumn('quantity', ({ position }) => position.quantity),
    integerColumn('cost', ({ position }) => position.cost, 'numeric'),
    integerColumn('realised', ({ position }) => position.realised, 'numeric'),
    integerColumn('extra_decimals', ({ position }) => position.extraDecimals, 'smallint'),
  ],
  key: 'seq, acct_id, instrument_id',
  replaced: [],
};
