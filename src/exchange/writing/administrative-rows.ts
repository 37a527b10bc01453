/**
 * The rows of administration and clock, as statements before the batch in its transaction: rows of accounts and
 * instruments must exist before rows that refer to them.
 */
import type { PositionCloseRow } from '../../engine/event.js';
import type { State } from '../../engine/state.js';
import { formatDecimal } from '../../money/decimal.js';
import type { AdministrativeEvent } from './batch-rows.js';
import { insertInto, keepLast, type SqlStatement, toArrays, type WrittenTable } from './columns.js';
import type { ChangedAccountRow, TimedEvent } from './administrative-tables.js';
import type { LedgerTables } from './ledger-tables.js';

const REVOKE =
  'delete from account_grants using unnest($1::bigint[], $2::integer[]) as given (acct_id, user_id) where account_grants.acct_id = given.acct_id and account_grants.user_id = given.user_id';

/** The settlement price is shown with the instrument; the venue sets it at every close. */
const SHOW_SETTLEMENT =
  'update instruments set settlement_price = given.price from unnest($1::bigint[], $2::numeric[]) as given (id, price) where instruments.id = given.id';

export function toAdministrativeStatements(
  tables: LedgerTables,
  administrative: readonly AdministrativeEvent[],
  state: State,
): SqlStatement[] {
  if (administrative.length === 0) return [];
  return [
    ...buildDefinitions(tables, administrative, state),
    ...buildAccountRows(tables, administrative),
    ...buildStatementRows(tables, administrative),
    ...closeRows(tables, administrative),
  ];
}

function buildDefinitions(
  tables: LedgerTables,
  administrative: readonly AdministrativeEvent[],
  state: State,
): SqlStatement[] {
  const groups = filterEvents(administrative, 'ProductGroupDefined').map(({ event }) => event.group.id);
  const products = [
    ...filterEvents(administrative, 'ProductDefined').map(({ event }) => event.product.id),
    ...buildSessions(administrative).map(({ event }) => event.productId),
  ];
  const settled = filterEvents(administrative, 'InstrumentChanged').map(({ event }) => event.instrumentId);
  const instruments = [
    ...filterEvents(administrative, 'InstrumentDefined').map(({ event }) => event.instrument.id),
    ...settled,
  ];
  return [
    ...buildInsertion(tables.groupStates, findKept(state.groups, groups)),
    ...buildInsertion(tables.productStates, findKept(state.products, products)),
    ...buildInsertion(tables.instrumentStates, findKept(state.instruments, instruments)),
    ...buildSettlements(state, settled),
  ];
}

function buildSettlements(state: State, ids: readonly number[]): SqlStatement[] {
  const settled = findKept(state.instruments, ids).flatMap(({ id, settlementPrice, product }) =>
    settlementPrice === null ? [] : [{ id, price: formatDecimal(settlementPrice, product.terms.scale) }],
  );
  return settled.length === 0
    ? []
    : [{ text: SHOW_SETTLEMENT, values: [settled.map(({ id }) => id), settled.map(({ price }) => price)] }];
}

function buildAccountRows(tables: LedgerTables, administrative: readonly AdministrativeEvent[]): SqlStatement[] {
  const grants = keepLast(
    filterEvents(administrative, 'AccountGranted'),
    ({ event }) => `${event.acctId} ${event.userId}`,
  );
  const revoked = grants.filter(({ event }) => event.access === null);
  return [
    ...buildInsertion(
      tables.accounts,
      keepOpenedAt(filterEvents(administrative, 'AccountChanged'), ({ event }) => event.acctId),
    ),
    ...buildInsertion(
      tables.accountGrants,
      grants.filter(({ event }) => event.access !== null),
    ),
    ...(revoked.length === 0
      ? []
      : [
          {
            text: REVOKE,
            values: [revoked.map(({ event }) => event.acctId), revoked.map(({ event }) => event.userId)],
          },
        ]),
  ];
}

function buildStatementRows(tables: LedgerTables, administrative: readonly AdministrativeEvent[]): SqlStatement[] {
  const statements = filterEvents(administrative, 'PositionsStated');
  const breaks = administrative.flatMap(({ time, event }) => ('row' in event ? [{ time, row: event.row }] : []));
  return [
    ...buildInsertion(
      tables.moneyValues,
      filterEvents(administrative, 'MoneyStated').filter(({ event }) => !event.isRepeated),
    ),
    ...buildInsertion(tables.positionStatements, statements),
    ...buildInsertion(
      tables.statedPositions,
      statements.flatMap(({ seq, event }) => event.positions.map((line) => ({ seq, line }))),
    ),
    ...buildInsertion(
      tables.breaks,
      keepOpenedAt(breaks, ({ row }) => row.id),
    ),
    ...buildInsertion(tables.accountChanges, administrative.filter(isChange)),
  ];
}

function closeRows(tables: LedgerTables, administrative: readonly AdministrativeEvent[]): SqlStatement[] {
  const marks = administrative.flatMap(({ event }) =>
    'marks' in event ? event.marks.map((mark) => ({ sessionDate: event.sessionDate, ...mark })) : [],
  );
  const closes = administrative.flatMap(({ event }): readonly PositionCloseRow[] =>
    'closes' in event ? event.closes : [],
  );
  return [
    ...buildInsertion(
      tables.closingMarks,
      keepLast(marks, ({ instrumentId, sessionDate }) => `${instrumentId} ${sessionDate}`),
    ),
    ...buildInsertion(
      tables.positionCloses,
      keepLast(closes, ({ acctId, instrumentId, sessionDate }) => `${acctId} ${instrumentId} ${sessionDate}`),
    ),
  ];
}

const buildSessions = (administrative: readonly AdministrativeEvent[]) => [
  ...filterEvents(administrative, 'SessionOpened'),
  ...filterEvents(administrative, 'SessionClosed'),
];

/** Of what has no other history. */
export function isChange(administrativeEvent: AdministrativeEvent): administrativeEvent is ChangedAccountRow {
  return (
    administrativeEvent.event.type === 'AccountChanged' ||
    administrativeEvent.event.type === 'AccountGranted' ||
    'row' in administrativeEvent.event
  );
}

function filterEvents<Type extends AdministrativeEvent['event']['type']>(
  administrative: readonly AdministrativeEvent[],
  type: Type,
): TimedEvent<Type>[] {
  return administrative.filter(({ event }) => event.type === type) as unknown as TimedEvent<Type>[];
}

/** Each row once, in its last state. */
function findKept<Kept>(kept: ReadonlyMap<number, Kept>, ids: readonly number[]): Kept[] {
  return [...new Set(ids)].flatMap((id) => kept.get(id) ?? []);
}

/** The last row of each key, with the time at which each row was first written. */
function keepOpenedAt<Row extends Readonly<{ time: number }>>(
  rows: readonly Row[],
  key: (row: Row) => number,
): (Row & Readonly<{ openedAt: number }>)[] {
  const times = new Map<number, number>();
  for (const row of rows) if (!times.has(key(row))) times.set(key(row), row.time);
  return keepLast(rows, key).map((row) => ({ ...row, openedAt: times.get(key(row)) ?? row.time }));
}

function buildInsertion<Row>(table: WrittenTable<Row>, rows: readonly Row[]): SqlStatement[] {
  return rows.length === 0 ? [] : [{ text: insertInto(table, 1), values: toArrays(table, rows) }];
}
