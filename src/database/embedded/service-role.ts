import { createHmac, createHash, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { toLockKeys } from '../locks.js';

/** PostgreSQL's own defaults. */
const ITERATIONS = 4096;
const SALT_BYTES = 16;

/**
 * The verifier that PostgreSQL stores for a password (RFC 5803). Sent instead of the password, so that no statement
 * contains it; the password is ASCII, which SASLprep does not change.
 */
export function createScramVerifier(
  password: string,
  salt: Buffer = randomBytes(SALT_BYTES),
  iterations = ITERATIONS,
): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const deriveKey = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(deriveKey('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${deriveKey('Server Key').toString('base64')}`;
}

/** Whether a verifier belongs to this password. */
export function matchesScramVerifier(verifier: string | null, password: string): boolean {
  const [, iterations = '', salt = ''] = /^SCRAM-SHA-256\$(\d{1,7}):([^$]+)\$/.exec(verifier ?? '') ?? [];
  if (salt === '') return false;
  const [one, other] = [
    Buffer.from(verifier ?? ''),
    Buffer.from(createScramVerifier(password, Buffer.from(salt, 'base64'), Number(iterations))),
  ];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * The role of the service and its migrations. It owns the database with all objects, and may do nothing else on the
 * server: SQL of this role reaches no file, program, setting or role.
 */
export const serviceRole = 'kontor_service';

const ROLE_ATTRIBUTES =
  'login nosuperuser nocreaterole nocreatedb noreplication nobypassrls inherit connection limit -1';

/** Derived one-way: the service's password does not reveal the superuser's, and both are replaced together. */
export const deriveServicePassword = (superuserPassword: string): string =>
  createHmac('sha256', superuserPassword).update('kontor service role').digest('base64url');

const FIND_ROLE = `
  select rolpassword as verifier, rolcanlogin and not (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)
    and rolinherit and rolconnlimit = -1 and not exists (select from pg_auth_members where member = oid) as "isLimited"
  from pg_authid where rolname = $1`;

/**
 * Creates or corrects the role, as the superuser. On a connection to the database `postgres`, where simultaneous starts
 * wait for each other.
 */
export async function ensureServiceRole(superuser: pg.Client, password: string): Promise<void> {
  if ((await getRoleState(superuser, password)) === 'right') return;
  await inTransaction(superuser, async () => {
    await superuser.query('select pg_advisory_xact_lock($1, $2)', toLockKeys('serviceRole'));
    const state = await getRoleState(superuser, password);
    if (state === 'right') return;
    if (state === 'missing') await superuser.query(`create role ${serviceRole}`);
    await superuser.query(
      `alter role ${serviceRole} with ${ROLE_ATTRIBUTES} password '${createScramVerifier(password)}'`,
    );
    await revokeMemberships(superuser);
    await superuser.query('revoke connect, temporary on database postgres, template1 from public');
  });
}

async function getRoleState(superuser: pg.Client, password: string): Promise<'right' | 'wrong' | 'missing'> {
  const { rows } = await superuser.query<{ verifier: string | null; isLimited: boolean }>(FIND_ROLE, [serviceRole]);
  const [role] = rows;
  if (!role) return 'missing';
  return role.isLimited && matchesScramVerifier(role.verifier, password) ? 'right' : 'wrong';
}

/** Groups such as `pg_read_server_files` would give back what the attributes remove. */
async function revokeMemberships(superuser: pg.Client): Promise<void> {
  const { rows } = await superuser.query<{ statement: string }>(
    `select format('revoke %I from ${serviceRole} granted by %I cascade', roleid::regrole::text, grantor::regrole::text) as statement from pg_auth_members where member = $1::regrole`,
    [serviceRole],
  );
  for (const { statement } of rows) await superuser.query(statement);
}

/**
 * The statements that transfer the superuser's objects in this database to the service's role, except those of
 * PostgreSQL (below OID 16384) and its extensions. `reassign owned` does not work for the superuser that initdb created
 * (OID 10). A column's sequence follows its table.
 */
const OWNERSHIP_STATEMENTS = `
  with owned as (
    select 'pg_class'::regclass as class, c.oid, relnamespace as namespace, 'table ' || c.oid::regclass as object from pg_class c
      where c.oid >= 16384 and relowner = 10 and (relkind in ('r', 'p', 'v', 'm', 'f') or relkind = 'S'
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.refclassid = 'pg_class'::regclass and d.deptype in ('a', 'i')))
    union all select 'pg_proc'::regclass, oid, pronamespace, 'routine ' || oid::regprocedure from pg_proc where oid >= 16384 and proowner = 10
    union all select 'pg_type'::regclass, t.oid, typnamespace, 'type ' || t.oid::regtype from pg_type t left join pg_class c on c.oid = typrelid
      where t.oid >= 16384 and typowner = 10 and (typrelid = 0 or c.relkind = 'c') and typtype <> 'm' and not exists (select from pg_type element where element.typarray = t.oid)
    union all select 'pg_statistic_ext'::regclass, oid, stxnamespace, format('statistics %s.%I', stxnamespace::regnamespace, stxname) from pg_statistic_ext where stxowner = 10
    union all select 'pg_namespace'::regclass, oid, oid, 'schema ' || oid::regnamespace from pg_namespace where oid >= 16384 and nspowner = 10
  )
  select format('alter %s owner to ${serviceRole}', object) as statement from owned join pg_namespace n on n.oid = owned.namespace
    where nspname !~ '^pg_'
      and not exists (select from pg_depend d where d.classid = owned.class and d.objid = owned.oid and d.deptype = 'e')
  union all
  select format('alter database %I owner to ${serviceRole}', datname) from pg_database where datname = current_database() and datdba = 10`;

/** Whether the service's role owns its database with all objects. Any role may ask. */
export async function isDatabaseOwner(client: pg.Client): Promise<boolean> {
  return (await client.query(`${OWNERSHIP_STATEMENTS} limit 1`)).rowCount === 0;
}

/**
 * Transfers the database with all objects to the service's role, all or nothing, as the superuser on a connection to
 * that database.
 */
export async function transferOwnership(superuser: pg.Client): Promise<void> {
  await inTransaction(superuser, async () => {
    await superuser.query('select pg_advisory_xact_lock($1, $2)', toLockKeys('serviceRole'));
    const { rows } = await superuser.query<{ statement: string }>(OWNERSHIP_STATEMENTS);
    for (const { statement } of rows) await superuser.query(statement);
  });
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
