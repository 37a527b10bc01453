import type { Config } from '../config/config.js';
import type { Log } from '../database/log.js';
import { OperatorTrouble } from '../errors/operator-trouble.js';
import type { Output } from './output.js';

/** What the database says while a command works belongs to the progress. */
export const logTo = (out: Output): Log => ({ info: out.progress, warn: out.progress, error: out.progress });

/** Backup and restore copy files, which only the embedded PostgreSQL leaves to us. */
export function refuseExternal(config: Config): void {
  if (config.databaseUrl === null) return;
  throw new OperatorTrouble(
    'DATABASE_URL names a PostgreSQL of your own; this command is for the embedded one.',
    'Use its own tools: pg_dump and pg_restore for one database, pg_basebackup for the server. Keep SECRET_KEY with the backup: without it, secrets in the database cannot be read.',
  );
}
