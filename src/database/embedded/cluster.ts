import { join } from 'node:path';
import type { Log } from '../log.js';
import { findBinaries } from './binaries.js';
import { findHome, type Home } from './home.js';
import { type Durability, initialise, readPassword, superuser } from './initialise.js';
import { type Cluster, ensureServer, type Server } from './server.js';

/** The cluster of a DATA_DIR, made if it is not there yet. It may run or not. */
export async function prepareCluster(dataDir: string, log: Log, durability: Durability = 'durable'): Promise<Cluster> {
  const home = await findHome(dataDir, log);
  const binaries = await findBinaries(home.owner, copiesOf(home));
  await initialise(home, binaries, durability);
  return { home, binaries, durability, log };
}

/** The owner may only pass through the home, so a copy made for him stands in it, in a directory that everybody may read. */
const copiesOf = (home: Home): string => join(home.directory, 'programs');

/** Sees to it that the cluster runs, and says how to reach one of its databases. */
export async function runCluster(cluster: Cluster): Promise<{ server: Server; urlOf: (database: string) => string }> {
  const server = await ensureServer(cluster);
  const password = await readPassword(cluster.home);
  return { server, urlOf: (database) => `postgresql://${superuser}:${password}@127.0.0.1:${server.port}/${database}` };
}
