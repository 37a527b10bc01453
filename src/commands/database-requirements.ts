import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.js';
import type { DatabaseLogger } from '../database/database-logger.js';
import { OperatorError } from '../errors/operator-error.js';
import type { CliOutput } from './command.js';

/** Messages of the database while a command works are progress. */
export const toDatabaseLogger = (out: CliOutput): DatabaseLogger => ({
  info: out.progress,
  warn: out.progress,
  error: out.progress,
});

/** For commands on existing data: they must not create a data directory or start a database in it. */
export function requireDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== null || existsSync(join(dataDir, 'postgres'))) return;
  throw new OperatorError(
    `Nothing here yet: there is no database in ${dataDir}.`,
    'Start the service once with npm start, or name the data directory of your service in DATA_DIR.',
  );
}

/** The tables of this release, for a command that reads or writes them without the application. */
export async function openTablesForCommand(config: Config, out: CliOutput, purpose: string) {
  requireDatabase(config);
  const [{ MikroORM }, { ormOptions }, { TableCatalog }, { openDatabaseForCommand }, { getMigrationState }] =
    await Promise.all([
      import('@mikro-orm/postgresql'),
      import('../../mikro-orm.config.js'),
      import('../database/entity-statements.js'),
      import('../database/open-database.js'),
      import('../database/migrate.js'),
    ]);
  const { url, close } = await openDatabaseForCommand(config, toDatabaseLogger(out), purpose);
  const { pending } = await getMigrationState(url);
  if (pending.length > 0) {
    await close();
    throw new OperatorError(
      'The database has not the tables of this release.',
      'Start the service once, or run kontor migrate.',
    );
  }
  // It is not connected: it only describes the tables.
  return { url, catalog: new TableCatalog(new MikroORM(ormOptions(url))), close };
}

/** Backup and restore copy files, which works with the embedded PostgreSQL only. */
export function rejectExternalDatabase(config: Config): void {
  if (config.databaseUrl === null) return;
  throw new OperatorError(
    'DATABASE_URL names a PostgreSQL of your own; this command is for the embedded one.',
    'Use its own tools: pg_dump and pg_restore for one database, pg_basebackup for the server. Keep SECRET_KEY with the backup: without it, secrets in the database cannot be read.',
  );
}
