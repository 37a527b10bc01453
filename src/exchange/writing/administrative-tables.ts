/** The tables that only the administration and the clock write, column by column. What the words mean stands with the entities in ledger/. */
import type { EngineBreak } from '../../engine/account.js';
import type { EngineEvent, PositionCloseRow } from '../../engine/event.js';
import type { ReferenceHolding } from '../../engine/holding.js';
import type { Instrument } from '../../engine/instrument.js';
import type { Product, ProductGroup } from '../../engine/product.js';
import { eventText, termsText } from '../command-text.js';
import { flag, moment, type Table, text, whole, word } from './columns.js';

type TimedEvent<Event extends EngineEvent['type']> = Readonly<{
  seq: number;
  time: number;
  event: Extract<EngineEvent, { type: Event }>;
}>;

export type WrittenStatement = TimedEvent<'PositionsStated'>;
export type WrittenLine = Readonly<{ seq: number; line: ReferenceHolding & Readonly<{ instrumentId: number }> }>;
export type WrittenMark = Readonly<{ instrumentId: number; sessionDate: string; price: number }>;
export type ChangedAccount = TimedEvent<
  'AccountChanged' | 'AccountGranted' | 'BreakOpened' | 'BreakChanged' | 'BreakClosed'
>;
/** What is written over may have been opened earlier, also by a command of the same batch. */
type OpenedAt = Readonly<{ openedAt: number }>;
export type WrittenBreak = OpenedAt & Readonly<{ time: number; row: EngineBreak }>;
export type WrittenAccount = OpenedAt & TimedEvent<'AccountChanged'>;

export const groupStates: Table<ProductGroup> = {
  name: 'group_states',
  columns: [whole('group_id', ({ terms }) => terms.id), text('terms', ({ terms }) => termsText(terms), 'jsonb')],
  key: 'group_id',
  replaced: ['terms'],
};

export const productStates: Table<Product> = {
  name: 'product_states',
  columns: [
    whole('product_id', ({ terms }) => terms.id),
    text('terms', ({ terms }) => termsText(terms), 'jsonb'),
    word('session_date', ({ sessionDate }) => sessionDate, 'date'),
    flag('session_is_open', ({ sessionIsOpen }) => sessionIsOpen),
  ],
  key: 'product_id',
  replaced: ['terms', 'session_date', 'session_is_open'],
};

/** Its board is written with every batch, here it is only begun. */
export const instrumentStates: Table<Instrument> = {
  name: 'instrument_states',
  columns: [
    whole('instrument_id', ({ id }) => id),
    text('terms', ({ terms }) => termsText(terms), 'jsonb'),
    word('given_status', ({ givenStatus }) => givenStatus),
    flag('is_expired', ({ isExpired }) => isExpired),
    whole('settlement_price', ({ settlementPrice }) => settlementPrice),
    word('settled_session', ({ settledSession }) => settledSession, 'date'),
    whole('board_seq', ({ board }) => board.seq),
    whole('volume', () => 0),
  ],
  key: 'instrument_id',
  replaced: ['terms', 'given_status', 'is_expired', 'settlement_price', 'settled_session'],
};

export const accounts: Table<WrittenAccount> = {
  name: 'accounts',
  columns: [
    whole('id', ({ event }) => event.acctId),
    whole('owner_id', ({ event }) => event.ownerId, 'integer'),
    text('name', ({ event }) => event.name),
    text('currency', ({ event }) => event.currency),
    text('time_zone', ({ event }) => event.timeZone),
    flag('is_enabled', ({ event }) => event.isEnabled),
    whole('max_order_quantity', ({ event }) => event.limits.maxOrderQuantity, 'integer'),
    whole('max_position', ({ event }) => event.limits.maxPosition, 'integer'),
    whole('max_product_contracts', ({ event }) => event.limits.maxProductContracts, 'integer'),
    whole('max_daily_loss', ({ event }) => event.limits.maxDailyLoss, 'numeric'),
    whole('buying_power_percent', ({ event }) => event.limits.buyingPowerPercent, 'integer'),
    whole('max_working_orders', ({ event }) => event.limits.maxWorkingOrders, 'integer'),
    moment('opened_at', ({ openedAt }) => openedAt),
    moment('changed_at', ({ time }) => time),
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

export const accountGrants: Table<TimedEvent<'AccountGranted'>> = {
  name: 'account_grants',
  columns: [
    whole('acct_id', ({ event }) => event.acctId),
    whole('user_id', ({ event }) => event.userId, 'integer'),
    word('access', ({ event }) => event.access),
    moment('granted_at', ({ time }) => time),
  ],
  key: 'acct_id, user_id',
  replaced: ['access', 'granted_at'],
};

export const moneyValues: Table<TimedEvent<'MoneyStated'>> = {
  name: 'money_values',
  columns: [
    whole('acct_id', ({ event }) => event.acctId),
    word('as_of', ({ event }) => event.money.asOf, 'date'),
    whole('version', ({ event }) => event.money.version, 'integer'),
    whole('cash_balance', ({ event }) => event.money.cashBalance, 'numeric'),
    whole('net_liq', ({ event }) => event.money.netLiq, 'numeric'),
    whole('seq', ({ seq }) => seq),
    moment('posted_at', ({ time }) => time),
  ],
  key: 'acct_id, as_of, version',
  replaced: [],
};

export const positionStatements: Table<WrittenStatement> = {
  name: 'position_statements',
  columns: [
    whole('seq', ({ seq }) => seq),
    whole('acct_id', ({ event }) => event.acctId),
    word('as_of', ({ event }) => event.asOf, 'date'),
    moment('posted_at', ({ time }) => time),
  ],
  key: 'seq',
  replaced: [],
};

export const statedPositions: Table<WrittenLine> = {
  name: 'stated_positions',
  columns: [
    whole('statement_seq', ({ seq }) => seq),
    whole('instrument_id', ({ line }) => line.instrumentId),
    whole('quantity', ({ line }) => line.quantity),
    whole('price', ({ line }) => line.price),
    whole('extra_decimals', ({ line }) => line.extraDecimals, 'smallint'),
  ],
  key: 'statement_seq, instrument_id',
  replaced: [],
};

export const breaks: Table<WrittenBreak> = {
  name: 'reconciliation_breaks',
  columns: [
    whole('id', ({ row }) => row.id),
    whole('acct_id', ({ row }) => row.acctId),
    word('as_of', ({ row }) => row.asOf, 'date'),
    whole('instrument_id', ({ row }) => row.instrumentId),
    word('kind', ({ row }) => row.kind),
    whole('internal', ({ row }) => row.internal),
    whole('reference_quantity', ({ row }) => row.reference),
    whole('difference', ({ row }) => row.difference),
    word('status', ({ row }) => row.status),
    moment('opened_at', ({ openedAt }) => openedAt),
    moment('closed_at', ({ row, time }) => (row.status === 'Closed' ? time : null)),
  ],
  key: 'id',
  replaced: ['internal', 'reference_quantity', 'difference', 'status', 'closed_at'],
};

/** An account, who may use it, or a break, as this command has left it. */
export const accountChanges: Table<ChangedAccount> = {
  name: 'account_changes',
  columns: [
    whole('seq', ({ seq }) => seq),
    word('type', ({ event }) => event.type),
    whole('acct_id', ({ event }) => ('row' in event ? event.row.acctId : event.acctId)),
    whole('subject_id', ({ event }) => subjectOf(event)),
    text('event', ({ event }) => eventText(event), 'jsonb'),
  ],
  key: 'seq, type, acct_id, subject_id',
  replaced: [],
};

function subjectOf(event: ChangedAccount['event']): number {
  if ('row' in event) return event.row.id;
  return event.type === 'AccountGranted' ? event.userId : 0;
}

export const positionCloses: Table<PositionCloseRow> = {
  name: 'position_closes',
  columns: [
    whole('acct_id', ({ acctId }) => acctId),
    whole('instrument_id', ({ instrumentId }) => instrumentId),
    word('session_date', ({ sessionDate }) => sessionDate, 'date'),
    whole('quantity', ({ quantity }) => quantity),
    whole('net', ({ net }) => net),
    whole('mark', ({ mark }) => mark?.price ?? null),
    whole('mark_extra_decimals', ({ mark }) => mark?.extraDecimals ?? 0, 'smallint'),
    whole('profit_total', ({ profit }) => profit.total, 'numeric'),
    whole('profit_realised', ({ profit }) => profit.realised, 'numeric'),
    whole('extra_decimals', ({ extraDecimals }) => extraDecimals, 'smallint'),
  ],
  key: 'acct_id, instrument_id, session_date',
  replaced: ['quantity', 'net', 'mark', 'mark_extra_decimals', 'profit_total', 'profit_realised', 'extra_decimals'],
};

export const closingMarks: Table<WrittenMark> = {
  name: 'closing_marks',
  columns: [
    whole('instrument_id', ({ instrumentId }) => instrumentId),
    word('session_date', ({ sessionDate }) => sessionDate, 'date'),
    whole('price', ({ price }) => price),
  ],
  key: 'instrument_id, session_date',
  replaced: ['price'],
};
