import type { ClientBase } from 'pg';
import type { Snapshot } from '../../engine/snapshot.js';
import { readAccounts } from './account-rows.js';
import { readHoldings } from './holding-rows.js';
import { openOrders } from './open-orders.js';
import { atOneMoment, number, rowsOf, type Source } from './reading.js';
import { readGroups, readInstruments, readProducts } from './reference-rows.js';

const COUNTERS = 'select command, action, order_number, trade, rank_number, reconciliation_break from exchange_state';

/**
 * The state of the venue as the tables have it, at one moment. The connection must have all the time that it takes; whatever is
 * written meanwhile is not seen. Client orders are left out: the exchange asks the tables for them.
 */
export const loadSnapshot = (client: ClientBase): Promise<Snapshot> => atOneMoment(client, () => readSnapshot(client));

async function readSnapshot(source: Source): Promise<Snapshot> {
  const orders: Snapshot['orders'][number][] = [];
  for await (const some of openOrders(source)) for (const order of some) orders.push(order);
  return { ...(await readAllButOrders(source)), orders, clientOrders: [] };
}

async function readAllButOrders(source: Source): Promise<Omit<Snapshot, 'orders' | 'clientOrders'>> {
  const [counters] = await rowsOf(source, COUNTERS, ([command, action, order, trade, rank, reconciliationBreak]) => ({
    ...{ command: number(command), action: number(action), order: number(order) },
    ...{ trade: number(trade), rank: number(rank), reconciliationBreak: number(reconciliationBreak) },
  }));
  if (counters === undefined) throw new Error('The row of exchange_state is missing.');
  const products = await readProducts(source);
  const instruments = await readInstruments(source);
  return {
    counters,
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
