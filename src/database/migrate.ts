import { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { migrations, ormOptions } from '../../mikro-orm.config.js';
import {
  createUntimedConnectionConfig,
  createMigrationPoolConfig,
  createConnectionConfig,
  withConnection,
} from './connection.js';
import { DatabaseError } from './database-error.js';
import { waitForLock } from './locks.js';

const knownMigrations: readonly string[] = migrations.map(({ name }) => name);

/** The names of the applied and pending migrations of a database, oldest first. */
export type MigrationState = Readonly<{ applied: readonly string[]; pending: readonly string[] }>;

/**
 * Applies pending migrations, all or nothing, and returns their names. Of several simultaneous processes, one applies
 * them and the others wait.
 */
export async function migrate(databaseUrl: string): Promise<readonly string[]> {
  return withConnection(createUntimedConnectionConfig(databaseUrl, 'migrate'), async (client) => {
    await waitForLock(client, 'migrations');
    const { applied, pending } = await readMigrationState(client);
    rejectNewerSchema(applied);
    return pending.length === 0 ? [] : applyPending(databaseUrl);
  });
}

/** Read-only: unlike the migrator, it does not create the table of migrations. */
export async function getMigrationState(databaseUrl: string): Promise<MigrationState> {
  return withConnection(createConnectionConfig(databaseUrl, 'migrations'), readMigrationState);
}

async function applyPending(databaseUrl: string): Promise<readonly string[]> {
  const options = ormOptions(databaseUrl);
  const orm = await MikroORM.init({
    ...options,
    driverOptions: createMigrationPoolConfig(databaseUrl),
    migrations: { ...options.migrations, silent: true },
  });
  try {
    return (await orm.migrator.up()).map(({ name }) => name);
  } finally {
    await orm.close();
  }
}

async function readMigrationState(client: pg.Client): Promise<MigrationState> {
  const { rows } = await client.query<{ noted: boolean }>(
    `select to_regclass('mikro_orm_migrations') is not null as noted`,
  );
  const noted = rows[0]?.noted
    ? await client.query<{ name: string }>('select name from mikro_orm_migrations order by id')
    : { rows: [] };
  const applied = noted.rows.map(({ name }) => name);
  return { applied, pending: knownMigrations.filter((name) => !applied.includes(name)) };
}

/** A database that a later release has migrated must not be written by this one. */
function rejectNewerSchema(applied: readonly string[]): void {
  const unknown = applied.filter((name) => !knownMigrations.includes(name));
  if (unknown.length === 0) return;
  throw new DatabaseError(
    'database_newer',
    `The database was migrated by a newer release of Kontor (${unknown.join(', ')}).`,
    'Start that release or a later one, or restore a backup that was made before the upgrade.',
  );
}
