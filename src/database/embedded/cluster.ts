import { join } from 'node:path';
import { AlreadyRunning } from '../database-trouble.js';
import { findHolder, isElsewhere } from '../holder.js';
import type { Log } from '../log.js';
import { findBinaries } from './binaries.js';
import { findHome, type Home } from './home.js';
import { type Durability, initialise, superuser } from './initialise.js';
import { readPassword } from './password.js';
import { ensurePassword } from './replace-password.js';
import { servicePassword, serviceRole } from './service-role.js';
import { type Cluster, ensureServer, type Server } from './server.js';
import { sweep } from './sweep.js';

/** Where the cluster of a DATA_DIR is or would be, and what it takes to run it. */
export async function prepareHome(dataDir: string, log: Log, durability: Durability = 'durable'): Promise<Cluster> {
  await refuseElsewhere(dataDir);
  const home = await findHome(dataDir, log);
  await sweep(home);
  return { home, binaries: await findBinaries(home.owner, copiesOf(home)), durability, log };
}

/** The cluster of a DATA_DIR, made if it is not there yet. It may run or not. */
export async function prepareCluster(dataDir: string, log: Log, durability: Durability = 'durable'): Promise<Cluster> {
  const cluster = await prepareHome(dataDir, log, durability);
  await initialise(cluster.home, cluster.binaries, durability);
  await ensurePassword(cluster, dataDir);
  return cluster;
}

/**
 * Two servers on one cluster destroy it, and whether one runs in another container or on another machine cannot be seen from
 * here: neither its process nor whether its `postmaster.pid` was left behind. Whoever holds the directory there is heard, though.
 */
async function refuseElsewhere(dataDir: string): Promise<void> {
  const holder = await findHolder(dataDir);
  if (holder && isElsewhere(holder)) throw new AlreadyRunning(dataDir, `process ${holder.pid} of ${holder.place}`);
}

/** The owner may only pass through the home, so a copy made for him stands in it, in a directory that everybody may read. */
const copiesOf = (home: Home): string => join(home.directory, 'programs');

/** A cluster that runs, and the addresses of its databases for its two roles. The service's role is there once `prepareDatabase` has made it. */
export type RunningCluster = Readonly<{
  server: Server;
  password: string;
  urlOf: (database: string) => string;
  superuserUrlOf: (database: string) => string;
}>;

/** Sees to it that the cluster runs, on this very port if one is named. */
export async function runCluster(cluster: Cluster, port?: number): Promise<RunningCluster> {
  const superuserPassword = await readPassword(cluster.home); // First, so that nothing is started with a damaged one.
  const password = servicePassword(superuserPassword);
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
