import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { writeDurably } from '../../config/durable-file.js';
import { DatabaseError } from '../database-error.js';
import { findHolder } from '../data-directory-holder.js';
import { hasCode } from './file-errors.js';
import { toClusterDirectory } from './cluster-home.js';
import { toSpawnIdentity } from './owner.js';
import { superuser } from './initialize-cluster.js';
import { generatePassword, toPasswordPath } from './password.js';
import { createBareEnvironment } from './run-program.js';
import { type Cluster, findServer, stopServer } from './server.js';

/**
 * Sets another password for the superuser, and with it for the service's role, if the file is missing because the
 * operator removed a damaged one. PostgreSQL's single-user mode needs no password, and works while no server runs.
 */
export async function ensurePassword(cluster: Cluster, dataDir: string): Promise<void> {
  const { home, log } = cluster;
  const file = toPasswordPath(toClusterDirectory(home));
  const isMissing = await readFile(file).then(
    () => false,
    (error: unknown) => hasCode(error, 'ENOENT'),
  );
  if (!isMissing) return;
  const [server, holder] = await Promise.all([findServer(home), findHolder(dataDir)]);
  if (server && holder) {
    throw new DatabaseError(
      'data_directory_damaged',
      `${file} is missing, and process ${holder.pid} uses the database.`,
      'Stop that process and start again: the database then gets another password and keeps its data.',
    );
  }
  if (server) await stopServer(cluster, server); // Left behind by a service that was killed, or that it did not let in.
  log.warn(`${file} is missing; giving the database another password.`);
  const password = generatePassword();
  await changePassword(cluster, password);
  writeDurably(file, password, { owner: home.owner });
}

async function changePassword({ home, binaries }: Cluster, password: string): Promise<void> {
  const child = spawn(
    binaries.postgres,
    ['--single', '-D', toClusterDirectory(home), '-c', 'log_min_messages=warning', 'postgres'],
    {
      ...toSpawnIdentity(home.owner),
      cwd: '/',
      env: createBareEnvironment(),
      stdio: ['pipe', 'ignore', 'pipe'],
      windowsHide: true,
    },
  );
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-8192)));
  child.stdin.on('error', () => undefined); // It ended before it read; its exit says so.
  child.stdin.end(`alter user ${superuser} password '${password}'\n`);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0 && !output.includes('ERROR:')) return;
  throw new DatabaseError(
    'postgres_failed',
    `PostgreSQL could not change the password of the database:\n${output}`,
    'See what it says above.',
  );
}
