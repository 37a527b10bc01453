/** The values of the tables that every batch may write. The entities in ledger/ describe the tables. */
import type { CommandBody } from '../../engine/command.js';
import type { EngineOrderEvent, TradeRow } from '../../engine/event.js';
import type { OrderRow } from '../../engine/order.js';
import type { CommandCaller } from '../caller.js';
import { formatAction, formatCommand } from '../command-text.js';
import { isOrderAction } from '../journal/action-values.js';
import { JournalBatch } from '../ledger/journal-batch.entity.js';
import { JournalEntry } from '../ledger/journal-entry.entity.js';
import { Order, OrderEvent } from '../ledger/order.entity.js';
import { Trade } from '../ledger/trade.entity.js';
import type { TableDefinition } from './columns.js';
import type { PositionRow } from '../../engine/position-row.js';
import { Position, PositionChange } from '../ledger/position.entity.js';

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

/** The row of a batch is written by itself, each value a parameter. */
export const journalBatches: TableDefinition<JournalBatch, JournalBatch> = {
  entity: JournalBatch,
  values: {
    first: ({ first }) => first,
    last: ({ last }) => last,
    epoch: ({ epoch }) => epoch,
    at: ({ at }) => at,
    previousHash: ({ previousHash }) => previousHash,
    hash: ({ hash }) => hash,
    body: ({ body }) => body,
  },
  replaced: [],
};

export const journal: TableDefinition<JournalEntry, JournalRow> = {
  entity: JournalEntry,
  values: {
    seq: ({ seq }) => seq,
    at: ({ time }) => time,
    userId: ({ caller }) => caller.userId,
    actingUserId: ({ caller }) => caller.actingUserId,
    clientId: ({ caller }) => caller.clientId,
    isAdministrator: ({ caller }) => caller.isAdministrator,
    type: ({ body }) => body.type,
    actionValues: ({ body }) => formatAction(body),
    payload: ({ body }) => (isOrderAction(body.type) ? null : formatCommand(body)),
    actionId: ({ actionId }) => actionId,
    acctId: ({ acctId }) => acctId,
    orderId: ({ orderId }) => orderId,
    refusalCode: ({ refusalCode }) => refusalCode,
    refusalDetail: ({ refusalDetail }) => refusalDetail,
    refusalFigures: ({ refusalFigures }) => refusalFigures,
  },
  replaced: [],
};

/**
 * An order is inserted before it changes: known orders come with null as their action, and only changeable columns are
 * updated.
 */
export const orders: TableDefinition<Order, WrittenOrder> = {
  entity: Order,
  values: {
    id: ({ order }) => order.id,
    acctId: ({ order }) => order.acctId,
    userId: ({ order }) => order.userId,
    placedBy: ({ order }) => order.placedBy,
    instrumentId: ({ order }) => order.instrumentId,
    clientOrderId: ({ order }) => order.clientOrderId,
    tag: ({ order }) => order.tag,
    orderType: ({ order }) => order.orderType,
    side: ({ order }) => order.side,
    timeInForce: ({ order }) => order.timeInForce,
    postOnly: ({ order }) => order.postOnly,
    expireDate: ({ order }) => order.expireDate,
    limitPrice: ({ order }) => order.limitPrice,
    stopPrice: ({ order }) => order.stopPrice,
    quantity: ({ order }) => order.quantity,
    filledQuantity: ({ order }) => order.filledQuantity,
    turnover: ({ order }) => order.turnover,
    status: ({ order }) => order.status,
    state: ({ order }) => order.state,
    rejectCode: ({ order }) => order.rejectCode,
    cancelReason: ({ order }) => order.cancelReason,
    revision: ({ order }) => order.revision,
    version: ({ order }) => order.version,
    sessionDate: ({ order }) => order.sessionDate,
    createdAt: ({ order }) => order.createdAt,
    updatedAt: ({ order }) => order.updatedAt,
    triggeredAt: ({ order }) => order.triggeredAt,
    rank: ({ order }) => order.rank,
    actionId: ({ actionId }) => actionId ?? 0,
    fingerprint: ({ fingerprint }) => fingerprint,
  },
  replaced: [
    'timeInForce',
    'expireDate',
    'limitPrice',
    'stopPrice',
    'quantity',
    'filledQuantity',
    'turnover',
    'status',
    'state',
    'cancelReason',
    'revision',
    'version',
    'updatedAt',
    'triggeredAt',
    'rank',
  ],
};

export const orderEvents: TableDefinition<OrderEvent, WrittenStep> = {
  entity: OrderEvent,
  values: {
    orderId: ({ order }) => order.id,
    revision: ({ order }) => order.revision,
    version: ({ order }) => order.version,
    seq: ({ seq }) => seq,
    at: ({ time }) => time,
    type: ({ type }) => type,
    tradeId: ({ tradeId }) => tradeId,
    state: ({ order }) => order.state,
    timeInForce: ({ order }) => order.timeInForce,
    expireDate: ({ order }) => order.expireDate,
    limitPrice: ({ order }) => order.limitPrice,
    stopPrice: ({ order }) => order.stopPrice,
    quantity: ({ order }) => order.quantity,
    filledQuantity: ({ order }) => order.filledQuantity,
    turnover: ({ order }) => order.turnover,
    cancelReason: ({ order }) => order.cancelReason,
  },
  replaced: [],
};

export const trades: TableDefinition<Trade, WrittenTrade> = {
  entity: Trade,
  values: {
    id: ({ trade }) => trade.id,
    seq: ({ seq }) => seq,
    instrumentId: ({ trade }) => trade.instrumentId,
    price: ({ trade }) => trade.price,
    quantity: ({ trade }) => trade.quantity,
    aggressorSide: ({ trade }) => trade.aggressorSide,
    buyOrderId: ({ trade }) => trade.buyOrderId,
    sellOrderId: ({ trade }) => trade.sellOrderId,
    buyAcctId: ({ trade }) => trade.buyAcctId,
    sellAcctId: ({ trade }) => trade.sellAcctId,
    sessionDate: ({ trade }) => trade.sessionDate,
    time: ({ trade }) => trade.time,
    settlement: ({ trade }) => trade.settlement ?? null,
  },
  replaced: [],
};

/** Of a position as it stands, and as a command left it. */
const heldValues = {
  acctId: ({ position }: WrittenPosition) => position.acctId,
  instrumentId: ({ position }: WrittenPosition) => position.instrumentId,
  quantity: ({ position }: WrittenPosition) => position.quantity,
  cost: ({ position }: WrittenPosition) => position.cost,
  realised: ({ position }: WrittenPosition) => position.realised,
  extraDecimals: ({ position }: WrittenPosition) => position.extraDecimals,
};

export const positions: TableDefinition<Position, WrittenPosition> = {
  entity: Position,
  values: {
    ...heldValues,
    carriedTotal: ({ position }) => position.carried.total,
    carriedRealised: ({ position }) => position.carried.realised,
    referenceAsOf: ({ position }) => position.reference?.asOf ?? null,
    referenceQuantity: ({ position }) => position.reference?.quantity ?? null,
    referencePrice: ({ position }) => position.reference?.price ?? null,
    referenceExtraDecimals: ({ position }) => position.reference?.extraDecimals ?? 0,
    referenceConfirms: ({ position }) => position.referenceConfirms,
    startSession: ({ position }) => position.start?.sessionDate ?? null,
    startTotal: ({ position }) => position.start?.profit.total ?? null,
    startRealised: ({ position }) => position.start?.profit.realised ?? null,
    beforeListLastClose: ({ position }) => position.beforeList?.lastClose ?? null,
    beforeListTotal: ({ position }) => position.beforeList?.profit.total ?? null,
    beforeListRealised: ({ position }) => position.beforeList?.profit.realised ?? null,
    beforeListHeld: ({ position }) => position.beforeList?.held ?? null,
    beforeListMark: ({ position }) => position.beforeList?.mark?.price ?? null,
    beforeListMarkExtraDecimals: ({ position }) => position.beforeList?.mark?.extraDecimals ?? 0,
    beforeListTraded: ({ position }) => position.beforeList?.traded.quantity ?? null,
    beforeListTradedCost: ({ position }) => position.beforeList?.traded.cost ?? null,
    seq: ({ seq }) => seq,
  },
  replaced: 'all but key',
};

/** The same as a step that stays. */
export const positionChanges: TableDefinition<PositionChange, WrittenPosition> = {
  entity: PositionChange,
  values: { seq: ({ seq }) => seq, ...heldValues },
  replaced: [],
};
