import pg from 'pg';
import { createConnectionConfig, withConnection } from './connection.js';
import { DatabaseError, type DatabaseErrorCode } from './database-error.js';
import { isDatabaseUnavailable } from './outage.js';
import { capitalizeFirst } from '../errors/sentence.js';

const minimumVersion = 150_000;

/** The facts of a server and of this role's rights. */
export type ServerFacts = Readonly<{
  version: number;
  versionText: string;
  mayCreate: boolean | null;
  schema: string | null;
  user: string;
  recovering: boolean;
}>;

/** Checks whether the PostgreSQL of DATABASE_URL can be used, before anything is changed there. */
export async function checkExternalDatabase(databaseUrl: string): Promise<void> {
  const target = describeDatabase(databaseUrl);
  const facts = await withConnection(createConnectionConfig(databaseUrl, 'check'), queryServerFacts).catch(
    (error: unknown) => {
      throw toConnectionError(target, error);
    },
  );
  rejectUnsuitableServer(facts, target);
}

export function rejectUnsuitableServer(facts: ServerFacts, target: string): void {
  if (facts.version < minimumVersion) {
    throw new DatabaseError(
      'database_too_old',
      `${capitalizeFirst(target)} is PostgreSQL ${facts.versionText}.`,
      'Kontor needs PostgreSQL 15 or newer: upgrade that server or name another one in DATABASE_URL.',
    );
  }
  if (facts.recovering) {
    throw new DatabaseError(
      'database_forbidden',
      `${capitalizeFirst(target)} is a standby and can only be read.`,
      'Name the primary server in DATABASE_URL.',
    );
  }
  if (facts.mayCreate !== true) {
    throw new DatabaseError(
      'database_forbidden',
      `The user ${facts.user} may not create tables in ${target}.`,
      `Let a superuser run there: GRANT CREATE ON SCHEMA ${facts.schema ?? 'public'} TO "${facts.user}"; or give the user a database of its own.`,
    );
  }
}

async function queryServerFacts(client: pg.Client): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as "versionText",
            current_schema() as schema, has_schema_privilege(current_schema(), 'CREATE') as "mayCreate",
            current_user as user, pg_is_in_recovery() as recovering`,
  );
  if (!rows[0]) throw new TypeError('PostgreSQL answered a question about itself with nothing.');
  return rows[0];
}

/** A URL without its password. */
function describeDatabase(databaseUrl: string): string {
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl);
  return `the database ${decodeURIComponent(pathname.slice(1)) || '(none named)'} at ${searchParams.get('host') ?? hostname}:${port || '5432'}`;
}

/** PostgreSQL's connection errors in words for the operator. */
const connectionErrors: Readonly<Record<string, readonly [DatabaseErrorCode, string, string]>> = {
  '28P01': [
    'database_forbidden',
    'refused the password',
    'Correct user and password in DATABASE_URL; special characters are written %-encoded.',
  ],
  '28000': [
    'database_forbidden',
    'refused the user',
    'Correct the user in DATABASE_URL, or let pg_hba.conf admit it from this machine (with sslmode=require if it asks for encryption).',
  ],
  '3D000': [
    'database_unreachable',
    'does not exist',
    'Create it (CREATE DATABASE …) or correct its name in DATABASE_URL.',
  ],
  '42501': [
    'database_forbidden',
    'may not be connected to',
    'Let a superuser run there: GRANT CONNECT ON DATABASE … TO ….',
  ],
  '53300': [
    'database_unreachable',
    'has no connection left',
    'Raise max_connections there (Kontor uses up to 25) or close other connections.',
  ],
};

function toConnectionError(target: string, error: unknown): Error {
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  const known = connectionErrors[code];
  if (known)
    return new DatabaseError(known[0], `${capitalizeFirst(target)} ${known[1]}: ${message}.`, known[2], {
      cause: error,
    });
  if (message.includes('client password must be')) {
    return new DatabaseError(
      'database_forbidden',
      `${capitalizeFirst(target)} asks for a password, and DATABASE_URL has none.`,
      'Write it there: postgres://user:password@host:port/database; special characters are written %-encoded.',
      { cause: error },
    );
  }
  if (isDatabaseUnavailable(error) || /SSL|certificate|self.signed/i.test(message)) {
    const fix =
      'See that PostgreSQL runs and is reachable from here, and that host, port and sslmode in DATABASE_URL are right.';
    return new DatabaseError(
      'database_unreachable',
      `${capitalizeFirst(target)} cannot be reached: ${message || code}.`,
      fix,
      { cause: error },
    );
  }
  return error instanceof Error ? error : new Error(message);
}
