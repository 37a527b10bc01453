/**
 * The rows that the tables must have according to the journal: the rows of every batch, as the writer creates them,
 * folded into their last state. Append-only rows and finished orders go to their sink at once; rows that can still
 * change are kept: open orders, and the rows of administration and clock.
 */
import type { PositionCloseRow } from '../../engine/event.js';
import type { Instrument } from '../../engine/instrument.js';
import type { State } from '../../engine/state.js';
import type { BatchRows, AdministrativeEvent } from '../writing/batch-rows.js';
import { timeColumn, type WrittenTable, integerColumn, wordColumn } from '../writing/columns.js';
import { isChange } from '../writing/administrative-rows.js';
import * as administrativeTables from '../writing/administrative-tables.js';
import * as tables from '../writing/tables.js';
import { type FoldedTable, LatestRows } from './folded.js';
import { formatRow } from './row-texts.js';
import type { TextSink } from './tally.js';

/** The tables with a row for nearly every command. */
export const largeTables = {
  orders: tables.orders,
  orderEvents: tables.orderEvents,
  trades: tables.trades,
  positionChanges: tables.positionChanges,
} as const;

export type LargeTableSinks = Readonly<Record<keyof typeof largeTables, TextSink>>;

type OrderOrigin = Pick<tables.WrittenOrder, 'actionId' | 'fingerprint'>;
type AdministrativeRow<Type extends AdministrativeEvent['event']['type']> = Readonly<{
  seq: number;
  time: number;
  event: Extract<AdministrativeEvent['event'], { type: Type }>;
}>;

const NOT_MADE: OrderOrigin = { actionId: null, fingerprint: null };

/** With the board, which the writer writes separately. */
const instrumentStates: WrittenTable<Instrument> = {
  ...administrativeTables.instrumentStates,
  columns: [
    ...administrativeTables.instrumentStates.columns.filter(({ name }) => name !== 'volume'),
    integerColumn('last_price', ({ board }) => board.statistics.last?.price ?? null),
    integerColumn('last_quantity', ({ board }) => board.statistics.last?.quantity ?? null),
    timeColumn('last_time', ({ board }) => board.statistics.last?.time ?? null),
    wordColumn('last_session', ({ board }) => board.statistics.last?.sessionDate ?? null),
    integerColumn('high', ({ board }) => board.statistics.high),
    integerColumn('low', ({ board }) => board.statistics.low),
    integerColumn('volume', ({ board }) => board.statistics.volume),
    integerColumn('band_price', ({ board }) => board.statistics.bandPrice),
  ],
};

const counters: WrittenTable<State> = {
  name: 'exchange_state',
  columns: [
    integerColumn('id', () => 1),
    integerColumn('command', ({ counters: last }) => last.command),
    integerColumn('action', ({ counters: last }) => last.action),
    integerColumn('order_number', ({ counters: last }) => last.order),
    integerColumn('trade', ({ counters: last }) => last.trade),
    integerColumn('rank_number', ({ counters: last }) => last.rank),
    integerColumn('reconciliation_break', ({ counters: last }) => last.reconciliationBreak),
    integerColumn('rules', ({ counters: last }) => last.rules),
  ],
  key: 'id',
  replaced: [],
};

export class ExpectedRows {
  private readonly made = new Map<number, OrderOrigin>();
  private readonly positions = new LatestRows(tables.positions);
  private readonly accounts = new LatestRows(administrativeTables.accounts);
  private readonly changes = new LatestRows(administrativeTables.accountChanges);
  private readonly grants = new LatestRows(administrativeTables.accountGrants);
  private readonly money = new LatestRows(administrativeTables.moneyValues);
  private readonly statements = new LatestRows(administrativeTables.positionStatements);
  private readonly lines = new LatestRows(administrativeTables.statedPositions);
  private readonly breaks = new LatestRows(administrativeTables.breaks);
  private readonly closes = new LatestRows(administrativeTables.positionCloses);
  private readonly marks = new LatestRows(administrativeTables.closingMarks);

  /** Position and account changes exist for commands after `changesSince`. */
  constructor(
    private readonly takers: LargeTableSinks,
    private readonly changesSince: number,
  ) {}

  take(rows: BatchRows): void {
    for (const step of rows.steps) this.takers.orderEvents.add(step.order.id, formatRow(largeTables.orderEvents, step));
    for (const trade of rows.trades) this.takers.trades.add(trade.trade.id, formatRow(largeTables.trades, trade));
    for (const change of rows.positionChanges)
      if (change.seq > this.changesSince)
        this.takers.positionChanges.add(change.seq, formatRow(largeTables.positionChanges, change));
    for (const order of rows.orders) this.takeOrder(order);
    for (const position of rows.positions) this.positions.put(position);
    for (const event of rows.administrative) this.takeAdministrative(event);
  }

  /** The remaining rows after the whole journal was replayed. */
  finish(state: State): readonly FoldedTable[] {
    for (const [id, order] of state.orders)
      this.takers.orders.add(
        id,
        formatRow(largeTables.orders, { order: order.row(), ...(this.made.get(id) ?? NOT_MADE) }),
      );
    const { positions, accounts, changes, grants, money, statements, lines, breaks, closes, marks } = this;
    const groups = collectRows(administrativeTables.groupStates, state.groups.values());
    const products = collectRows(administrativeTables.productStates, state.products.values());
    const instruments = collectRows(instrumentStates, state.instruments.values());
    return [
      collectRows(counters, [state]),
      groups,
      products,
      instruments,
      accounts,
      changes,
      grants,
      positions,
      closes,
      marks,
      money,
      statements,
      lines,
      breaks,
    ];
  }

  private takeOrder({ order, actionId, fingerprint }: tables.WrittenOrder): void {
    const made = this.made.get(order.id) ?? { actionId, fingerprint };
    if (order.status === 'Open') this.made.set(order.id, made);
    else {
      this.made.delete(order.id);
      this.takers.orders.add(order.id, formatRow(largeTables.orders, { order, ...made }));
    }
  }

  /** The other events are covered by the final state. */
  private takeAdministrative(administrative: AdministrativeEvent): void {
    const { seq, time, event } = administrative;
    if (seq > this.changesSince && isChange(administrative)) this.changes.put(administrative);
    if ('row' in event) this.breaks.put({ openedAt: time, time, row: event.row });
    else if ('closes' in event) {
      if ('marks' in event) for (const mark of event.marks) this.marks.put({ sessionDate: event.sessionDate, ...mark });
      this.takeCloses(event.closes);
    } else if (event.type === 'AccountChanged')
      this.accounts.put({ openedAt: time, ...(administrative as AdministrativeRow<'AccountChanged'>) });
    else if (event.type === 'AccountGranted') {
      if (event.access === null) this.grants.drop(administrative as AdministrativeRow<'AccountGranted'>);
      else this.grants.put(administrative as AdministrativeRow<'AccountGranted'>);
    } else this.takeStatement(administrative);
  }

  private takeStatement(administrative: AdministrativeEvent): void {
    const { seq, event } = administrative;
    if (event.type === 'MoneyStated' && !event.isRepeated)
      this.money.put(administrative as AdministrativeRow<'MoneyStated'>);
    if (event.type !== 'PositionsStated') return;
    this.statements.put(administrative as AdministrativeRow<'PositionsStated'>);
    for (const line of event.positions) this.lines.put({ seq, line });
  }

  private takeCloses(closes: readonly PositionCloseRow[]): void {
    for (const close of closes) this.closes.put(close);
  }
}

function collectRows<Row>(table: WrittenTable<Row>, rows: Iterable<Row>): LatestRows<Row> {
  const folded = new LatestRows(table);
  for (const row of rows) folded.put(row);
  return folded;
}
