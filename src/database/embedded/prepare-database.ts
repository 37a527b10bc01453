import type pg from 'pg';
import { createUntimedConnectionConfig, createConnectionConfig, withConnection } from '../connection.js';
import type { RunningCluster } from './cluster.js';
import { hasCode } from '../database-error.js';
import { createDamagedPasswordError } from './cluster-home.js';
import type { Cluster } from './server.js';
import { ensureServiceRole, transferOwnership, isDatabaseOwner, serviceRole } from './service-role.js';

/** The service's database in the embedded cluster. */
export const databaseName = 'kontor';

const invalidPasswordCode = '28P01';

/** It exists: before, or since now. */
const alreadyExistsCodes = ['42P04', '23505'];

/** Creates the service's role and database if they are missing. */
export async function prepareDatabase({ home }: Cluster, { password, superuserUrlOf }: RunningCluster): Promise<void> {
  await withConnection(createConnectionConfig(superuserUrlOf('postgres'), 'setup'), async (superuser) => {
    await ensureServiceRole(superuser, password);
    await createDatabase(superuser);
  }).catch((error: unknown) => {
    throw hasCode(error, invalidPasswordCode)
      ? createDamagedPasswordError(home, 'is not the one that the database knows', error)
      : error;
  });
}

/**
 * Transfers a database of the superuser, from earlier releases, to the service's role. `client` is a connection of any
 * role to it.
 */
export async function transferDatabaseOwnership(
  client: pg.Client,
  { log }: Cluster,
  { superuserUrlOf }: RunningCluster,
): Promise<void> {
  if (await isDatabaseOwner(client)) return;
  log.info(`Giving the database to its own role, ${serviceRole}, which is no superuser ...`);
  await withConnection(createUntimedConnectionConfig(superuserUrlOf(databaseName), 'setup'), transferOwnership);
}

/** The service lock is taken in this database, so two simultaneous starts may both create it. */
async function createDatabase(superuser: pg.Client): Promise<void> {
  const { rowCount } = await superuser.query('select 1 from pg_database where datname = $1', [databaseName]);
  if (rowCount !== 0) return;
  await superuser.query(`create database ${databaseName} owner ${serviceRole}`).catch((error: unknown) => {
    if (!hasCode(error, ...alreadyExistsCodes)) throw error;
  });
}
