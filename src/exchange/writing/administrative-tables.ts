/** The values of the tables that only administration and clock write. The entities in ledger/ describe the tables. */
import type { EngineBreak } from '../../engine/account.js';
import type { EngineEvent, PositionCloseRow } from '../../engine/event.js';
import type { ReferenceHolding } from '../../engine/position-row.js';
import type { Instrument } from '../../engine/instrument.js';
import type { Product, ProductGroup } from '../../engine/product.js';
import { formatEvent, formatTerms } from '../command-text.js';
import { Account, AccountGrant, AccountChange } from '../ledger/account.entity.js';
import { ClosingMark, GroupState, InstrumentState, ProductState } from '../ledger/instrument-state.entity.js';
import { MoneyValue } from '../ledger/money-value.entity.js';
import { PositionClose } from '../ledger/position.entity.js';
import { PositionStatement, StatedPosition } from '../ledger/position-statement.entity.js';
import { ReconciliationBreak } from '../ledger/reconciliation-break.entity.js';
import type { TableDefinition } from './columns.js';

export type TimedEvent<Event extends EngineEvent['type']> = Readonly<{
  seq: number;
  time: number;
  event: Extract<EngineEvent, { type: Event }>;
}>;

export type WrittenStatement = TimedEvent<'PositionsStated'>;
export type WrittenLine = Readonly<{ seq: number; line: ReferenceHolding & Readonly<{ instrumentId: number }> }>;
export type WrittenMark = Readonly<{ instrumentId: number; sessionDate: string; price: number }>;
export type ChangedAccountRow = TimedEvent<
  'AccountChanged' | 'AccountGranted' | 'BreakOpened' | 'BreakChanged' | 'BreakClosed'
>;
/** An updated row may have been opened earlier, also by a command of the same batch. */
type OpenedAt = Readonly<{ openedAt: number }>;
export type WrittenBreak = OpenedAt & Readonly<{ time: number; row: EngineBreak }>;
export type WrittenAccount = OpenedAt & TimedEvent<'AccountChanged'>;

export const groupStates: TableDefinition<GroupState, ProductGroup> = {
  entity: GroupState,
  values: { groupId: ({ terms }) => terms.id, terms: ({ terms }) => formatTerms(terms) },
  replaced: 'all but key',
};

export const productStates: TableDefinition<ProductState, Product> = {
  entity: ProductState,
  values: {
    productId: ({ terms }) => terms.id,
    terms: ({ terms }) => formatTerms(terms),
    sessionDate: ({ sessionDate }) => sessionDate,
    sessionIsOpen: ({ sessionIsOpen }) => sessionIsOpen,
  },
  replaced: 'all but key',
};

/** Every batch writes the board; here it is only created. */
export const instrumentStates: TableDefinition<
  InstrumentState,
  Instrument,
  | 'instrumentId'
  | 'terms'
  | 'givenStatus'
  | 'haltReason'
  | 'isExpired'
  | 'settlementPrice'
  | 'settledSession'
  | 'boardSeq'
  | 'volume'
> = {
  entity: InstrumentState,
  values: {
    instrumentId: ({ id }) => id,
    terms: ({ terms }) => formatTerms(terms),
    givenStatus: ({ givenStatus }) => givenStatus,
    haltReason: ({ haltReason }) => haltReason,
    isExpired: ({ isExpired }) => isExpired,
    settlementPrice: ({ settlementPrice }) => settlementPrice,
    settledSession: ({ settledSession }) => settledSession,
    boardSeq: ({ board }) => board.seq,
    volume: () => 0,
  },
  replaced: ['terms', 'givenStatus', 'haltReason', 'isExpired', 'settlementPrice', 'settledSession'],
};

export const accounts: TableDefinition<Account, WrittenAccount> = {
  entity: Account,
  values: {
    id: ({ event }) => event.acctId,
    ownerId: ({ event }) => event.ownerId,
    name: ({ event }) => event.name,
    currency: ({ event }) => event.currency,
    timeZone: ({ event }) => event.timeZone,
    isEnabled: ({ event }) => event.isEnabled,
    maxOrderQuantity: ({ event }) => event.limits.maxOrderQuantity,
    maxPosition: ({ event }) => event.limits.maxPosition,
    maxProductContracts: ({ event }) => event.limits.maxProductContracts,
    maxDailyLoss: ({ event }) => event.limits.maxDailyLoss,
    buyingPowerPercent: ({ event }) => event.limits.buyingPowerPercent,
    maxWorkingOrders: ({ event }) => event.limits.maxWorkingOrders,
    openedAt: ({ openedAt }) => openedAt,
    changedAt: ({ time }) => time,
  },
  replaced: [
    'name',
    'isEnabled',
    'maxOrderQuantity',
    'maxPosition',
    'maxProductContracts',
    'maxDailyLoss',
    'buyingPowerPercent',
    'maxWorkingOrders',
    'changedAt',
  ],
};

export const accountGrants: TableDefinition<AccountGrant, TimedEvent<'AccountGranted'>> = {
  entity: AccountGrant,
  values: {
    acctId: ({ event }) => event.acctId,
    userId: ({ event }) => event.userId,
    access: ({ event }) => event.access,
    grantedAt: ({ time }) => time,
  },
  replaced: 'all but key',
};

export const moneyValues: TableDefinition<MoneyValue, TimedEvent<'MoneyStated'>> = {
  entity: MoneyValue,
  values: {
    acctId: ({ event }) => event.acctId,
    asOf: ({ event }) => event.money.asOf,
    version: ({ event }) => event.money.version,
    cashBalance: ({ event }) => event.money.cashBalance,
    netLiq: ({ event }) => event.money.netLiq,
    seq: ({ seq }) => seq,
    postedAt: ({ time }) => time,
  },
  replaced: [],
};

export const positionStatements: TableDefinition<PositionStatement, WrittenStatement> = {
  entity: PositionStatement,
  values: {
    seq: ({ seq }) => seq,
    acctId: ({ event }) => event.acctId,
    asOf: ({ event }) => event.asOf,
    postedAt: ({ time }) => time,
  },
  replaced: [],
};

export const statedPositions: TableDefinition<StatedPosition, WrittenLine> = {
  entity: StatedPosition,
  values: {
    statementSeq: ({ seq }) => seq,
    instrumentId: ({ line }) => line.instrumentId,
    quantity: ({ line }) => line.quantity,
    price: ({ line }) => line.price,
    extraDecimals: ({ line }) => line.extraDecimals,
  },
  replaced: [],
};

export const breaks: TableDefinition<ReconciliationBreak, WrittenBreak> = {
  entity: ReconciliationBreak,
  values: {
    id: ({ row }) => row.id,
    acctId: ({ row }) => row.acctId,
    asOf: ({ row }) => row.asOf,
    instrumentId: ({ row }) => row.instrumentId,
    kind: ({ row }) => row.kind,
    internal: ({ row }) => row.internal,
    reference: ({ row }) => row.reference,
    difference: ({ row }) => row.difference,
    status: ({ row }) => row.status,
    openedAt: ({ openedAt }) => openedAt,
    closedAt: ({ row, time }) => (row.status === 'Closed' ? time : null),
  },
  replaced: ['internal', 'reference', 'difference', 'status', 'closedAt'],
};

/** An account, a grant or a break after a command. */
export const accountChanges: TableDefinition<AccountChange, ChangedAccountRow> = {
  entity: AccountChange,
  values: {
    seq: ({ seq }) => seq,
    type: ({ event }) => event.type,
    acctId: ({ event }) => ('row' in event ? event.row.acctId : event.acctId),
    subjectId: ({ event }) => findSubject(event),
    event: ({ event }) => formatEvent(event),
  },
  replaced: [],
};

function findSubject(event: ChangedAccountRow['event']): number {
  if ('row' in event) return event.row.id;
  return event.type === 'AccountGranted' ? event.userId : 0;
}

export const positionCloses: TableDefinition<PositionClose, PositionCloseRow> = {
  entity: PositionClose,
  values: {
    acctId: ({ acctId }) => acctId,
    instrumentId: ({ instrumentId }) => instrumentId,
    sessionDate: ({ sessionDate }) => sessionDate,
    quantity: ({ quantity }) => quantity,
    net: ({ net }) => net,
    mark: ({ mark }) => mark?.price ?? null,
    markExtraDecimals: ({ mark }) => mark?.extraDecimals ?? 0,
    profitTotal: ({ profit }) => profit.total,
    profitRealised: ({ profit }) => profit.realised,
    extraDecimals: ({ extraDecimals }) => extraDecimals,
    includesList: ({ includesList }) => includesList,
  },
  replaced: 'all but key',
};

export const closingMarks: TableDefinition<ClosingMark, WrittenMark> = {
  entity: ClosingMark,
  values: {
    instrumentId: ({ instrumentId }) => instrumentId,
    sessionDate: ({ sessionDate }) => sessionDate,
    price: ({ price }) => price,
  },
  replaced: 'all but key',
};
