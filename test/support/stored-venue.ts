import pg from 'pg';
import type { Snapshot } from '../../src/engine/snapshot.js';
import { loadSnapshot } from '../../src/exchange/recovery/recovery.service.js';
import { describeTables } from './verification.js';

/** The state of the venue as the tables of a database have it. */
export async function storedVenue(url: string): Promise<Snapshot> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await loadSnapshot(client, describeTables());
  } finally {
    await client.end();
  }
}
