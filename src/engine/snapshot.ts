/**
 * The whole state as plain rows, and the state again from such rows. The rows of orders may come in any order: `rank` is their
 * time priority. Client order ids may be left out; a submission then names the earlier order itself.
 */
import { EngineAccount, type EngineBreak, type ReportedMoney, toBreakKey } from './account.js';
import type { ClientOrder } from './client-orders.js';
import type { TradeStatistics } from './board.js';
import type { AccountAccess, AccountTerms, InstrumentTerms, ProductGroupTerms, ProductTerms } from './command.js';
import type { Holding } from './holding.js';
import type { ReferenceHolding } from './position-row.js';
import { type AdministrativeStatus, Instrument } from './instrument.js';
import type { PendingCommand } from './pending-command.js';
import type { OrderRow } from './order.js';
import type { OrderColumns } from './order-columns.js';
import { OrderRows } from './order-rows.js';
import { Product, ProductGroup } from './product.js';
import { requireRow } from './require-row.js';
import { type HoldingRow, placeOrders, restoreHolding, restoreOrder, restorePending } from './restored-rows.js';
import { type Counters, createState, type State } from './state.js';

type DatedValues<Value> = readonly (readonly [sessionDate: string, value: Value])[];

type ProductRow = Readonly<{ terms: ProductTerms; sessionDate: string | null; sessionIsOpen: boolean }>;

type InstrumentRow = Readonly<{
  terms: InstrumentTerms;
  givenStatus: AdministrativeStatus;
  haltReason: string | null;
  isExpired: boolean;
  settlementPrice: number | null;
  settledSession: string | null;
  closingMarks: DatedValues<number>;
  statistics: TradeStatistics;
  boardSeq: number;
  boardChangedAt: number | null;
}>;

type AccountRow = AccountTerms &
  Readonly<{
    id: number;
    isEnabled: boolean;
    grants: readonly (readonly [userId: number, access: AccountAccess])[];
    money: readonly ReportedMoney[];
    references: DatedValues<readonly (readonly [instrumentId: number, held: ReferenceHolding])[]>;
    /** Those that are open, and those whose figures were accepted. */
    openBreaks: readonly EngineBreak[];
  }>;

type ClientOrderRow = ClientOrder & Readonly<{ acctId: number; clientOrderId: string }>;

export type Snapshot = Readonly<{
  counters: Counters;
  groups: readonly ProductGroupTerms[];
  products: readonly ProductRow[];
  instruments: readonly InstrumentRow[];
  accounts: readonly AccountRow[];
  holdings: readonly HoldingRow[];
  orders: readonly OrderRow[];
  clientOrders: readonly ClientOrderRow[];
  pending: readonly PendingCommand[];
}>;

/** Everything besides orders and client order ids. */
export type SnapshotRest = Omit<Snapshot, 'orders' | 'clientOrders'>;

const sortByDate = <Value>(dated: ReadonlyMap<string, Value>): [string, Value][] =>
  [...dated].sort(([a], [b]) => (a < b ? -1 : 1));
const sortById = <Value>(numbered: ReadonlyMap<number, Value>): [number, Value][] =>
  [...numbered].sort(([a], [b]) => a - b);
const listById = <Value>(numbered: ReadonlyMap<number, Value>): Value[] => sortById(numbered).map(([, value]) => value);

/** Every list in the order of its numbers, so that equal states make equal snapshots. */
export function takeSnapshot(state: State): Snapshot {
  const { pending, ...rest } = takeRest(state);
  return {
    ...rest,
    orders: [...state.orders.values()].sort((a, b) => a.origin.id - b.origin.id).map((order) => order.row()),
    clientOrders: listById(state.accounts).flatMap(({ id: acctId, clientOrders }) =>
      clientOrders.list().map(([clientOrderId, known]) => ({ acctId, clientOrderId, ...known })),
    ),
    pending,
  };
}

export function takeRest(state: State): SnapshotRest {
  const accounts = listById(state.accounts);
  return {
    counters: { ...state.counters },
    groups: listById(state.groups).map(({ terms }) => terms),
    products: listById(state.products).map(({ terms, sessionDate, sessionIsOpen }) => ({
      terms,
      sessionDate,
      sessionIsOpen,
    })),
    instruments: listById(state.instruments).map(toInstrumentRow),
    accounts: accounts.map(toAccountRow),
    holdings: accounts.flatMap(({ holdings }) =>
      listById(holdings)
        .filter(({ isUsed }) => isUsed)
        .map(toHoldingRow),
    ),
    pending: listById(state.pending),
  };
}

export function restoreState(snapshot: Snapshot, time = 0): State {
  const restoration = new StateRestoration(snapshot);
  for (const { acctId, clientOrderId, ...known } of snapshot.clientOrders)
    requireRow(restoration.state.accounts, acctId).clientOrders.set(clientOrderId, known);
  restoration.add(snapshot.orders);
  return restoration.finish(time);
}

/** The state again in steps, for callers that cannot hold the rows of a million orders at once. */
export class StateRestoration {
  readonly state = createState();
  private readonly orders = new OrderRows(this.state);
  private ordersAdded = 0;

  constructor(private readonly rest: SnapshotRest) {
    const { state } = this;
    Object.assign(state.counters, rest.counters);
    for (const terms of rest.groups) state.groups.set(terms.id, new ProductGroup(terms));
    for (const row of rest.products) restoreProduct(state, row);
    for (const row of rest.instruments) restoreInstrument(state, row);
    for (const row of rest.accounts) restoreAccount(state, row);
    for (const row of rest.holdings) restoreHolding(state, row);
    for (const pending of rest.pending) restorePending(state, pending);
  }

  add(rows: readonly OrderRow[]): void {
    for (const row of rows) this.orders.add(this.ordersAdded++, restoreOrder(this.state, row));
  }

  /** What boards show depends on who stands in the books. `time` is that of the last command. */
  finish(time: number, orders: OrderColumns = this.orders.toColumns()): State {
    placeOrders(this.state, orders);
    for (const { terms, boardSeq, boardChangedAt } of this.rest.instruments)
      requireRow(this.state.instruments, terms.id).board.resume(boardSeq, boardChangedAt, time);
    return this.state;
  }
}

function toInstrumentRow({
  terms,
  givenStatus,
  haltReason,
  isExpired,
  settlementPrice,
  settledSession,
  closingMarks,
  board,
}: Instrument): InstrumentRow {
  return {
    terms,
    givenStatus,
    haltReason,
    isExpired,
    settlementPrice,
    settledSession,
    closingMarks: sortByDate(closingMarks),
    statistics: board.statistics,
    boardSeq: board.seq,
    boardChangedAt: board.changedAt,
  };
}

function toAccountRow(account: EngineAccount): AccountRow {
  const { id, isEnabled, grants, money, references, openBreaks, acceptedBreaks } = account;
  return {
    id,
    ...account.toTerms(),
    isEnabled,
    grants: sortById(grants),
    money: sortByDate(money).map(([, stated]) => stated),
    references: sortByDate(references).map(([asOf, stated]) => [asOf, sortById(stated)]),
    openBreaks: [...openBreaks.values(), ...acceptedBreaks.values()].sort((a, b) => a.id - b.id),
  };
}

function toHoldingRow(holding: Holding): HoldingRow {
  return {
    position: holding.toRow(),
    trades: [...holding.trades],
    netBySession: sortByDate(holding.netBySession),
    closes: [...holding.history.closes],
  };
}

function restoreProduct(state: State, { terms, sessionDate, sessionIsOpen }: ProductRow): void {
  const product = new Product(terms, requireRow(state.groups, terms.productGroupId));
  product.sessionDate = sessionDate;
  product.sessionIsOpen = sessionIsOpen;
  state.products.set(terms.id, product);
}

function restoreInstrument(state: State, row: InstrumentRow): void {
  const instrument = new Instrument(row.terms, requireRow(state.products, row.terms.productId), state.pool);
  instrument.givenStatus = row.givenStatus;
  instrument.haltReason = row.haltReason;
  instrument.isExpired = row.isExpired;
  instrument.settlementPrice = row.settlementPrice;
  instrument.settledSession = row.settledSession;
  for (const [sessionDate, mark] of row.closingMarks) instrument.closingMarks.set(sessionDate, mark);
  instrument.board.statistics = row.statistics;
  state.instruments.set(instrument.id, instrument);
}

function restoreAccount(state: State, row: AccountRow): void {
  const account = new EngineAccount(row.id, row);
  account.isEnabled = row.isEnabled;
  for (const [userId, access] of row.grants) account.grants.set(userId, access);
  for (const stated of row.money) account.money.set(stated.asOf, stated);
  for (const [asOf, stated] of row.references) account.references.set(asOf, new Map(stated));
  for (const known of row.openBreaks) {
    const breaks = known.status === 'Open' ? account.openBreaks : account.acceptedBreaks;
    breaks.set(toBreakKey(known), known);
  }
  state.accounts.set(account.id, account);
}
