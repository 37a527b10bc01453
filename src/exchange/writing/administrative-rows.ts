/**
 * What the administration and the clock leave to be written, as statements that stand before the batch in its transaction: rows of
 * accounts and instruments must be there before something is written that belongs to them.
 */
import type { EngineEvent, PositionCloseRow } from '../../engine/event.js';
import type { State } from '../../engine/state.js';
import { formatDecimal } from '../../money/decimal.js';
import type { AdministrativeEvent } from './batch-rows.js';
import { arraysOf, insertInto, type Statement, type Table } from './columns.js';
import * as tables from './administrative-tables.js';

type TimedAdministrativeEvent<Type extends EngineEvent['type']> = Readonly<{
  seq: number;
  time: number;
  event: Extract<EngineEvent, { type: Type }>;
}>;

const REVOKE =
  'delete from account_grants using unnest($1::bigint[], $2::integer[]) as given (acct_id, user_id) where account_grants.acct_id = given.acct_id and account_grants.user_id = given.user_id';

/** The price at which an instrument settles is shown with the instrument, and the venue sets it at every close. */
const SHOW_SETTLEMENT =
  'update instruments set settlement_price = given.price from unnest($1::bigint[], $2::numeric[]) as given (id, price) where instruments.id = given.id';

export function toAdministrativeStatements(administrative: readonly AdministrativeEvent[], state: State): Statement[] {
  if (administrative.length === 0) return [];
  return [
    ...definitions(administrative, state),
    ...accountRows(administrative),
    ...statementRows(administrative),
    ...closeRows(administrative),
  ];
}

function definitions(administrative: readonly AdministrativeEvent[], state: State): Statement[] {
  const groups = administrativeEvent(administrative, 'ProductGroupDefined').map(({ event }) => event.group.id);
  const products = [
    ...administrativeEvent(administrative, 'ProductDefined').map(({ event }) => event.product.id),
    ...sessions(administrative).map(({ event }) => event.productId),
  ];
  const settled = administrativeEvent(administrative, 'InstrumentChanged').map(({ event }) => event.instrumentId);
  const instruments = [
    ...administrativeEvent(administrative, 'InstrumentDefined').map(({ event }) => event.instrument.id),
    ...settled,
  ];
  return [
    ...insertion(tables.groupStates, found(state.groups, groups)),
    ...insertion(tables.productStates, found(state.products, products)),
    ...insertion(tables.instrumentStates, found(state.instruments, instruments)),
    ...settlements(state, settled),
  ];
}

function settlements(state: State, ids: readonly number[]): Statement[] {
  const settled = found(state.instruments, ids).flatMap(({ id, settlementPrice, product }) =>
    settlementPrice === null ? [] : [{ id, price: formatDecimal(settlementPrice, product.terms.scale) }],
  );
  return settled.length === 0
    ? []
    : [{ text: SHOW_SETTLEMENT, values: [settled.map(({ id }) => id), settled.map(({ price }) => price)] }];
}

function accountRows(administrative: readonly AdministrativeEvent[]): Statement[] {
  const grants = lastOf(
    administrativeEvent(administrative, 'AccountGranted'),
    ({ event }) => `${event.acctId} ${event.userId}`,
  );
  const revoked = grants.filter(({ event }) => event.access === null);
  return [
    ...insertion(
      tables.accounts,
      opened(administrativeEvent(administrative, 'AccountChanged'), ({ event }) => event.acctId),
    ),
    ...insertion(
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

function statementRows(administrative: readonly AdministrativeEvent[]): Statement[] {
  const statements = administrativeEvent(administrative, 'PositionsStated');
  const breaks = administrative.flatMap(({ time, event }) => ('row' in event ? [{ time, row: event.row }] : []));
  return [
    ...insertion(
      tables.moneyValues,
      administrativeEvent(administrative, 'MoneyStated').filter(({ event }) => !event.isRepeated),
    ),
    ...insertion(tables.positionStatements, statements),
    ...insertion(
      tables.statedPositions,
      statements.flatMap(({ seq, event }) => event.positions.map((line) => ({ seq, line }))),
    ),
    ...insertion(
      tables.breaks,
      opened(breaks, ({ row }) => row.id),
    ),
    ...insertion(tables.accountChanges, administrative.filter(isChange)),
  ];
}

function closeRows(administrative: readonly AdministrativeEvent[]): Statement[] {
  const marks = administrative.flatMap(({ event }) =>
    'marks' in event ? event.marks.map((mark) => ({ sessionDate: event.sessionDate, ...mark })) : [],
  );
  const closes = administrative.flatMap(({ event }): readonly PositionCloseRow[] =>
    'closes' in event ? event.closes : [],
  );
  return [
    ...insertion(
      tables.closingMarks,
      lastOf(marks, ({ instrumentId, sessionDate }) => `${instrumentId} ${sessionDate}`),
    ),
    ...insertion(
      tables.positionCloses,
      lastOf(closes, ({ acctId, instrumentId, sessionDate }) => `${acctId} ${instrumentId} ${sessionDate}`),
    ),
  ];
}

const sessions = (administrative: readonly AdministrativeEvent[]) => [
  ...administrativeEvent(administrative, 'SessionOpened'),
  ...administrativeEvent(administrative, 'SessionClosed'),
];

/** Of what has no other history. */
export function isChange(administrativeEvent: AdministrativeEvent): administrativeEvent is tables.ChangedAccountRow {
  return (
    administrativeEvent.event.type === 'AccountChanged' ||
    administrativeEvent.event.type === 'AccountGranted' ||
    'row' in administrativeEvent.event
  );
}

function administrativeEvent<Type extends AdministrativeEvent['event']['type']>(
  administrative: readonly AdministrativeEvent[],
  type: Type,
): TimedAdministrativeEvent<Type>[] {
  return administrative.filter(({ event }) => event.type === type) as unknown as TimedAdministrativeEvent<Type>[];
}

/** Each thing once, as it is at the end. */
function found<Kept>(kept: ReadonlyMap<number, Kept>, ids: readonly number[]): Kept[] {
  return [...new Set(ids)].flatMap((id) => kept.get(id) ?? []);
}

/** One statement cannot write a row twice: of rows with the same key, the last. */
function lastOf<Row>(rows: readonly Row[], key: (row: Row) => string | number): Row[] {
  return [...new Map(rows.map((row) => [key(row), row])).values()];
}

/** The same, and each with the time at which it was there first. */
function opened<Row extends Readonly<{ time: number }>>(
  rows: readonly Row[],
  key: (row: Row) => number,
): (Row & Readonly<{ openedAt: number }>)[] {
  const times = new Map<number, number>();
  for (const row of rows) if (!times.has(key(row))) times.set(key(row), row.time);
  return lastOf(rows, key).map((row) => ({ ...row, openedAt: times.get(key(row)) ?? row.time }));
}

function insertion<Row>(table: Table<Row>, rows: readonly Row[]): Statement[] {
  return rows.length === 0 ? [] : [{ text: insertInto(table, 1), values: arraysOf(table, rows) }];
}
