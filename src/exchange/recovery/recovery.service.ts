import type { ClientBase } from 'pg';
import { patientConnection, withConnection } from '../../database/connection.js';
import type { Snapshot } from '../../engine/snapshot.js';
import { readAccounts } from './account-rows.js';
import { readHoldings } from './holding-rows.js';
import { openOrders } from './open-orders.js';
import { atOneMoment, milliseconds, number, rowsOf, type Source } from './reading.js';
import { readGroups, readInstruments, readProducts } from './reference-rows.js';

const COUNTERS = `select command, action, order_number, trade, rank_number, reconciliation_break, ${milliseconds('time')} from exchange_state`;

/** The state of the venue, and the time of its last command. */
export type Books = Readonly<{ snapshot: Snapshot; time: number }>;

/** The books as the tables have them, at one moment, read on a connection that has all the time that it takes. */
export const loadBooks = (url: string): Promise<Books> => withConnection(patientConnection(url, 'exchange recovery'), readBooks);

/** The same on a connection that is there. Client orders are left out: the exchange asks the tables for them. */
export const loadSnapshot = async (client: ClientBase): Promise<Snapshot> => (await readBooks(client)).snapshot;

function readBooks(source: Source): Promise<Books> {
  return atOneMoment(source, async () => {
    const { counters, time } = await readCounters(source);
    const orders: Snapshot['orders'][number][] = [];
    for await (const some of openOrders(source)) for (const order of some) orders.push(order);
    return { snapshot: { counters, ...(await readAllButOrders(source)), orders, clientOrders: [] }, time };
  });
}

async function readCounters(source: Source): Promise<Pick<Snapshot, 'counters'> & { time: number }> {
  const [row] = await rowsOf(source, COUNTERS, (texts) => texts.map(number));
  if (row === undefined) throw new Error('The row of exchange_state is missing.');
  const [command = 0, action = 0, order = 0, trade = 0, rank = 0, reconciliationBreak = 0, time = 0] = row;
  return { counters: { command, action, order, trade, rank, reconciliationBreak }, time };
}

async function readAllButOrders(source: Source): Promise<Omit<Snapshot, 'counters' | 'orders' | 'clientOrders'>> {
  const products = await readProducts(source);
  const instruments = await readInstruments(source);
  return {
    groups: await readGroups(source),
    products,
    instruments,
    accounts: await readAccounts(source),
    holdings: await readHoldings(source, openSessionsOf(products, instruments)),
  };
}

/** The date of the session that goes on, for each instrument that is in one. */
function openSessionsOf(products: Snapshot['products'], instruments: Snapshot['instruments']): Map<number, string> {
  const dates = new Map(products.flatMap(({ terms, sessionDate, sessionIsOpen }) => (sessionIsOpen && sessionDate !== null ? [[terms.id, sessionDate] as const] : [])));
  return new Map(instruments.flatMap(({ terms }) => [[terms.id, dates.get(terms.productId) ?? ''] as const]).filter(([, date]) => date !== ''));
}
