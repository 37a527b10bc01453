import type { ClientBase } from 'pg';
import { createUntimedConnectionConfig, withConnection } from '../../database/connection.js';
import type { TableCatalog } from '../../database/entity-statements.js';
import type { OrderRow } from '../../engine/order.js';
import { StateRestoration, type Snapshot, type SnapshotRest } from '../../engine/snapshot.js';
import { readAccounts, readGroups, readInstruments, readProducts } from './reference-rows.js';
import { readHoldings } from './holding-rows.js';
import { ExchangeState, ExchangeWriter } from '../ledger/exchange-state.entity.js';
import { Order } from '../ledger/order.entity.js';
import { readBatches } from '../journal/batch-chain.js';
import type { ClientOrderAddress, LoadedBooks, StoredBooks } from '../store/exchange-store.js';
import { type EntitySelection, type QuerySource, readAll, readEntities, readInSnapshot, readRows } from './reading.js';

const COUNTERS = ['command', 'action', 'order', 'trade', 'rank', 'reconciliationBreak', 'rules'] as const;
const ORDER = [
  ...(['id', 'acctId', 'userId', 'placedBy', 'instrumentId', 'clientOrderId', 'tag', 'orderType', 'side'] as const),
  ...(['timeInForce', 'postOnly', 'expireDate', 'limitPrice', 'stopPrice', 'quantity', 'filledQuantity'] as const),
  ...(['turnover', 'status', 'state', 'rejectCode', 'cancelReason', 'revision', 'version', 'sessionDate'] as const),
  ...(['createdAt', 'updatedAt', 'triggeredAt', 'rank'] as const),
];

/** Reads at one moment, on a connection without a time limit. */
export const readStoredBooks = <Result>(
  url: string,
  catalog: TableCatalog,
  read: (stored: StoredBooks) => Promise<Result>,
): Promise<Result> =>
  withConnection(createUntimedConnectionConfig(url, 'exchange recovery'), (client) =>
    readInSnapshot(client, () =>
      read({
        readPlace: () => readPlace(client, catalog),
        readState: () => readBooks(client, catalog),
        readEnd: () => readEnd(client, catalog),
        readHash: (last) => readHash(client, last),
        readBatches: (after) => readBatches(client, catalog, after),
        findOrders: (addresses) => findOrdersByName(client, catalog, addresses),
      }),
    ),
  );

/** Loads the state of the tables at the snapshot of a connection. Orders are read in chunks; nothing is in memory twice. */
export async function readBooks(source: QuerySource, catalog: TableCatalog): Promise<LoadedBooks> {
  const { rest, time } = await readRest(source, catalog);
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
    const { rest } = await readRest(client, catalog);
    const orders: Snapshot['orders'][number][] = [];
    for await (const some of readOpenOrders(client, catalog)) for (const order of some) orders.push(order);
    return { ...rest, orders, clientOrders: [] };
  });
}

/** Open orders. There may be a million, so each row is read once. */
const readOpenOrders = (source: QuerySource, catalog: TableCatalog): AsyncGenerator<readonly OrderRow[]> =>
  readEntities(source, catalog, { entity: Order, properties: ORDER, where: (name) => `${name('status')} = 'Open'` });

async function readRest(
  source: QuerySource,
  catalog: TableCatalog,
): Promise<Readonly<{ rest: SnapshotRest; time: number }>> {
  const properties = [...COUNTERS, 'time', 'pending'] as const;
  const { time, pending, ...counters } = await readOne(source, catalog, { entity: ExchangeState, properties });
  const products = await readProducts(source, catalog);
  const instruments = await readInstruments(source, catalog);
  const rest = {
    counters,
    pending,
    groups: await readGroups(source, catalog),
    products,
    instruments,
    accounts: await readAccounts(source, catalog),
    holdings: await readHoldings(source, catalog, {
      open: openSessionsOf(products, instruments),
      closed: new Map(instruments.map(({ terms, closingMarks }) => [terms.id, closingMarks])),
    }),
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

const readEnd = (source: QuerySource, catalog: TableCatalog): Promise<Pick<ExchangeWriter, 'command' | 'hash'>> =>
  readOne(source, catalog, { entity: ExchangeWriter, properties: ['command', 'hash'] });

const readPlace = async (source: QuerySource, catalog: TableCatalog): Promise<number> =>
  (await readOne(source, catalog, { entity: ExchangeState, properties: ['command'] })).command;

/** The row of a table that has one. */
async function readOne<Entity, Property extends keyof Entity>(
  source: QuerySource,
  catalog: TableCatalog,
  selection: EntitySelection<Entity, Property>,
): Promise<Pick<Entity, Property>> {
  const [row] = await readAll(source, catalog, selection);
  if (row === undefined) throw new Error(`The row of ${catalog.find(selection.entity).name} is missing.`);
  return row;
}

/** The hash of the batch that ends with this command; null if there is none. */
export async function readHash(source: QuerySource, last: number): Promise<Buffer | null> {
  const batch = `select last, hash from journal_batches where first <= ${last} order by first desc limit 1`;
  const statement = `select encode(hash, 'hex') from (${batch}) as batch where last = ${last}`;
  const [hash = null] = await readRows(source, statement, ([hex]) => Buffer.from(hex ?? '', 'hex'));
  return hash;
}

/** The orders of the tables with one of these client order ids. */
export async function findOrdersByName(
  source: QuerySource,
  catalog: TableCatalog,
  addresses: readonly ClientOrderAddress[],
) {
  const asked = `json_to_recordset(${quote(JSON.stringify(addresses))}) as asked ("acctId" bigint, "clientOrderId" text)`;
  const orders = await readAll(source, catalog, {
    entity: Order,
    properties: ['id', 'acctId', 'clientOrderId', 'actionId', 'fingerprint'],
    where: (name) =>
      `${name('clientOrderId')} is not null and (${name('acctId')}, ${name('clientOrderId')}) in (select "acctId", "clientOrderId" from ${asked})`,
  });
  return orders.map(({ id: orderId, acctId, clientOrderId, actionId, fingerprint }) => ({
    ...{ acctId, clientOrderId: clientOrderId ?? '' },
    ...{ actionId, orderId, fingerprint: fingerprint ?? 0 },
  }));
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
