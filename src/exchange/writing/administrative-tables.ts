/**
 * The tables that only administration and clock write, column by column. The entities in ledger/ describe the columns.
 */
import type { EngineBreak } from '../../engine/account.js';
import type { EngineEvent, PositionCloseRow } from '../../engine/event.js';
import type { ReferenceHolding } from '../../engine/holding.js';
import type { Instrument } from '../../engine/instrument.js';
import type { Product, ProductGroup } from '../../engine/product.js';
import { formatEvent, formatTerms } from '../command-text.js';
import { flagColumn, timeColumn, type WrittenTable, textColumn, integerColumn, wordColumn } from './columns.js';

type TimedEvent<Event extends EngineEvent['type']> = Readonly<{
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

export const groupStates: WrittenTable<ProductGroup> = {
  name: 'group_states',
  columns: [
    integerColumn('group_id', ({ terms }) => terms.id),
    textColumn('terms', ({ terms }) => formatTerms(terms), 'jsonb'),
  ],
  key: 'group_id',
  replaced: ['terms'],
};

export const productStates: WrittenTable<Product> = {
  name: 'product_states',
  columns: [
    integerColumn('product_id', ({ terms }) => terms.id),
    textColumn('terms', ({ terms }) => formatTerms(terms), 'jsonb'),
    wordColumn('session_date', ({ sessionDate }) => sessionDate, 'date'),
    flagColumn('session_is_open', ({ sessionIsOpen }) => sessionIsOpen),
  ],
  key: 'product_id',
  replaced: ['terms', 'session_date', 'session_is_open'],
};

/** Every batch writes the board; here it is only created. */
export const instrumentStates: WrittenTable<Instrument> = {
  name: 'instrument_states',
  columns: [
    integerColumn('instrument_id', ({ id }) => id),
    textColumn('terms', ({ terms }) => formatTerms(terms), 'jsonb'),
    wordColumn('given_status', ({ givenStatus }) => givenStatus),
    flagColumn('is_expired', ({ isExpired }) => isExpired),
    integerColumn('settlement_price', ({ settlementPrice }) => settlementPrice),
    wordColumn('settled_session', ({ settledSession }) => settledSession, 'date'),
    integerColumn('board_seq', ({ board }) => board.seq),
    integerColumn('volume', () => 0),
  ],
  key: 'instrument_id',
  replaced: ['terms', 'given_status', 'is_expired', 'settlement_price', 'settled_session'],
};

export const accounts: WrittenTable<WrittenAccount> = {
  name: 'accounts',
  columns: [
    integerColumn('id', ({ event }) => event.acctId),
    integerColumn('owner_id', ({ event }) => event.ownerId, 'integer'),
    textColumn('name', ({ event }) => event.name),
    textColumn('currency', ({ event }) => event.currency),
    textColumn('time_zone', ({ event }) => event.timeZone),
    flagColumn('is_enabled', ({ event }) => event.isEnabled),
    integerColumn('max_order_quantity', ({ event }) => event.limits.maxOrderQuantity, 'integer'),
    integerColumn('max_position', ({ event }) => event.limits.maxPosition, 'integer'),
    integerColumn('max_product_contracts', ({ event }) => event.limits.maxProductContracts, 'integer'),
    integerColumn('max_daily_loss', ({ event }) => event.limits.maxDailyLoss, 'numeric'),
    integerColumn('buying_power_percent', ({ event }) => event.limits.buyingPowerPercent, 'integer'),
    integerColumn('max_working_orders', ({ event }) => event.limits.maxWorkingOrders, 'integer'),
    timeColumn('opened_at', ({ openedAt }) => openedAt),
    timeColumn('changed_at', ({ time }) => time),
  ],
  key: 'id',
  replaced: [
    ...[
      'name',
      'is_enabled',
      'max_order_quantity',
      'max_position',
      'max_product_contracts',
      'max_daily_loss',
      'buying_power_percent',
      'max_working_orders',
    ],
    'changed_at',
  ],
};

export const accountGrants: WrittenTable<TimedEvent<'AccountGranted'>> = {
  name: 'account_grants',
  columns: [
    integerColumn('acct_id', ({ event }) => event.acctId),
    integerColumn('user_id', ({ event }) => event.userId, 'integer'),
    wordColumn('access', ({ event }) => event.access),
    timeColumn('granted_at', ({ time }) => time),
  ],
  key: 'acct_id, user_id',
  replaced: ['access', 'granted_at'],
};

export const moneyValues: WrittenTable<TimedEvent<'MoneyStated'>> = {
  name: 'money_values',
  columns: [
    integerColumn('acct_id', ({ event }) => event.acctId),
    wordColumn('as_of', ({ event }) => event.money.asOf, 'date'),
    integerColumn('version', ({ event }) => event.money.version, 'integer'),
    integerColumn('cash_balance', ({ event }) => event.money.cashBalance, 'numeric'),
    integerColumn('net_liq', ({ event }) => event.money.netLiq, 'numeric'),
    integerColumn('seq', ({ seq }) => seq),
    timeColumn('posted_at', ({ time }) => time),
  ],
  key: 'acct_id, as_of, version',
  replaced: [],
};

export const positionStatements: WrittenTable<WrittenStatement> = {
  name: 'position_statements',
  columns: [
    integerColumn('seq', ({ seq }) => seq),
    integerColumn('acct_id', ({ event }) => event.acctId),
    wordColumn('as_of', ({ event }) => event.asOf, 'date'),
    timeColumn('posted_at', ({ time }) => time),
  ],
  key: 'seq',
  replaced: [],
};

export const statedPositions: WrittenTable<WrittenLine> = {
  name: 'stated_positions',
  columns: [
    integerColumn('statement_seq', ({ seq }) => seq),
    integerColumn('instrument_id', ({ line }) => line.instrumentId),
    integerColumn('quantity', ({ line }) => line.quantity),
    integerColumn('price', ({ line }) => line.price),
    integerColumn('extra_decimals', ({ line }) => line.extraDecimals, 'smallint'),
  ],
  key: 'statement_seq, instrument_id',
  replaced: [],
};

export const breaks: WrittenTable<WrittenBreak> = {
  name: 'reconciliation_breaks',
  columns: [
    integerColumn('id', ({ row }) => row.id),
    integerColumn('acct_id', ({ row }) => row.acctId),
    wordColumn('as_of', ({ row }) => row.asOf, 'date'),
    integerColumn('instrument_id', ({ row }) => row.instrumentId),
    wordColumn('kind', ({ row }) => row.kind),
    integerColumn('internal', ({ row }) => row.internal),
    integerColumn('reference_quantity', ({ row }) => row.reference),
    integerColumn('difference', ({ row }) => row.difference),
    wordColumn('status', ({ row }) => row.status),
    timeColumn('opened_at', ({ openedAt }) => openedAt),
    timeColumn('closed_at', ({ row, time }) => (row.status === 'Closed' ? time : null)),
  ],
  key: 'id',
  replaced: ['internal', 'reference_quantity', 'difference', 'status', 'closed_at'],
};

/** An account, a grant or a break after a command. */
export const accountChanges: WrittenTable<ChangedAccountRow> = {
  name: 'account_changes',
  columns: [
    integerColumn('seq', ({ seq }) => seq),
    wordColumn('type', ({ event }) => event.type),
    integerColumn('acct_id', ({ event }) => ('row' in event ? event.row.acctId : event.acctId)),
    integerColumn('subject_id', ({ event }) => findSubject(event)),
    textColumn('event', ({ event }) => formatEvent(event), 'jsonb'),
  ],
  key: 'seq, type, acct_id, subject_id',
  replaced: [],
};

function findSubject(event: ChangedAccountRow['event']): number {
  if ('row' in event) return event.row.id;
  return event.type === 'AccountGranted' ? event.userId : 0;
}

export const positionCloses: WrittenTable<PositionCloseRow> = {
  name: 'position_closes',
  columns: [
    integerColumn('acct_id', ({ acctId }) => acctId),
    integerColumn('instrument_id', ({ instrumentId }) => instrumentId),
    wordColumn('session_date', ({ sessionDate }) => sessionDate, 'date'),
    integerColumn('quantity', ({ quantity }) => quantity),
    integerColumn('net', ({ net }) => net),
    integerColumn('mark', ({ mark }) => mark?.price ?? null),
    integerColumn('mark_extra_decimals', ({ mark }) => mark?.extraDecimals ?? 0, 'smallint'),
    integerColumn('profit_total', ({ profit }) => profit.total, 'numeric'),
    integerColumn('profit_realised', ({ profit }) => profit.realised, 'numeric'),
    integerColumn('extra_decimals', ({ extraDecimals }) => extraDecimals, 'smallint'),
  ],
  key: 'acct_id, instrument_id, session_date',
  replaced: ['quantity', 'net', 'mark', 'mark_extra_decimals', 'profit_total', 'profit_realised', 'extra_decimals'],
};

export const closingMarks: WrittenTable<WrittenMark> = {
  name: 'closing_marks',
  columns: [
    integerColumn('instrument_id', ({ instrumentId }) => instrumentId),
    wordColumn('session_date', ({ sessionDate }) => sessionDate, 'date'),
    integerColumn('price', ({ price }) => price),
  ],
  key: 'instrument_id, session_date',
  replaced: ['price'],
};
