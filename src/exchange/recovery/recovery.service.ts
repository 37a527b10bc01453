import type { ClientBase } from 'pg';
import { createUntimedConnectionConfig, withConnection } from '../../database/connection.js';
import { FIRST_RULES } from '../../engine/rules.js';
import { StateRestoration, type Snapshot } from '../../engine/snapshot.js';
import type { State } from '../../engine/state.js';
import { readAccounts } from './account-rows.js';
import { readHoldings } from './holding-rows.js';
import { openOrders } from './open-orders.js';
import { readInSnapshot, parseJson, millisecondsSql, parseNumber, readRows, type QuerySource } from './reading.js';
import { readGroups, readInstruments, readProducts } from './reference-rows.js';

const COUNTERS = `select command, action, order_number, trade, rank_number, reconciliation_break, rules, ${millisecondsSql('time')}, pending from exchange_state`;

type AllButOrders = Omit<Snapshot, 'orders'>;

/** The state of the venue, and the time of its last command. */
export type LoadedBooks = Readonly<{ state: State; time: number }>;

/** Loads the state from the tables at one moment. */
export const loadBooks = (url: string): Promise<LoadedBooks> =>
  withConnection(createUntimedConnectionConfig(url, 'exchange recovery'), (client) =>
    readInSnapshot(client, () => readBooks(client)),
  );

/** Loads the state at the snapshot of a connection. Orders are read in chunks; nothing is in memory twice. */
export async function readBooks(source: QuerySource): Promise<LoadedBooks> {
  const { rest, time } = await readAllButOrders(source);
  const restoration = new StateRestoration(rest);
  for await (const some of openOrders(source)) restoration.add(some);
  return { state: restoration.finish(time), time };
}

/**
 * The same as rows, on a connection without a time limit. Client order ids are omitted: the exchange looks them up in
 * the tables.
 */
export function loadSnapshot(client: ClientBase): Promise<Snapshot> {
  return readInSnapshot(client, async () => {
    const { rest } = await readAllButOrders(client);
    const orders: Snapshot['orders'][number][] = [];
    for await (const some of openOrders(client)) for (const order of some) orders.push(order);
    return { ...rest, orders };
  });
}

async function readCounters(source: QuerySource): Promise<Pick<Snapshot, 'counters' | 'pending'> & { time: number }> {
  const [texts] = await readRows(source, COUNTERS, (row) => row);
  if (texts === undefined) throw new Error('The row of exchange_state is missing.');
  const [
    command = 0,
    action = 0,
    order = 0,
    trade = 0,
    rank = 0,
    reconciliationBreak = 0,
    rules = FIRST_RULES,
    time = 0,
  ] = texts.map(parseNumber);
  return {
    counters: { command, action, order, trade, rank, reconciliationBreak, rules },
    time,
    pending: parseJson(texts[8]) as Snapshot['pending'],
  };
}

async function readAllButOrders(source: QuerySource): Promise<Readonly<{ rest: AllButOrders; time: number }>> {
  const { counters, time, pending } = await readCounters(source);
  const products = await readProducts(source);
  const instruments = await readInstruments(source);
  const rest = {
    counters,
    pending,
    groups: await readGroups(source),
    products,
    instruments,
    accounts: await readAccounts(source),
    holdings: await readHoldings(source, openSessionsOf(products, instruments)),
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
