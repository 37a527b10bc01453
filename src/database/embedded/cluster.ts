import { join } from 'node:path';
import { AlreadyRunningError } from '../database-error.js';
import { findHolder, isRemoteHolder } from '../data-directory-holder.js';
import type { DatabaseLogger } from '../database-logger.js';
import { findBinaries } from './binaries.js';
import { findOrCreateHome, type ClusterHome } from './cluster-home.js';
import { type Durability, initializeCluster, superuser } from './initialize-cluster.js';
import { readPassword } from './password.js';
import { ensurePassword } from './replace-password.js';
import { deriveServicePassword, serviceRole } from './service-role.js';
import { type Cluster, ensureServer, type PostgresServer, findServer } from './server.js';
import { readdir, rm } from 'node:fs/promises';
import { isAlive, sendSignal } from '../process-state.js';

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
