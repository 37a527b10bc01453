import type pg from 'pg';
import { createUntimedConnectionConfig, createConnectionConfig, withConnection } from '../connection.js';
import type { RunningCluster } from './cluster.js';
import { hasCode } from './file-errors.js';
import { createDamagedPasswordError } from './password.js';
import type { Cluster } from './server.js';
import { ensureServiceRole, transferOwnership, isDatabaseOwner, serviceRole } from './service-role.js';

/** The service's own database in the embedded cluster. */
export const databaseName = 'kontor';

const invalidPasswordCode = '28P01';

/** It is there: already, or since just now. */
const alreadyExistsCodes = ['42P04', '23505'];

/** Makes the role of the service and its database where they are missing. */
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

/** Moves a database that the superuser owns, as earlier releases had it, to the role of the service. `client` is a connection of any role to it. */
export async function transferDatabaseOwnership(
  client: pg.Client,
  { log }: Cluster,
  { superuserUrlOf }: RunningCluster,
): Promise<void> {
  if (await isDatabaseOwner(client)) return;
  log.info(`Giving the database to its own role, ${serviceRole}, which is no superuser ...`);
  await withConnection(createUntimedConnectionConfig(superuserUrlOf(databaseName), 'setup'), transferOwnership);
}

/** The lock of the service is taken in this database, so two that start at once may both want to make it. */
async function createDatabase(superuser: pg.Client): Promise<void> {
  const { rowCount } = await superuser.query('select 1 from pg_database where datname = $1', [databaseName]);
  if (rowCount !== 0) return;
  await superuser.query(`create database ${databaseName} owner ${serviceRole}`).catch((error: unknown) => {
    if (!hasCode(error, ...alreadyExistsCodes)) throw error;
  });
}
