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

/** Backup and restore copy files, which works with the embedded PostgreSQL only. */
export function rejectExternalDatabase(config: Config): void {
  if (config.databaseUrl === null) return;
  throw new OperatorError(
    'DATABASE_URL names a PostgreSQL of your own; this command is for the embedded one.',
    'Use its own tools: pg_dump and pg_restore for one database, pg_basebackup for the server. Keep SECRET_KEY with the backup: without it, secrets in the database cannot be read.',
  );
}
