import { join } from 'node:path';
import { AlreadyRunning } from '../database-trouble.js';
import { findHolder, isElsewhere } from '../holder.js';
import type { Log } from '../log.js';
import { findBinaries } from './binaries.js';
import { findHome, type Home } from './home.js';
import { type Durability, initialise, superuser } from './initialise.js';
import { readPassword } from './password.js';
import { ensurePassword } from './replace-password.js';
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

/** Sees to it that the cluster runs, on this very port if one is named, and says how to reach one of its databases. */
export async function runCluster(cluster: Cluster, port?: number): Promise<{ server: Server; urlOf: (database: string) => string }> {
  const password = await readPassword(cluster.home); // First, so that nothing is started with a damaged one.
  const server = await ensureServer(cluster, port);
  return { server, urlOf: (database) => `postgresql://${superuser}:${password}@127.0.0.1:${server.port}/${database}` };
}
