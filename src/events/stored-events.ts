/** Converts database rows to account events. The driver returns 64-bit integers as strings. */
import type { SettlementStyle } from '../engine/command.js';
import type { EngineOrderEvent } from '../engine/event.js';
import type { Side } from '../engine/side.js';
import { parseEvent } from '../exchange/command-text.js';
import { OPERATOR } from '../access/actor.js';
import { toOrderStatus, type OrderDetails } from '../orders/order-record.js';
import type { AccountEvent } from './account-event.js';
import {
  toAccountChange,
  toBreakChange,
  fillEvent,
  grantEvent,
  toMoneyPosting,
  orderEvent,
  toPositionChange,
  toStatementPosting,
} from './event-conversion.js';
import type { EventKind } from './event-place.js';

type NumericText = number | string;

/** The fields of an order event, with the fields of its order that never change. */
type StepRow = Readonly<
  Record<
    | 'seq'
    | 'time'
    | 'id'
    | 'revision'
    | 'version'
    | 'quantity'
    | 'filledQuantity'
    | 'turnover'
    | 'acctId'
    | 'userId'
    | 'instrumentId'
    | 'createdAt'
    | 'scale',
    NumericText
  >
> &
  Readonly<Record<'tradeId' | 'limitPrice' | 'stopPrice' | 'triggeredAt' | 'placedBy', NumericText | null>> &
  Pick<
    OrderDetails,
    | 'state'
    | 'timeInForce'
    | 'expireDate'
    | 'cancelReason'
    | 'clientOrderId'
    | 'orderType'
    | 'side'
    | 'rejectCode'
    | 'sessionDate'
  > &
  Readonly<{ type: EngineOrderEvent['type'] | 'OrderTraded'; symbol: string }>;

type FillRow = Readonly<
  Record<
    | 'seq'
    | 'time'
    | 'id'
    | 'instrumentId'
    | 'price'
    | 'quantity'
    | 'buyOrderId'
    | 'sellOrderId'
    | 'buyAcctId'
    | 'sellAcctId'
    | 'scale',
    NumericText
  >
> &
  Readonly<{
    aggressorSide: Side;
    side: Side;
    settlement: SettlementStyle | null;
    sessionDate: string;
    symbol: string;
    currency: string;
    clientOrderId: string | null;
  }>;

type PositionRow = Readonly<
  Record<
    | 'seq'
    | 'time'
    | 'acctId'
    | 'instrumentId'
    | 'quantity'
    | 'cost'
    | 'realised'
    | 'extraDecimals'
    | 'scale'
    | 'valuePerUnit',
    NumericText
  >
> &
  Readonly<{ symbol: string; currency: string }>;

type MoneyRow = Readonly<
  Record<'seq' | 'time' | 'acctId' | 'version' | 'cashBalance' | 'netLiq' | 'actingUserId', NumericText>
> &
  Readonly<{ asOf: string }>;
type StatementRow = Readonly<Record<'seq' | 'time' | 'acctId' | 'rows' | 'actingUserId', NumericText>> &
  Readonly<{ asOf: string }>;
type ChangeRow = Readonly<Record<'seq' | 'time', NumericText>> & Readonly<{ event: unknown }>;

/** Converts the rows of each kind. */
export const keptEvent: Readonly<Record<EventKind, (row: never) => AccountEvent>> = {
  a: (row: ChangeRow) => {
    const { acctId, isEnabled, ownerId, name, currency, timeZone, limits } = parseEvent('AccountChanged', row.event);
    return toAccountChange({
      ...toEventOrigin(row),
      acctId,
      isEnabled,
      terms: { ownerId, name, currency, timeZone, limits },
    });
  },
  g: (row: ChangeRow) => {
    const { acctId, userId, access } = parseEvent('AccountGranted', row.event);
    return grantEvent({ ...toEventOrigin(row), acctId, userId, access });
  },
  m: (row: MoneyRow) => {
    const value = {
      ...toStatement(row),
      version: Number(row.version),
      cashBalance: BigInt(row.cashBalance),
      netLiq: BigInt(row.netLiq),
    };
    return toMoneyPosting({ value, postedBy: findPoster(row) });
  },
  s: (row: StatementRow) =>
    toStatementPosting({ statement: toStatement(row), postedBy: findPoster(row), rows: Number(row.rows) }),
  b: (row: ChangeRow & Readonly<{ type: 'BreakOpened' | 'BreakChanged' | 'BreakClosed'; symbol: string }>) =>
    toBreakChange({
      ...toEventOrigin(row),
      type: row.type,
      row: parseEvent(row.type, row.event).row,
      symbol: row.symbol,
    }),
  o: (row: StepRow) =>
    orderEvent({
      ...toEventOrigin(row),
      step: row.type,
      order: orderIn(row),
      scale: Number(row.scale),
      symbol: row.symbol,
      tradeId: numberOrNull(row.tradeId),
    }),
  f: (row: FillRow) =>
    fillEvent(Number(row.seq), {
      trade: toTrade(row),
      side: row.side,
      scale: Number(row.scale),
      symbol: row.symbol,
      currency: row.currency,
      clientOrderId: row.clientOrderId,
    }),
  p: (row: PositionRow) =>
    toPositionChange({
      ...{
        ...toEventOrigin(row),
        acctId: Number(row.acctId),
        instrumentId: Number(row.instrumentId),
        symbol: row.symbol,
        currency: row.currency,
        quantity: Number(row.quantity),
      },
      ...{
        scale: Number(row.scale),
        valuePerUnit: BigInt(row.valuePerUnit),
        cost: BigInt(row.cost),
        realised: BigInt(row.realised),
        extraDecimals: Number(row.extraDecimals),
      },
    }),
};

/** The order after the event. Fields that never change come from the order's own row. */
function orderIn(row: StepRow): OrderDetails {
  const { state, timeInForce, expireDate, cancelReason, clientOrderId, orderType, side, rejectCode, sessionDate } = row;
  return {
    ...{
      id: Number(row.id),
      acctId: Number(row.acctId),
      userId: Number(row.userId),
      placedBy: numberOrNull(row.placedBy),
      instrumentId: Number(row.instrumentId),
      revision: Number(row.revision),
      version: Number(row.version),
    },
    ...{ state, timeInForce, expireDate, cancelReason, clientOrderId, orderType, side, rejectCode, sessionDate },
    ...{ limitPrice: numberOrNull(row.limitPrice), stopPrice: numberOrNull(row.stopPrice) },
    ...{ quantity: Number(row.quantity), filledQuantity: Number(row.filledQuantity), turnover: BigInt(row.turnover) },
    status: toOrderStatus(state),
    createdAt: Number(row.createdAt),
    updatedAt: Number(row.time),
    // The order's row has the time of a later trigger.
    triggeredAt: state === 'PendingTrigger' ? null : numberOrNull(row.triggeredAt),
  };
}

function toTrade(row: FillRow) {
  const { aggressorSide, sessionDate, settlement } = row;
  return {
    ...{
      id: Number(row.id),
      instrumentId: Number(row.instrumentId),
      price: Number(row.price),
      quantity: Number(row.quantity),
      aggressorSide,
      sessionDate,
      settlement,
      time: Number(row.time),
    },
    ...{
      buyOrderId: Number(row.buyOrderId),
      sellOrderId: Number(row.sellOrderId),
      buyAcctId: Number(row.buyAcctId),
      sellAcctId: Number(row.sellAcctId),
    },
  };
}

const toEventOrigin = ({
  seq,
  time,
}: Readonly<Record<'seq' | 'time', NumericText>>): Readonly<{ seq: number; time: number }> => ({
  seq: Number(seq),
  time: Number(time),
});

const toStatement = ({
  seq,
  time,
  acctId,
  asOf,
}: Readonly<Record<'seq' | 'time' | 'acctId', NumericText> & { asOf: string }>) => ({
  seq: Number(seq),
  acctId: Number(acctId),
  asOf,
  postedAt: Number(time),
});

/** Null is the system. */
const findPoster = ({ actingUserId }: Readonly<{ actingUserId: NumericText }>): number | null =>
  Number(actingUserId) === OPERATOR.userId ? null : Number(actingUserId);

const numberOrNull = (value: NumericText | null): number | null => (value === null ? null : Number(value));
