import { join } from 'node:path';
import { readdir, rm, readFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { AlreadyRunningError, DatabaseError, hasCode } from '../database-error.js';
import { findHolder, isRemoteHolder } from '../data-directory-holder.js';
import type { DatabaseLogger } from '../database-logger.js';
import { findBinaries } from './binaries.js';
import {
  type ClusterHome,
  findOrCreateHome,
  toClusterDirectory,
  readPassword,
  generatePassword,
  toPasswordPath,
} from './cluster-home.js';
import { type Durability, initializeCluster, superuser } from './initialize-cluster.js';
import { deriveServicePassword, serviceRole } from './service-role.js';
import { type Cluster, type PostgresServer, ensureServer, findServer, stopServer } from './server.js';
import { isAlive, sendSignal } from '../process-state.js';
import { writeDurably } from '../../config/durable-file.js';
import { createProgramOptions } from './owner.js';

/**
 * Removes leftovers of processes that were killed while creating a cluster or testing a backup. Their pid is in the
 * name; in a container all processes may have the same pid, so one's own is a leftover as well.
 */
async function removeLeftovers(home: ClusterHome): Promise<void> {
  for (const name of await readdir(home.directory)) {
    const ownerPid = Number(/^(?:cluster\.new|trial)-(\d+)/.exec(name)?.[1] ?? 0);
    if (ownerPid === 0 || (ownerPid !== process.pid && isAlive(ownerPid))) continue;
    const directory = join(home.directory, name);
    const server = await findServer({ directory, owner: home.owner });
    if (server) sendSignal(server.pid, 'SIGQUIT'); // It holds nothing that is needed.
    await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** The location of the cluster of a DATA_DIR, and how it is run. */
export async function prepareClusterHome(
  dataDir: string,
  log: DatabaseLogger,
  durability: Durability = 'durable',
): Promise<Cluster> {
  await rejectRemoteHolder(dataDir);
  const home = await findOrCreateHome(dataDir, log);
  await removeLeftovers(home);
  return { home, binaries: await findBinaries(home.owner, toBinariesDirectory(home)), durability, log };
}

/** The cluster of a DATA_DIR, created if it is missing. It may run or not. */
export async function prepareCluster(
  dataDir: string,
  log: DatabaseLogger,
  durability: Durability = 'durable',
): Promise<Cluster> {
  const cluster = await prepareClusterHome(dataDir, log, durability);
  await initializeCluster(cluster.home, cluster.binaries, durability);
  await ensurePassword(cluster, dataDir);
  return cluster;
}

/**
 * Two servers on one cluster destroy it, and a server in another container or on another machine is invisible here, and
 * so is whether its `postmaster.pid` is stale. Its heartbeat is visible, though.
 */
async function rejectRemoteHolder(dataDir: string): Promise<void> {
  const holder = await findHolder(dataDir);
  if (holder && isRemoteHolder(holder))
    throw new AlreadyRunningError(dataDir, `process ${holder.pid} of ${holder.place}`);
}

/** The owner may only pass through the home, so a copy of the binaries for that user is in a readable directory. */
const toBinariesDirectory = (home: ClusterHome): string => join(home.directory, 'programs');

/** A running cluster with the URLs of its two roles. The service's role exists after `prepareDatabase`. */
export type RunningCluster = Readonly<{
  server: PostgresServer;
  password: string;
  urlOf: (database: string) => string;
  superuserUrlOf: (database: string) => string;
}>;

/** Starts the cluster if it does not run, on this port if given. */
export async function runCluster(cluster: Cluster, port?: number): Promise<RunningCluster> {
  const superuserPassword = await readPassword(cluster.home); // First, so that nothing is started with a damaged one.
  const password = deriveServicePassword(superuserPassword);
  const server = await ensureServer(cluster, port);
  const address = (role: string, secret: string) => (database: string) =>
    `postgresql://${role}:${secret}@127.0.0.1:${server.port}/${database}`;
  return {
    server,
    password,
    urlOf: address(serviceRole, password),
    superuserUrlOf: address(superuser, superuserPassword),
  };
}

/**
 * Sets another password for the superuser, and with it for the service's role, if the file is missing because the
 * operator removed a damaged one. PostgreSQL's single-user mode needs no password, and works while no server runs.
 */
async function ensurePassword(cluster: Cluster, dataDir: string): Promise<void> {
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
    { ...createProgramOptions(home.owner), stdio: ['pipe', 'ignore', 'pipe'] },
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
