/**
 * The rows that the tables must have according to the journal: the rows of every batch, as the writer creates them,
 * folded into their last state. Append-only rows and finished orders go to their sink at once; rows that can still
 * change are kept: open orders, and the rows of administration and clock.
 */
import type { PositionCloseRow } from '../../engine/event.js';
import type { Instrument } from '../../engine/instrument.js';
import type { State } from '../../engine/state.js';
import type { BatchRows, AdministrativeEvent } from '../writing/batch-rows.js';
import type { TableCatalog } from '../../database/entity-statements.js';
import { ExchangeState } from '../ledger/exchange-state.entity.js';
import type { InstrumentState } from '../ledger/instrument-state.entity.js';
import { isChange } from '../writing/administrative-rows.js';
import { instrumentStates, type TimedEvent } from '../writing/administrative-tables.js';
import { resolveTable, type TableDefinition, type WrittenTable } from '../writing/columns.js';
import { resolveLedgerTables } from '../writing/ledger-tables.js';
import { counterValues } from '../writing/state-tables.js';
import type { WrittenOrder } from '../writing/tables.js';
import { formatRow, extractKey, type TableShape, keepColumns } from './row-texts.js';
import type { RowSink } from './tally.js';

/** The last rows of any table. */
export type FoldedTable = Readonly<{ table: TableShape; rows(): ReadonlyMap<string, string> }>;

/** The last state of the rows of an updated table, by key. */
class LatestRows<Row> {
  private readonly texts = new Map<string, string>();

  constructor(readonly table: WrittenTable<Row>) {}

  /** An existing row takes over the columns that the writer's statement updates. */
  put(row: Row): void {
    const text = formatRow(this.table, row);
    const key = extractKey(this.table, text);
    const before = this.texts.get(key);
    this.texts.set(key, before === undefined ? text : keepColumns(this.table, before, text));
  }

  drop(row: Row): void {
    this.texts.delete(extractKey(this.table, formatRow(this.table, row)));
  }

  rows(): ReadonlyMap<string, string> {
    return this.texts;
  }

  restore(texts: readonly string[]): void {
    for (const text of texts) this.texts.set(extractKey(this.table, text), text);
  }
}

/** The tables with a row for nearly every command. */
export const LARGE_TABLES = ['orders', 'orderEvents', 'trades', 'positionChanges'] as const;

export type LargeTableName = (typeof LARGE_TABLES)[number];
export type LargeTableSinks = Readonly<Record<LargeTableName, RowSink>>;

type OrderOrigin = Pick<WrittenOrder, 'actionId' | 'fingerprint'>;

const NOT_MADE: OrderOrigin = { actionId: null, fingerprint: null };

/** With the board, which the writer writes separately. Its time is not compared: rows from before the column have none. */
const wholeInstrumentStates: TableDefinition<
  InstrumentState,
  Instrument,
  Exclude<keyof InstrumentState, 'boardChangedAt'>
> = {
  ...instrumentStates,
  values: {
    ...instrumentStates.values,
    lastPrice: ({ board }) => board.statistics.last?.price ?? null,
    lastQuantity: ({ board }) => board.statistics.last?.quantity ?? null,
    lastTime: ({ board }) => board.statistics.last?.time ?? null,
    lastSession: ({ board }) => board.statistics.last?.sessionDate ?? null,
    high: ({ board }) => board.statistics.high,
    low: ({ board }) => board.statistics.low,
    volume: ({ board }) => board.statistics.volume,
    bandPrice: ({ board }) => board.statistics.bandPrice,
  },
};

const counters: TableDefinition<ExchangeState, State, 'id' | keyof typeof counterValues> = {
  entity: ExchangeState,
  values: { id: () => 1, ...counterValues },
  replaced: [],
};

export type ExpectedTables = ReturnType<typeof resolveExpectedTables>;

export const resolveExpectedTables = (catalog: TableCatalog) => ({
  ...resolveLedgerTables(catalog),
  instrumentStates: resolveTable(catalog, wholeInstrumentStates),
  counters: resolveTable(catalog, counters),
});

const createLatestRows = (tables: ExpectedTables) => ({
  positions: new LatestRows(tables.positions),
  accounts: new LatestRows(tables.accounts),
  changes: new LatestRows(tables.accountChanges),
  grants: new LatestRows(tables.accountGrants),
  money: new LatestRows(tables.moneyValues),
  statements: new LatestRows(tables.positionStatements),
  lines: new LatestRows(tables.statedPositions),
  breaks: new LatestRows(tables.breaks),
  closes: new LatestRows(tables.positionCloses),
  marks: new LatestRows(tables.closingMarks),
});

type LatestTableName = keyof ReturnType<typeof createLatestRows>;

/** What is known of rows that can still change: the origins of open orders as columns (NaN is none), and the texts of rows. */
export type ExpectedMemory = Readonly<{
  made: Readonly<{ orderIds: Float64Array; actionIds: Float64Array; fingerprints: Float64Array }>;
  latest: Readonly<Record<LatestTableName, readonly string[]>>;
}>;

export class ExpectedRows {
  private readonly made: Map<number, OrderOrigin>;
  private readonly latest: ReturnType<typeof createLatestRows>;

  /** Position and account changes exist for commands after `changesSince`. */
  constructor(
    private readonly tables: ExpectedTables,
    private readonly takers: LargeTableSinks,
    private readonly changesSince: number,
    memory: ExpectedMemory | null = null,
  ) {
    this.latest = createLatestRows(tables);
    this.made = memory === null ? new Map<number, OrderOrigin>() : restoreOrigins(memory.made);
    if (memory === null) return;
    for (const name of Object.keys(this.latest) as LatestTableName[]) this.latest[name].restore(memory.latest[name]);
  }

  /** Before `finish`. */
  takeMemory(): ExpectedMemory {
    const latest = Object.entries(this.latest).map(([name, table]) => [name, [...table.rows().values()]]);
    return { made: takeOrigins(this.made), latest: Object.fromEntries(latest) as ExpectedMemory['latest'] };
  }

  take(rows: BatchRows): void {
    for (const step of rows.steps) this.takers.orderEvents.add(step.order.id, this.tables.orderEvents, step);
    for (const trade of rows.trades) this.takers.trades.add(trade.trade.id, this.tables.trades, trade);
    for (const change of rows.positionChanges)
      if (change.seq > this.changesSince)
        this.takers.positionChanges.add(change.seq, this.tables.positionChanges, change);
    for (const order of rows.orders) this.takeOrder(order);
    for (const position of rows.positions) this.latest.positions.put(position);
    for (const event of rows.administrative) this.takeAdministrative(event);
  }

  /** The remaining rows after the whole journal was replayed. */
  finish(state: State): readonly FoldedTable[] {
    for (const order of state.orders.values()) {
      const { id } = order.origin;
      const row = { order: order.row(), ...(this.made.get(id) ?? NOT_MADE) };
      this.takers.orders.add(id, this.tables.orders, row);
    }
    const { positions, accounts, changes, grants, money, statements, lines, breaks, closes, marks } = this.latest;
    return [
      collectRows(this.tables.counters, [state]),
      collectRows(this.tables.groupStates, state.groups.values()),
      collectRows(this.tables.productStates, state.products.values()),
      collectRows(this.tables.instrumentStates, state.instruments.values()),
      ...[accounts, changes, grants, positions, closes, marks, money, statements, lines, breaks],
    ];
  }

  private takeOrder({ order, actionId, fingerprint }: WrittenOrder): void {
    const made = this.made.get(order.id) ?? { actionId, fingerprint };
    if (order.status === 'Open') this.made.set(order.id, made);
    else {
      this.made.delete(order.id);
      this.takers.orders.add(order.id, this.tables.orders, { order, ...made });
    }
  }

  /** The other events are covered by the final state. */
  private takeAdministrative(administrative: AdministrativeEvent): void {
    const { seq, time, event } = administrative;
    if (seq > this.changesSince && isChange(administrative)) this.latest.changes.put(administrative);
    if ('row' in event) this.latest.breaks.put({ openedAt: time, time, row: event.row });
    else if ('closes' in event) {
      if ('marks' in event)
        for (const mark of event.marks) this.latest.marks.put({ sessionDate: event.sessionDate, ...mark });
      this.takeCloses(event.closes);
    } else if (event.type === 'AccountChanged')
      this.latest.accounts.put({ openedAt: time, ...(administrative as TimedEvent<'AccountChanged'>) });
    else if (event.type === 'AccountGranted') {
      if (event.access === null) this.latest.grants.drop(administrative as TimedEvent<'AccountGranted'>);
      else this.latest.grants.put(administrative as TimedEvent<'AccountGranted'>);
    } else this.takeStatement(administrative);
  }

  private takeStatement(administrative: AdministrativeEvent): void {
    const { seq, event } = administrative;
    if (event.type === 'MoneyStated' && !event.isRepeated)
      this.latest.money.put(administrative as TimedEvent<'MoneyStated'>);
    if (event.type !== 'PositionsStated') return;
    this.latest.statements.put(administrative as TimedEvent<'PositionsStated'>);
    for (const line of event.positions) this.latest.lines.put({ seq, line });
  }

  private takeCloses(closes: readonly PositionCloseRow[]): void {
    for (const close of closes) this.latest.closes.put(close);
  }
}

function collectRows<Row>(table: WrittenTable<Row>, rows: Iterable<Row>): LatestRows<Row> {
  const folded = new LatestRows(table);
  for (const row of rows) folded.put(row);
  return folded;
}

const toNumber = (value: number | null): number => value ?? NaN;
const toNullable = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

function takeOrigins(made: ReadonlyMap<number, OrderOrigin>): ExpectedMemory['made'] {
  const origins = [...made.values()];
  return {
    orderIds: Float64Array.from(made.keys()),
    actionIds: Float64Array.from(origins, ({ actionId }) => toNumber(actionId)),
    fingerprints: Float64Array.from(origins, ({ fingerprint }) => toNumber(fingerprint)),
  };
}

function restoreOrigins({ orderIds, actionIds, fingerprints }: ExpectedMemory['made']): Map<number, OrderOrigin> {
  const made = new Map<number, OrderOrigin>();
  for (const [n, id] of orderIds.entries())
    made.set(id, { actionId: toNullable(actionIds[n]), fingerprint: toNullable(fingerprints[n]) });
  return made;
}
