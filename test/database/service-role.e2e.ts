import pg from 'pg';
import { killWhileOpening, openDatabaseProcess } from '../support/database-process.js';
import { revertToOldLayout, withServerOf } from '../support/old-layout.js';
import { openWorkspace, query, superuserUrlOf, until, urlOf } from '../support/postgres-service.js';

/** What belongs to another role than the service's, but for what belongs to an extension. */
const FOREIGN_OBJECTS_SQL = `with foreign_objects as (

  select c.oid, c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace where nspname in ('public', 'reports') and pg_get_userbyid(relowner) <> 'kontor_service'
  union all select p.oid, p.oid::regprocedure::text from pg_proc p where pronamespace::regnamespace::text in ('public', 'reports') and pg_get_userbyid(proowner) <> 'kontor_service'
  union all select t.oid, t.oid::regtype::text from pg_type t where typnamespace::regnamespace::text in ('public', 'reports') and pg_get_userbyid(typowner) <> 'kontor_service'
  union all select oid, nspname from pg_namespace where nspname = 'reports' and pg_get_userbyid(nspowner) <> 'kontor_service'
  union all select oid, datname from pg_database where datname = current_database() and pg_get_userbyid(datdba) <> 'kontor_service'
  ) select name from foreign_objects where oid not in (select objid from pg_depend where deptype = 'e')`;

/** Every kind of object that a migration could have made, owned by the superuser who ran it. */
const objects = [
  `create schema reports`,
  `create table reports.kept (id serial primary key, n bigint generated always as identity, line text)`,
  `insert into reports.kept (line) values ('first')`,
  `create view reports.shown as select * from reports.kept`,
  `create materialized view reports.stored as select * from reports.kept`,
  `create sequence reports.numbers`,
  `create type reports.mood as enum ('calm')`,
  `create type reports.pair as (a int, b int)`,
  `create domain reports.positive as int check (value > 0)`,
  `create type reports.span as range (subtype = int)`,
  `create table reports.parts (at date, mood reports.mood) partition by range (at)`,
  `create table reports.part partition of reports.parts default`,
  `create function reports.one(int) returns int language sql as 'select 1'`,
  `create procedure reports.nothing() language sql as 'select 1'`,
  `create aggregate reports.total(int) (sfunc = int4pl, stype = int)`,
  `create statistics reports.both on id, n from reports.kept`,
  `create extension hstore`,
];

describe('role of the service in the embedded PostgreSQL', () => {
  let workspace: Awaited<ReturnType<typeof openWorkspace>>;
  beforeEach(async () => (workspace = await openWorkspace()));
  afterEach(() => workspace.close());

  it('is no superuser: its SQL reaches no file, program, setting, role, extension or other database', async () => {
    const service = await openDatabaseProcess(workspace.dataDir);
    try {
      const url = String(service.said.url);
      const attempts = [
        `select pg_read_file('/etc/hostname')`,
        `select pg_read_binary_file('kontor-password')`,
        `select pg_ls_dir('.')`,
        `select pg_stat_file('PG_VERSION')`,
        `select lo_import('/etc/hostname')`,
        `create temp table lines (line text); copy lines from '/etc/hostname'`,
        `create temp table lines (line text); copy lines from program 'id'`,
        `copy (select 'x') to program 'cat > /tmp/x'`,
        `copy (select 'x') to '/tmp/x'`,
        `alter system set archive_command = 'id'`,
        `set session_preload_libraries = 'x'`,
        `set log_statement = 'all'`,
        `load '/tmp/x.so'`,
        `create function run() returns int language c as '/tmp/x.so'`,
        `create extension dblink`,
        `create extension adminpack`,
        `create extension file_fdw`,
        `create role other superuser`,
        `alter role kontor_service superuser`,
        `set role kontor`,
        `set session authorization kontor`,
        `select rolpassword from pg_authid`,
        `grant pg_read_server_files to kontor_service`,
        `create database other`,
        `select pg_reload_conf()`,
        `select pg_create_physical_replication_slot('x')`,
        `select pg_backup_start('x')`,
      ];
      const codes = await Promise.all(
        attempts.map(async (attempt) => [
          attempt,
          await query(url, attempt).then(
            () => 'done',
            (error: unknown) => (error as { code: string }).code,
          ),
        ]),
      );

      // 42501 is "insufficient privilege"; 0A000 and 58P01 say that the extension is not even there.
      expect(
        codes.filter(
          ([attempt = '', code = '']) =>
            code !== '42501' && !(attempt.startsWith('create extension') && ['0A000', '58P01'].includes(code)),
        ),
      ).toEqual([]);
      for (const database of ['postgres', 'template1']) {
        const elsewhere = Object.assign(new URL(url), { pathname: `/${database}` }).href;
        await expect(query(elsewhere, 'select 1')).rejects.toMatchObject({ code: '42501' });
      }
      expect(
        await query(
          url,
          'select rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user',
        ),
      ).toEqual([
        {
          rolname: 'kontor_service',
          rolsuper: false,
          rolcreaterole: false,
          rolcreatedb: false,
          rolreplication: false,
          rolbypassrls: false,
        },
      ]);
      expect(await query(url, FOREIGN_OBJECTS_SQL)).toEqual([]);
    } finally {
      await service.kill('SIGTERM');
    }
  });

  it('cannot connect as superuser over the same socket, with or without a password', async () => {
    const service = await openDatabaseProcess(workspace.dataDir);
    try {
      const url = new URL(String(service.said.url));
      for (const password of ['', url.password, 'kontor']) {
        const superuser = Object.assign(new URL(url.href), { username: 'kontor', password });
        await expect(query(superuser.href, 'select 1')).rejects.toThrow(/password/);
      }
      await expect(query(await superuserUrlOf(workspace.dataDir), 'select 1')).resolves.toHaveLength(1);
    } finally {
      await service.kill('SIGTERM');
    }
  });

  it('gets a database that the superuser owned, with every object and row, at the next start', async () => {
    await revertToOldLayout(workspace.dataDir, ...objects);

    const service = await openDatabaseProcess(workspace.dataDir);
    try {
      const url = await urlOf(workspace.dataDir);
      expect(service.logged).toEqual([expect.stringContaining('kontor_service')]);
      expect(await query(url, FOREIGN_OBJECTS_SQL)).toEqual([]);
      expect(
        await query(url, `insert into reports.kept (line) values ('second') returning id, n, reports.one(1)`),
      ).toEqual([{ id: 2, n: '2', one: 1 }]);
      expect(await query(url, 'alter table users add column more int')).toEqual([]);
    } finally {
      await service.kill('SIGTERM');
    }
    const again = await openDatabaseProcess(workspace.dataDir);
    await again.kill('SIGTERM');
    expect(again.logged).toEqual([]);
  });

  it('gets the whole database after a process was killed during the transfer', async () => {
    await revertToOldLayout(workspace.dataDir);
    await withServerOf(workspace.dataDir, async (superuser) => {
      const holder = new pg.Client(superuser);
      await holder.connect();
      await holder.query('begin; lock table webhooks in access share mode');
      await killWhileOpening(workspace.dataDir, async () => {
        const waiting = () =>
          query(superuser, `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter %'`);
        expect(await until(waiting, (rows) => rows.length > 0, 15_000)).toHaveLength(1);
      });
      await holder.end();
      expect((await query(superuser, FOREIGN_OBJECTS_SQL)).length).toBeGreaterThan(50); // All or nothing.
    });

    const service = await openDatabaseProcess(workspace.dataDir);
    try {
      expect(await query(String(service.said.url), FOREIGN_OBJECTS_SQL)).toEqual([]);
    } finally {
      await service.kill('SIGTERM');
    }
  });

  it('is reset at the next start when it was made superuser, given a group or another password', async () => {
    await (await openDatabaseProcess(workspace.dataDir)).kill('SIGTERM');
    await withServerOf(workspace.dataDir, async (superuser) => {
      await query(
        superuser,
        `alter role kontor_service superuser createdb password 'other'; grant pg_read_server_files to kontor_service`,
      );
    });

    const service = await openDatabaseProcess(workspace.dataDir);
    try {
      const roles = await query(
        String(service.said.url),
        `select rolsuper, rolcreatedb, pg_has_role('pg_read_server_files', 'member') as "inGroup" from pg_roles where rolname = current_user`,
      );
      expect(roles).toEqual([{ rolsuper: false, rolcreatedb: false, inGroup: false }]);
    } finally {
      await service.kill('SIGTERM');
    }
  });
});
