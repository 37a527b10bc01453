import { readConfig } from '../../src/config/read-config.js';
import { NameDirectory } from '../../src/access/name-directory.js';
import { VenueSyncService } from '../../src/instruments/venue-sync.service.js';
import { createApp } from '../../src/process/app.js';
import { openTestDatabase } from './database.js';

/** Starts an application in which no module registers the venue and the names of owners; the error, or null. */
export async function startWithMissingRegistrations(): Promise<unknown> {
  const database = await openTestDatabase();
  const config = readConfig({ DATABASE_URL: database.url, MODE: 'sandbox', LOG_LEVEL: 'silent' });
  const app = await createApp(config, database.url);
  const forget = (): void => undefined;
  app.get(VenueSyncService, { strict: false }).venue.register = forget;
  app.get(NameDirectory, { strict: false }).resolvers.acct_owner.register = forget;
  try {
    await app.init();
    return null;
  } catch (error) {
    return error;
  } finally {
    await app.close();
    await database.close();
  }
}
