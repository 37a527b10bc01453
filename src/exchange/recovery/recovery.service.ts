import type { Snapshot } from '../../engine/snapshot.js';
import { patientConnection, withConnection } from '../../database/connection.js';

/** What the tables say of a venue that nobody has told anything yet; reading those of a used one comes next. */
export async function loadBooks(url: string): Promise<Readonly<{ snapshot: Snapshot; time: number }>> {
  const command = await withConnection(patientConnection(url, 'exchange'), async (client) => (await client.query<{ command: string }>('select command from exchange_state')).rows[0]?.command);
  if (command !== '0') throw new Error('The books of a used exchange cannot be read yet.');
  const counters = { command: 0, action: 0, order: 0, trade: 0, rank: 0, reconciliationBreak: 0 };
  return { time: 0, snapshot: { counters, groups: [], products: [], instruments: [], accounts: [], holdings: [], orders: [], clientOrders: [] } };
}
