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
import { type Cluster, ensureServer, type PostgresServer } from './server.js';
import { removeLeftovers } from './remove-leftovers.js';

/** Where the cluster of a DATA_DIR is or would be, and what it takes to run it. */
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

/** The cluster of a DATA_DIR, made if it is not there yet. It may run or not. */
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
 * Two servers on one cluster destroy it, and whether one runs in another container or on another machine cannot be seen from
 * here: neither its process nor whether its `postmaster.pid` was left behind. Its heartbeat can be seen, though.
 */
async function rejectRemoteHolder(dataDir: string): Promise<void> {
  const holder = await findHolder(dataDir);
  if (holder && isRemoteHolder(holder))
    throw new AlreadyRunningError(dataDir, `process ${holder.pid} of ${holder.place}`);
}

/** The owner may only pass through the home, so a copy made for him stands in it, in a directory that everybody may read. */
const toBinariesDirectory = (home: ClusterHome): string => join(home.directory, 'programs');

/** A cluster that runs, and the addresses of its databases for its two roles. The service's role is there once `prepareDatabase` has made it. */
export type RunningCluster = Readonly<{
  server: PostgresServer;
  password: string;
  urlOf: (database: string) => string;
  superuserUrlOf: (database: string) => string;
}>;

/** Sees to it that the cluster runs, on this very port if one is named. */
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
