import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findBinaries } from '../../src/database/embedded/binaries.js';
import { chooseOwner, runProgram } from '../../src/database/embedded/owner.js';
import { openWorkspace, query } from './postgres-service.js';

/** Where Debian and its relatives put PostgreSQL's programs, one directory per release. */
const installed = '/usr/lib/postgresql';

/** The PostgreSQL that npm brings along, and whatever else of 15 or newer this machine has. */
export async function programDirectories(): Promise<Record<string, string>> {
  const workspace = await openWorkspace();
  const { postgres, major } = await findBinaries(await chooseOwner(), workspace.directory);
  await workspace.close();
  const others = existsSync(installed) ? readdirSync(installed).filter((name) => Number(name) >= 15) : [];
  const found = others
    .map((name) => [`PostgreSQL ${name} of this machine`, join(installed, name, 'bin')] as const)
    .filter(([, bin]) => existsSync(join(bin, 'initdb')));
  return { [`PostgreSQL ${major} that npm brings along`]: dirname(postgres), ...Object.fromEntries(found) };
}

/** A server as an operator would set it up: with a superuser of its own, and one database and user per application. */
export async function openExternal(programs: string) {
  const owner = await chooseOwner();
  const workspace = await openWorkspace();
  const place = join(workspace.directory, 'external');
  const [password, port] = [randomBytes(12).toString('hex'), randomInt(12_000, 20_000)];
  const passwordFile = join(workspace.directory, 'password');
  await writeFile(passwordFile, password);
  await mkdir(place, { mode: 0o700 });
  for (const path of owner ? [passwordFile, place] : []) await chown(path, owner?.uid ?? 0, owner?.gid ?? 0);
  const call = async (program: string, ...args: string[]): Promise<void> => {
    const { code, output } = await runProgram(join(programs, program), owner, args);
    if (code !== 0) throw new Error(`${program}: ${output}`);
  };
  await call(
    'initdb',
    '-D',
    place,
    '-U',
    'operator',
    `--pwfile=${passwordFile}`,
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
    '--locale=C',
    '--no-sync',
  );
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off`;
  await call('pg_ctl', '-D', place, '-l', join(place, 'log'), '-o', settings, '-w', 'start');
  const url = (database: string, user = 'operator', secret = password) =>
    `postgres://${user}:${secret}@127.0.0.1:${port}/${database}`;

  return {
    url,
    /** Statements of the operator, one at a time: some may not stand in a transaction. */
    async operator(...statements: string[]) {
      for (const statement of statements) await query(url('postgres'), statement);
    },
    /** A database for the service, owned by a user who may do nothing else. */
    async openDatabase(name: string): Promise<string> {
      await this.operator(
        `create role ${name} login password 'it''s:@/secret'`,
        `create database ${name} owner ${name}`,
      );
      return url(name, name, encodeURIComponent(`it's:@/secret`));
    },
    async close() {
      await call('pg_ctl', '-D', place, '-m', 'immediate', '-w', 'stop');
      await workspace.close();
    },
  };
}
