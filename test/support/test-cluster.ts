import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { prepareCluster, runCluster } from '../../src/database/embedded/cluster.js';
import { stopServer } from '../../src/database/embedded/server.js';
import { migrate } from '../../src/database/migrate.js';

/** A migrated database that no test touches; each test copies it. */
export const template = 'kontor_template';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** One PostgreSQL for a whole run of tests, in a directory of its own, fast instead of durable. */
export async function openTestCluster() {
  const directory = await mkdtemp(join(tmpdir(), 'kontor-test-'));
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
