import pg from 'pg';
import { singleConnection, withConnection } from './connection.js';
import { DatabaseTrouble, type TroubleCode } from './database-trouble.js';
import { isDatabaseGone } from './outage.js';

const oldestVersion = 150_000;

/** What a server says about itself and about what we may do there. */
export type Facts = Readonly<{
  version: number;
  versionText: string;
  mayCreate: boolean | null;
  schema: string | null;
  user: string;
  recovering: boolean;
}>;

/** Whether the PostgreSQL of DATABASE_URL can be used, found out before anything is changed there. */
export async function checkExternal(databaseUrl: string): Promise<void> {
  const place = nameOf(databaseUrl);
  const facts = await withConnection(singleConnection(databaseUrl, 'check'), ask).catch((error: unknown) => {
    throw explained(place, error);
  });
  refuseUnfit(facts, place);
}

export function refuseUnfit(facts: Facts, place: string): void {
  if (facts.version < oldestVersion) {
    throw new DatabaseTrouble(
      'database_too_old',
      `${capital(place)} is PostgreSQL ${facts.versionText}.`,
      'Kontor needs PostgreSQL 15 or newer: upgrade that server or name another one in DATABASE_URL.',
    );
  }
  if (facts.recovering) {
    throw new DatabaseTrouble(
      'database_forbidden',
      `${capital(place)} is a standby and can only be read.`,
      'Name the primary server in DATABASE_URL.',
    );
  }
  if (facts.mayCreate !== true) {
    throw new DatabaseTrouble(
      'database_forbidden',
      `The user ${facts.user} may not create tables in ${place}.`,
      `Let a superuser run there: GRANT CREATE ON SCHEMA ${facts.schema ?? 'public'} TO "${facts.user}"; or give the user a database of its own.`,
    );
  }
}

async function ask(client: pg.Client): Promise<Facts> {
  const { rows } = await client.query<Facts>(
    `select current_setting('server_version_num')::int as version, current_setting('server_version') as "versionText",
            current_schema() as schema, has_schema_privilege(current_schema(), 'CREATE') as "mayCreate",
            current_user as user, pg_is_in_recovery() as recovering`,
  );
  if (!rows[0]) throw new TypeError('PostgreSQL answered a question about itself with nothing.');
  return rows[0];
}

/** An address without its password. */
function nameOf(databaseUrl: string): string {
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl);
  return `the database ${decodeURIComponent(pathname.slice(1)) || '(none named)'} at ${searchParams.get('host') ?? hostname}:${port || '5432'}`;
}

/** What PostgreSQL's refusals mean for the person who wrote DATABASE_URL. */
const refusals: Readonly<Record<string, readonly [TroubleCode, string, string]>> = {
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

function explained(place: string, error: unknown): Error {
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  const refusal = refusals[code];
  if (refusal)
    return new DatabaseTrouble(refusal[0], `${capital(place)} ${refusal[1]}: ${message}.`, refusal[2], {
      cause: error,
    });
  if (message.includes('client password must be')) {
    return new DatabaseTrouble(
      'database_forbidden',
      `${capital(place)} asks for a password, and DATABASE_URL has none.`,
      'Write it there: postgres://user:password@host:port/database; special characters are written %-encoded.',
      { cause: error },
    );
  }
  if (isDatabaseGone(error) || /SSL|certificate|self.signed/i.test(message)) {
    const mend =
      'See that PostgreSQL runs and is reachable from here, and that host, port and sslmode in DATABASE_URL are right.';
    return new DatabaseTrouble(
      'database_unreachable',
      `${capital(place)} cannot be reached: ${message || code}.`,
      mend,
      { cause: error },
    );
  }
  return error instanceof Error ? error : new Error(message);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
