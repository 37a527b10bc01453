import { randomBytes } from 'node:crypto';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Client } from '../clients/client.entity.js';
import { calculateDigest, createClientId, createClientSecret, sealSecret } from '../clients/client-secret.js';
import type { Config } from '../config/config.js';
import { makeDataDirectory, toFirstSignInPath } from '../config/data-directory.js';
import { writeDurably } from '../config/durable-file.js';
import { toLockKeys } from '../database/locks.js';
import { OperatorError } from '../errors/operator-error.js';
import { MarketSeeder, type SeededMarketCounts } from '../instruments/sandbox/market-seeder.js';
import { hashPassword, toPasswordBytes } from '../users/password.js';
import { findPasswordFault } from '../users/password-rules.js';
import { User } from '../users/user.entity.js';

/** What the first start prints, once, and where it is kept for later. */
export type FirstSignInCredentials = Readonly<{
  email: string;
  password: string;
  clientId: string;
  clientSecret: string;
  credentialsFile: string;
}>;

type Credentials = Omit<FirstSignInCredentials, 'credentialsFile'>;

/** What the first administrator is called. */
const ADMINISTRATOR = { firstName: 'Kontor', lastName: 'Administrator' };

/**
 * Creates the administrator and the first API key in a database that has no user yet, and nothing in any other. In
 * sandbox mode the answer is what to print; in production the operator chose the credentials and knows them.
 *
 * Two processes may start at once: the lock lets one of them seed and the other find it done. `warn` receives what a sandbox allows.
 */
export async function seedAdministrator(
  orm: MikroORM,
  config: Config,
  warn: (line: string) => void,
): Promise<FirstSignInCredentials | null> {
  return orm.em.fork().transactional(async (em) => {
    await em.execute('select pg_advisory_xact_lock(?, ?)', [...toLockKeys('seed')]);
    if ((await em.count(User)) > 0) return null;

    const credentials =
      config.mode === 'production'
        ? requireBootstrapCredentials(config)
        : { ...generateCredentials(), ...readBootstrapCredentials(config) };
    checkAdministratorPassword(credentials, config, warn);
    await createAdministrator(em, credentials, config);
    if (config.mode === 'production') return null;

    // Kept before the commit: an interrupted start begins anew, and no credentials are shown that were never committed.
    return { ...credentials, credentialsFile: writeCredentialsFile(credentials, config.dataDir) };
  });
}

/** What can be traded in the sandbox, as it is today; what there is already stays as it is. */
export async function seedMarket(orm: MikroORM, now = new Date()): Promise<SeededMarketCounts> {
  return new MarketSeeder(orm.em.fork(), now).seed();
}

function readBootstrapCredentials({ bootstrap }: Config): Partial<Credentials> {
  return {
    ...(bootstrap.adminEmail !== null && { email: bootstrap.adminEmail }),
    ...(bootstrap.adminPassword !== null && { password: bootstrap.adminPassword }),
    ...(bootstrap.clientId !== null && { clientId: bootstrap.clientId }),
    ...(bootstrap.clientSecret !== null && { clientSecret: bootstrap.clientSecret }),
  };
}

function generateCredentials(): Credentials {
  const password = randomBytes(18).toString('base64url');
  return { email: 'admin@kontor.example', password, clientId: createClientId(), clientSecret: createClientSecret() };
}

/** Whom the operator of a production service has named, or the trouble that he has not. */
export function requireBootstrapCredentials(config: Config): Credentials {
  const { email, password, clientId, clientSecret } = readBootstrapCredentials(config);
  if (email === undefined || password === undefined || clientId === undefined || clientSecret === undefined) {
    throw new OperatorError(
      'The database is empty, and nobody could sign in.',
      'Set BOOTSTRAP_ADMIN_EMAIL, BOOTSTRAP_ADMIN_PASSWORD, BOOTSTRAP_CLIENT_ID and BOOTSTRAP_CLIENT_SECRET for the first start; they may be removed afterwards.',
    );
  }
  return { email, password, clientId, clientSecret };
}

/** Looked at only where it is used, so that a service that has its users already starts as before. */
function checkAdministratorPassword(
  { email, password }: Credentials,
  { mode }: Config,
  warn: (line: string) => void,
): void {
  const problem = findPasswordFault(password, { email, ...ADMINISTRATOR });
  if (problem === null) return;
  const message = `BOOTSTRAP_ADMIN_PASSWORD ${problem} (its value is not shown).`;
  if (mode === 'production')
    throw new OperatorError(message, 'Choose another one, for example from: openssl rand -hex 32');
  warn(`Warning: ${message} Choose another one before others can reach this service.`);
}

async function createAdministrator(
  em: EntityManager,
  { email, password, clientId, clientSecret }: Credentials,
  config: Config,
): Promise<void> {
  const bytes = toPasswordBytes(password);
  if (!bytes) throw new OperatorError('BOOTSTRAP_ADMIN_PASSWORD is longer than 1024 bytes.', 'Choose a shorter one.');
  const administrator = new User(email, ADMINISTRATOR.firstName, ADMINISTRATOR.lastName, await hashPassword(bytes));
  administrator.role = 'Admin';
  // It stands in the environment or in a file, so the administrator is not the only one who knows it.
  administrator.passwordMustChange = config.mode === 'production';
  await em.persist(administrator).flush();

  const client = new Client(clientId, administrator.id, 'First API key');
  client.secretDigest = calculateDigest(clientSecret);
  client.sealedSecret = sealSecret(clientSecret, clientId, config.secretKey);
  client.redirectUris = [...config.bootstrap.redirectUris];
  client.firstParty = true;
  await em.persist(client).flush();
}

/** Readable by its owner alone, and on the disk, whole, when this returns. */
function writeCredentialsFile({ email, password, clientId, clientSecret }: Credentials, dataDir: string): string {
  const path = toFirstSignInPath(dataDir);
  const text = JSON.stringify({ email, password, client_id: clientId, client_secret: clientSecret }, null, 2);
  makeDataDirectory(dataDir);
  writeDurably(path, `${text}\n`);
  return path;
}
