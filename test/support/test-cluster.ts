import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, readdir, rm, statfs, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { prepareCluster, prepareClusterHome, runCluster } from '../../src/database/embedded/cluster.js';
import { toClusterDirectory } from '../../src/database/embedded/cluster-home.js';
import { prepareDatabase } from '../../src/database/embedded/prepare-database.js';
import { serviceRole } from '../../src/database/embedded/service-role.js';
import { isAlive } from '../../src/database/process-state.js';
import { findServer, stopServer } from '../../src/database/embedded/server.js';
import { migrate } from '../../src/database/migrate.js';

/** The variables that tell tests, which run in processes of their own, where the cluster is: for the role of the service, and for the superuser. */
export const urlForTests = 'KONTOR_TEST_DATABASE_URL';
export const superuserUrlForTests = 'KONTOR_TEST_SUPERUSER_URL';

/** A migrated database that no test touches; each test copies it. */
export const template = 'kontor_template';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Where Linux keeps files in memory, and how much space must be there before tests take some of it: a container may have very little. */
const memory = '/dev/shm';
const MEMORY_BYTES = 2 ** 31;

/** One PostgreSQL for a whole run of tests, in a directory of its own, fast instead of durable. */
export async function openTestCluster() {
  await sweep();
  const directory = await mkdtemp(join(tmpdir(), `kontor-test-${process.pid}-`));
  await chmod(directory, 0o711); // As root, PostgreSQL runs as another user, who has to pass through.
  const cluster = await prepareCluster(join(directory, 'data'), silent, 'fleeting');
  const place = await moveToMemory(toClusterDirectory(cluster.home), cluster.home.owner);
  const running = await runCluster(cluster);
  const { server, urlOf, superuserUrlOf } = running;
  await prepareDatabase(cluster, running);
  const client = new pg.Client(superuserUrlOf('postgres'));
  await client.connect();
  await client.query(`create database ${template} owner ${serviceRole}`);
  // Tests that damage rows turn off the foreign keys that would notice.
  await client.query(`grant set on parameter session_replication_role to ${serviceRole}`);
  // A client hashes its password so often for each connection, and a run of tests makes thousands of connections.
  await client.query('set scram_iterations = 1');
  await client.query(`alter role ${serviceRole} password '${running.password}'`);
  await client.end();
  await migrate(urlOf(template));

  return {
    urlOf,
    superuserUrlOf,
    async close() {
      await stopServer(cluster, server);
      for (const made of [directory, place ?? directory]) await rm(made, { recursive: true, force: true });
    },
  };
}

/**
 * A copy of the template is five hundred files, and each run makes some three hundred copies: on a disk's file system that takes
 * PostgreSQL several times as long as in memory. And while a busy disk keeps its log waiting, it answers nobody, and no time limit
 * of its own ends a statement. Null where there is no such place. Its programs stay where they are: some systems run none from memory.
 */
async function moveToMemory(
  cluster: string,
  owner: Readonly<{ uid: number; gid: number }> | null,
): Promise<string | null> {
  const freeBytes = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  if (freeBytes < MEMORY_BYTES) return null;
  const place = await mkdtemp(join(memory, `kontor-test-${process.pid}-`)).catch(() => null);
  if (place === null) return null;
  if (owner) await chown(place, owner.uid, owner.gid);
  await promisify(execFile)('cp', ['-a', cluster, place]);
  await rm(cluster, { recursive: true });
  await symlink(join(place, 'cluster'), cluster);
  return place;
}

/** Ends and removes the clusters of runs that were killed; the number in a name is the run's process. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const run = runOf(name);
    if (run === 0 || isAlive(run)) continue;
    const directory = join(tmpdir(), name);
    const { home } = await prepareClusterHome(join(directory, 'data'), silent, 'fleeting');
    const server = await findServer(home);
    if (server) process.kill(server.pid, 'SIGQUIT');
    await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
  await sweepMemory();
}

async function sweepMemory(): Promise<void> {
  const names = await readdir(memory).catch(() => []);
  const left = names.filter((name) => runOf(name) !== 0 && !isAlive(runOf(name)));
  await Promise.all(left.map((name) => rm(join(memory, name), { recursive: true, force: true })));
}

const runOf = (name: string): number => Number(/^kontor-test-(\d+)-/.exec(name)?.[1] ?? 0);
