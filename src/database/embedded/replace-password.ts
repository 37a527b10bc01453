import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { writeDurably } from '../../config/durable-file.js';
import { DatabaseTrouble } from '../database-trouble.js';
import { findHolder } from '../holder.js';
import { hasCode } from './file-errors.js';
import { clusterOf } from './home.js';
import { as } from './owner.js';
import { superuser } from './initialise.js';
import { newPassword, passwordFileOf } from './password.js';
import { bareEnvironment } from './run.js';
import { type Cluster, findServer, stopServer } from './server.js';

/**
 * Gives the superuser another password, and with it the service's role, where the file is not there: the operator has removed a damaged one. PostgreSQL's single-user
 * mode asks for none, and works while no server runs.
 */
export async function ensurePassword(cluster: Cluster, dataDir: string): Promise<void> {
  const { home, log } = cluster;
  const file = passwordFileOf(clusterOf(home));
  const isMissing = await readFile(file).then(
    () => false,
    (error: unknown) => hasCode(error, 'ENOENT'),
  );
  if (!isMissing) return;
  const [server, holder] = await Promise.all([findServer(home), findHolder(dataDir)]);
  if (server && holder) {
    throw new DatabaseTrouble(
      'data_directory_damaged',
      `${file} is missing, and process ${holder.pid} uses the database.`,
      'Stop that process and start again: the database then gets another password and keeps its data.',
    );
  }
  if (server) await stopServer(cluster, server); // Left behind by a service that was killed, or that it did not let in.
  log.warn(`${file} is missing; giving the database another password.`);
  const password = newPassword();
  await changePassword(cluster, password);
  writeDurably(file, password, { owner: home.owner });
}

async function changePassword({ home, binaries }: Cluster, password: string): Promise<void> {
  const child = spawn(
    binaries.postgres,
    ['--single', '-D', clusterOf(home), '-c', 'log_min_messages=warning', 'postgres'],
    { ...as(home.owner), cwd: '/', env: bareEnvironment(), stdio: ['pipe', 'ignore', 'pipe'], windowsHide: true },
  );
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-8192)));
  child.stdin.on('error', () => undefined); // It ended before it read; its exit says so.
  child.stdin.end(`alter user ${superuser} password '${password}'\n`);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0 && !said.includes('ERROR:')) return;
  throw new DatabaseTrouble(
    'postgres_failed',
    `PostgreSQL could not change the password of the database:\n${said}`,
    'See what it says above.',
  );
}
