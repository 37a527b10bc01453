import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '../../mikro-orm.config.js';
import { patientConnection, patientPool, withConnection } from './connection.js';
import { DatabaseTrouble } from './database-trouble.js';
import { waitForLock } from './locks.js';

/** The names of the migrations that a database has, and of those that it still lacks, oldest first. */
export type MigrationState = Readonly<{ applied: readonly string[]; pending: readonly string[] }>;

/**
 * Applies what is missing, all or nothing, and returns the names of what was applied. Of several processes that come at once, one
 * does it and the others wait and find nothing left to do.
 */
export async function migrate(databaseUrl: string): Promise<readonly string[]> {
  return withConnection(patientConnection(databaseUrl, 'migrate'), async (client) => {
    await waitForLock(client, 'migrations');
    return withMigrator(databaseUrl, async (orm) => {
      refuseNewer(await stateOf(orm), orm);
      return (await orm.migrator.up()).map(({ name }) => name);
    });
  });
}

export async function migrationState(databaseUrl: string): Promise<MigrationState> {
  return withMigrator(databaseUrl, stateOf);
}

async function withMigrator<Result>(databaseUrl: string, work: (orm: MikroORM) => Promise<Result>): Promise<Result> {
  const options = ormOptions(databaseUrl);
  const orm = await MikroORM.init({ ...options, driverOptions: patientPool(databaseUrl), migrations: { ...options.migrations, silent: true } });
  try {
    return await work(orm);
  } finally {
    await orm.close();
  }
}

async function stateOf(orm: MikroORM): Promise<MigrationState> {
  const applied = await orm.migrator.getExecuted();
  const pending = await orm.migrator.getPending();
  return { applied: applied.map(({ name }) => name), pending: pending.map(({ name }) => name) };
}

/** A database that a later release has changed must not be written by this one, which does not know what the change means. */
function refuseNewer({ applied }: MigrationState, orm: MikroORM): void {
  const known = new Set((orm.config.get('migrations').migrationsList ?? []).map((entry) => entry.name));
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new DatabaseTrouble(
    'database_newer',
    `The database was migrated by a newer release of Kontor (${unknown.join(', ')}).`,
    'Start that release or a later one, or restore a backup that was made before the upgrade.',
  );
}
