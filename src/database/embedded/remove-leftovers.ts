import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '../process-state.js';
import type { ClusterHome } from './cluster-home.js';
import { findServer } from './server.js';

/**
 * Removes leftovers of processes that were killed while creating a cluster or testing a backup. Their pid is in the
 * name; in a container all processes may have the same pid, so one's own is a leftover as well.
 */
export async function removeLeftovers(home: ClusterHome): Promise<void> {
  for (const name of await readdir(home.directory)) {
    const ownerPid = Number(/^(?:cluster\.new|trial)-(\d+)/.exec(name)?.[1] ?? 0);
    if (ownerPid === 0 || (ownerPid !== process.pid && isAlive(ownerPid))) continue;
    const directory = join(home.directory, name);
    const server = await findServer({ directory, owner: home.owner });
    if (server) process.kill(server.pid, 'SIGQUIT'); // It holds nothing that anybody will ask for.
    await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
