import type { ClientBase } from 'pg';
import { createUntimedConnectionConfig, withConnection } from '../../database/connection.js';
import type { TableCatalog } from '../../database/entity-statements.js';
import type { OrderRow } from '../../engine/order.js';
import { StateRestoration, type Snapshot } from '../../engine/snapshot.js';
import type { State } from '../../engine/state.js';
import { readAccounts } from './account-rows.js';
import { readHoldings } from './holding-rows.js';
import { ExchangeState } from '../ledger/exchange-state.entity.js';
import { Order } from '../ledger/order.entity.js';
import { readAll, readEntities, readInSnapshot, type QuerySource } from './reading.js';
import { readGroups, readInstruments, readProducts } from './reference-rows.js';
import { type JournalTail, replayTail } from './tail-replay.js';

const COUNTERS = ['command', 'action', 'order', 'trade', 'rank', 'reconciliationBreak', 'rules'] as const;
const ORDER = [
  ...(['id', 'acctId', 'userId', 'placedBy', 'instrumentId', 'clientOrderId', 'tag', 'orderType', 'side'] as const),
  ...(['timeInForce', 'postOnly', 'expireDate', 'limitPrice', 'stopPrice', 'quantity', 'filledQuantity'] as const),
  ...(['turnover', 'status', 'state', 'rejectCode', 'cancelReason', 'revision', 'version', 'sessionDate'] as const),
  ...(['createdAt', 'updatedAt', 'triggeredAt', 'rank'] as const),
];

type AllButOrders = Omit<Snapshot, 'orders'>;

/** The state of the venue, and the time of its last command. */
type LoadedBooks = Readonly<{ state: State; time: number }>;

/** The state at the end of the journal. `place` is the last command in the tables; `batches` are those behind it. */
export type RecoveredBooks = LoadedBooks & JournalTail & Readonly<{ place: number }>;

/** Loads the state of the tables at one moment, and brings it to the end of the journal at that moment. */
export const loadBooks = (url: string, catalog: TableCatalog): Promise<RecoveredBooks> =>
  withConnection(createUntimedConnectionConfig(url, 'exchange recovery'), (client) =>
    readInSnapshot(client, async () => {
      const books = await readBooks(client, catalog);
      const place = books.state.counters.command;
      return { ...books, ...(await replayTail(client, catalog, books)), place };
    }),
  );

/** Loads the state of the tables at the snapshot of a connection. Orders are read in chunks; nothing is in memory twice. */
export async function readBooks(source: QuerySource, catalog: TableCatalog): Promise<LoadedBooks> {
  const { rest, time } = await readAllButOrders(source, catalog);
  const restoration = new StateRestoration(rest);
  for await (const some of readOpenOrders(source, catalog)) restoration.add(some);
  return { state: restoration.finish(time), time };
}

/**
 * The same as rows, on a connection without a time limit. Client order ids are omitted: the exchange looks them up in
 * the tables.
 */
export function loadSnapshot(client: ClientBase, catalog: TableCatalog): Promise<Snapshot> {
  return readInSnapshot(client, async () => {
    const { rest } = await readAllButOrders(client, catalog);
    const orders: Snapshot['orders'][number][] = [];
    for await (const some of readOpenOrders(client, catalog)) for (const order of some) orders.push(order);
    return { ...rest, orders };
  });
}

/** Open orders. There may be a million, so each row is read once. */
const readOpenOrders = (source: QuerySource, catalog: TableCatalog): AsyncGenerator<readonly OrderRow[]> =>
  readEntities(source, catalog, { entity: Order, properties: ORDER, where: (name) => `${name('status')} = 'Open'` });

async function readAllButOrders(
  source: QuerySource,
  catalog: TableCatalog,
): Promise<Readonly<{ rest: AllButOrders; time: number }>> {
  const properties = [...COUNTERS, 'time', 'pending'] as const;
  const [state] = await readAll(source, catalog, { entity: ExchangeState, properties });
  if (state === undefined) throw new Error('The row of exchange_state is missing.');
  const { time, pending, ...counters } = state;
  const products = await readProducts(source, catalog);
  const instruments = await readInstruments(source, catalog);
  const rest = {
    counters,
    pending,
    groups: await readGroups(source, catalog),
    products,
    instruments,
    accounts: await readAccounts(source, catalog),
    holdings: await readHoldings(source, catalog, openSessionsOf(products, instruments)),
    clientOrders: [],
  };
  return { rest, time };
}

/** The date of the open session per instrument. */
function openSessionsOf(products: Snapshot['products'], instruments: Snapshot['instruments']): Map<number, string> {
  const dates = new Map(
    products.flatMap(({ terms, sessionDate, sessionIsOpen }) =>
      sessionIsOpen && sessionDate !== null ? [[terms.id, sessionDate] as const] : [],
    ),
  );
  return new Map(
    instruments
      .flatMap(({ terms }) => [[terms.id, dates.get(terms.productId) ?? ''] as const])
      .filter(([, date]) => date !== ''),
  );
}
