import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { prepareCluster, prepareHome, runCluster } from '../../src/database/embedded/cluster.js';
import { isAlive } from '../../src/database/embedded/processes.js';
import { findServer, stopServer } from '../../src/database/embedded/server.js';
import { migrate } from '../../src/database/migrate.js';

/** The variable that tells tests, which run in processes of their own, where the cluster is. */
export const urlForTests = 'KONTOR_TEST_DATABASE_URL';

/** A migrated database that no test touches; each test copies it. */
export const template = 'kontor_template';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** One PostgreSQL for a whole run of tests, in a directory of its own, fast instead of durable. */
export async function openTestCluster() {
  await sweep();
  const directory = await mkdtemp(join(tmpdir(), `kontor-test-${process.pid}-`));
  await chmod(directory, 0o711); // As root, PostgreSQL runs as another user, who has to pass through.
  const cluster = await prepareCluster(join(directory, 'data'), silent, 'fleeting');
  const { server, urlOf } = await runCluster(cluster);
  const client = new pg.Client(urlOf('postgres'));
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  await migrate(urlOf(template));

  return {
    urlOf,
    async close() {
      await stopServer(cluster, server);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Ends and removes the clusters of runs that were killed; the number in a name is the run's process. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const run = Number(/^kontor-test-(\d+)-/.exec(name)?.[1] ?? 0);
    if (run === 0 || isAlive(run)) continue;
    const directory = join(tmpdir(), name);
    const { home } = await prepareHome(join(directory, 'data'), silent, 'fleeting');
    const server = await findServer(home);
    if (server) process.kill(server.pid, 'SIGQUIT');
    await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
