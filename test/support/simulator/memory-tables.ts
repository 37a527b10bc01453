/** The tables of the exchange as rows in memory: what a start restores the state from, and what is compared with a replay. */
import type { EngineEvent } from '../../../src/engine/event.js';
import { restoreState } from '../../../src/engine/snapshot.js';
import type { ClientOrderAddress, EarlierOrder, LoadedBooks } from '../../../src/exchange/store/exchange-store.js';
import type { AdministrativeEvent, LedgerRows } from '../../../src/exchange/writing/batch-rows.js';
import type { StateAdvance } from '../../../src/exchange/writing/state-tables.js';
import type { WrittenOrder } from '../../../src/exchange/writing/tables.js';
import { Ledger } from '../../engine/ledger.js';
import { databaseError } from './connection.js';

type Table = Map<string, string>;

export const toText = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${item}n` : item));

export class MemoryTables {
  private readonly ledger = new Ledger();

  /** Without unique keys, a row that is written twice is there twice. */
  constructor(private readonly hasUniqueKeys = true) {}

  private advance: StateAdvance | null = null;
  private readonly origins = new Map<number, Pick<WrittenOrder, 'actionId' | 'fingerprint'>>();
  private readonly named = new Map<string, ClientOrderAddress & EarlierOrder>();
  private readonly tables = {
    journal: new Map() as Table,
    orders: new Map() as Table,
    steps: new Map() as Table,
    trades: new Map() as Table,
    positions: new Map() as Table,
    positionChanges: new Map() as Table,
    boards: new Map() as Table,
    administrative: new Map() as Table,
  };

  /** The last command in the tables. */
  get place(): number {
    return this.advance?.counters.command ?? 0;
  }

  /** Each table is in the order of its keys, whatever the order in which the rows came. */
  toText(): string {
    const sorted = Object.entries(this.tables).map(([name, table]) => [name, [...table].sort(compareKeys)]);
    const { counters, time, pending } = this.advance ?? {};
    return toText([counters, time, pending, sorted]);
  }

  write(advance: StateAdvance, rows: LedgerRows): void {
    const { tables } = this;
    for (const row of rows.journal) this.insert(tables.journal, row.seq, { ...row, body: sortFields(row.body) });
    for (const step of rows.steps) this.insert(tables.steps, `${step.order.id} ${step.order.revision}`, step);
    for (const row of rows.trades) this.insert(tables.trades, row.trade.id, row);
    for (const row of rows.positionChanges)
      this.insert(tables.positionChanges, `${row.seq} ${row.position.acctId} ${row.position.instrumentId}`, row);
    for (const row of rows.orders) this.writeOrder(row);
    for (const row of rows.positions)
      tables.positions.set(`${row.position.acctId} ${row.position.instrumentId}`, toText(row));
    for (const row of rows.boards) tables.boards.set(String(row.instrumentId), toText(row));
    for (const { seq, trade } of rows.trades) this.ledger.write({ seq }, [{ type: 'Settled', trade }]);
    this.ledger.write({ seq: advance.counters.command }, toEvents(rows));
    this.advance = advance;
  }

  writeAdministrative(events: readonly AdministrativeEvent[]): void {
    for (const { seq, event } of events) {
      this.tables.administrative.set(`${seq} ${this.tables.administrative.size}`, toText(event));
      this.ledger.write({ seq }, [event]);
    }
  }

  readState(): LoadedBooks {
    if (this.advance === null) return { state: restoreState(this.ledger.snapshot()), time: 0 };
    const { counters, time, pending } = this.advance;
    const snapshot = {
      ...this.ledger.snapshot(),
      ...{ counters, pending: JSON.parse(pending) as [], clientOrders: [] },
    };
    return { state: restoreState(snapshot, time), time };
  }

  findOrder({ acctId, clientOrderId }: ClientOrderAddress): (ClientOrderAddress & EarlierOrder) | null {
    return this.named.get(`${acctId} ${clientOrderId}`) ?? null;
  }

  listNamed(): (ClientOrderAddress & EarlierOrder)[] {
    return [...this.named.values()];
  }

  private insert(table: Table, key: string | number, row: unknown): void {
    const found = table.get(String(key)) ?? '';
    if (found !== '' && this.hasUniqueKeys) throw databaseError(`duplicate key: ${key}`, '23505');
    table.set(String(key), found + toText(row));
  }

  /** A known order keeps the action that placed it. */
  private writeOrder({ order, actionId, fingerprint }: WrittenOrder): void {
    const origin = this.origins.get(order.id) ?? { actionId, fingerprint };
    this.origins.set(order.id, origin);
    this.tables.orders.set(String(order.id), toText({ order, ...origin }));
    const { acctId, clientOrderId } = order;
    if (clientOrderId === null) return;
    const key = `${acctId} ${clientOrderId}`;
    if ((this.named.get(key)?.orderId ?? order.id) !== order.id)
      throw databaseError(`duplicate key: ${key} names two orders`, '23505');
    const found = { actionId: origin.actionId ?? 0, orderId: order.id, fingerprint: origin.fingerprint ?? 0 };
    this.named.set(key, { acctId, clientOrderId, ...found });
  }
}

/** As `jsonb` does: a command that was decoded may have its fields in another order. */
const sortFields = (body: object): object =>
  Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The rows besides trades as the events that they were made of, for the ledger that knows nothing else. */
const toEvents = ({ orders, positions, boards }: LedgerRows): EngineEvent[] =>
  [
    ...orders.map(({ order }) => ({ type: 'OrderChanged', order })),
    ...positions.map(({ position }) => ({ type: 'PositionChanged', position })),
    ...boards.map(({ instrumentId, boardSeq: seq, boardChangedAt: changedAt, bandPrice }) => ({
      ...{ type: 'MarketDataChanged', instrumentId, seq, changedAt, bandPrice },
    })),
  ] as unknown as EngineEvent[];

const compareKeys = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : 1);
