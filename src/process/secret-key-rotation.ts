import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { buildAuditStatement } from '../audit/audit-writing.js';
import type { Config } from '../config/config.js';
import {
  adoptPendingKey,
  toPendingKeyPath,
  readPendingKey,
  removePendingKey,
  writePendingKey,
  generateSecretKey,
} from '../config/secret-key.js';
import { createUntimedConnectionConfig, withConnection } from '../database/connection.js';
import { describeLockHolder, tryLock, tryLockShared } from '../database/locks.js';
import { canUnsealAny, resealAll, type ResealCounts } from '../database/sealed-values.js';
import { OperatorError } from '../errors/operator-error.js';
import {
  RESPONSE_PURPOSE,
  deriveDigestKey,
  sealDigestKey,
  IDEMPOTENCY_SEALED_COLUMNS as idempotency,
} from '../idempotency/digest-key.js';
import { SEALED_COLUMN as clientSecret } from '../clients/client-secret.js';
import type { SealedColumn } from '../config/sealed-text.js';
import { SIGNING_KEY_SEALED_COLUMN as signingKey } from '../auth/oauth/keys/generate-signing-key.js';
import { SEALED_COLUMNS as webhookSecrets } from '../webhooks/sending/signature.js';

/** Every column that holds text sealed under the secret key. A test looks for others. */
export const sealedColumns: readonly SealedColumn[] = [clientSecret, ...webhookSecrets, signingKey, ...idempotency];

/** `completed`: an earlier run had sealed everything anew and was interrupted. `unchanged`: everything is sealed under the wanted key already. */
export type KeyRotationResult = Readonly<{ outcome: 'rotated' | 'completed' | 'unchanged'; counts: ResealCounts }>;

/** The wanted key; without one, that of an interrupted run, or a new one. Values that no key opens are refused unless they are to be left. */
export type KeyRotationOptions = Readonly<{ newKey: string | null; skipsUnreadable: boolean }>;

type RotationContext = Readonly<{ config: Config; client: pg.Client }>;

const SESSIONS_TIMEOUT_MS = 3_000;

/**
 * Replaces the secret key while no service runs: the new key is written beside the one in use, everything is sealed anew in one
 * transaction, and then the new key takes the place of the other one. Where SECRET_KEY is set, the operator does that, and the new key stays
 * in its file until the service has started with it. A process that ends in between leaves one of the two keys that opens everything, and
 * `finishInterruptedRotation` finds out which.
 */
export async function rotateSecretKey(
  config: Config,
  databaseUrl: string,
  options: KeyRotationOptions,
): Promise<KeyRotationResult> {
  return withConnection(createUntimedConnectionConfig(databaseUrl, 'rotate-key'), async (client) => {
    const context = { config, client };
    await requireExclusiveAccess(client);
    return (await completeEarlierRotation(context, options.newKey)) ?? replaceKey(context, options);
  });
}

/** What an earlier run has left to do, if that is all that is wanted; null where the key is to be replaced after it. */
async function completeEarlierRotation(
  context: RotationContext,
  newKey: string | null,
): Promise<KeyRotationResult | null> {
  const { config } = context;
  const earlier = await resumeRotation(context);
  if (earlier === 'waits for SECRET_KEY') {
    if (newKey !== null && newKey !== readPendingKey(config.dataDir)) throw createKeyNotSetError(config);
    return { outcome: 'completed', counts: {} };
  }
  return earlier !== null && (newKey === null || newKey === config.secretKey)
    ? { outcome: 'completed', counts: earlier }
    : null;
}

async function replaceKey(
  context: RotationContext,
  { newKey, skipsUnreadable }: KeyRotationOptions,
): Promise<KeyRotationResult> {
  const { config } = context;
  const targetKey = newKey ?? readPendingKey(config.dataDir) ?? generateKey(config);
  if (targetKey === config.secretKey) return { outcome: 'unchanged', counts: {} };
  writePendingKey(config.dataDir, targetKey);
  const counts = await reseal(context, targetKey, skipsUnreadable);
  if (!config.hasConfiguredSecretKey) adoptPendingKey(config.dataDir);
  return { outcome: 'rotated', counts };
}

/** Where SECRET_KEY is set, the data directory may go with its container, and with it a key that nobody has seen. */
function generateKey({ hasConfiguredSecretKey }: Config): string {
  if (!hasConfiguredSecretKey) return generateSecretKey();
  throw new OperatorError(
    'SECRET_KEY is set, so the new key has to come from you as well.',
    'Make one, keep it, and name its file: openssl rand -hex 32 > new-key; kontor rotate-key --new-key-file new-key',
  );
}

/**
 * Finds out, before anything is opened or sealed, whether a replacement of the key was interrupted, and ends it: everything is sealed under the
 * new key, or nothing is.
 */
export async function finishInterruptedRotation(
  config: Config,
  databaseUrl: string,
  report: (line: string) => void,
): Promise<void> {
  if (readPendingKey(config.dataDir) === null) return;
  await withConnection(createUntimedConnectionConfig(databaseUrl, 'secret key'), async (client) => {
    if (!(await tryLock(client, 'secretKey'))) throw createKeyBusyError(await describeLockHolder(client, 'secretKey'));
    const earlier = await resumeRotation({ config, client });
    if (earlier === 'waits for SECRET_KEY') throw createKeyNotSetError(config);
    if (earlier !== null)
      report('The secret key was replaced by a command that was interrupted; the new key is in use now.');
    else if (readPendingKey(config.dataDir) !== null && (await isPendingKeyUnused({ config, client }))) {
      removePendingKey(config.dataDir);
      report(
        'A command that was to replace the secret key was interrupted before anything was changed; the key stays as it is.',
      );
    }
  });
}

/** For what seals or opens secrets beside the service: the key is not replaced meanwhile. */
export async function withSecretKey<Result>(
  config: Config,
  databaseUrl: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await finishInterruptedRotation(config, databaseUrl, () => undefined);
  return withConnection(createUntimedConnectionConfig(databaseUrl, 'command'), async (client) => {
    if (!(await tryLockShared(client, 'secretKey')))
      throw createKeyBusyError(await describeLockHolder(client, 'secretKey'));
    return work();
  });
}

/** Finishes what an earlier run has committed, as far as this process can; null where there is nothing. */
async function resumeRotation(context: RotationContext): Promise<ResealCounts | 'waits for SECRET_KEY' | null> {
  const { config, client } = context;
  const pending = readPendingKey(config.dataDir);
  if (pending === null) return null;
  if (pending === config.secretKey) {
    removePendingKey(config.dataDir);
    return null;
  }
  if (!(await canUnsealAny(client, sealedColumns, pending))) return null;
  if (config.hasConfiguredSecretKey) return 'waits for SECRET_KEY';
  // A command of an earlier release may have sealed something under the old key since.
  const counts = await reseal(context, pending, true);
  adoptPendingKey(config.dataDir);
  return counts;
}

/** Where SECRET_KEY is set and opens nothing either, nobody can say which of the two is right. */
async function isPendingKeyUnused({ config, client }: RotationContext): Promise<boolean> {
  return !config.hasConfiguredSecretKey || canUnsealAny(client, sealedColumns, config.secretKey);
}

/** All or nothing. The new key is removed only when it is certain that nothing was committed. */
async function reseal(
  { config, client }: RotationContext,
  to: string,
  skipsUnreadable: boolean,
): Promise<ResealCounts> {
  const from = config.secretKey;
  await client.query('begin');
  await client.query('insert into digest_keys (purpose, sealed_key) values ($1, $2) on conflict do nothing', [
    RESPONSE_PURPOSE,
    sealDigestKey(deriveDigestKey(from), from),
  ]);
  const counts = await resealAll(client, sealedColumns, { from, to });
  const [unreadable, resealed] = [sumCounts(counts, 'unreadable'), sumCounts(counts, 'resealed')];
  if (unreadable > 0 && !skipsUnreadable) {
    await client.query('rollback');
    removePendingKey(config.dataDir);
    throw createWrongKeyError(config, counts);
  }
  const { text, values } = buildAuditStatement({ action: 'secret_key.rotated', changes: { values: resealed } }, null);
  await client.query(text, [...values]);
  await client.query('commit');
  return counts;
}

const sumCounts = (counts: ResealCounts, field: 'resealed' | 'already' | 'unreadable'): number =>
  Object.values(counts).reduce((sum, count) => sum + count[field], 0);

/** The locks are held as long as this connection lives. The sessions are those of services that do not write and have no lock. */
async function requireExclusiveAccess(client: pg.Client): Promise<void> {
  const fix = 'Stop the service and every command, and try again.';
  if (!(await tryLock(client, 'secretKey')))
    throw new OperatorError(`The secret key is in use: ${await describeLockHolder(client, 'secretKey')}.`, fix);
  if (!(await tryLock(client, 'exchange')))
    throw new OperatorError(`A service uses this database: ${await describeLockHolder(client, 'exchange')}.`, fix);
  const end = performance.now() + SESSIONS_TIMEOUT_MS;
  for (;;) {
    const { rows } = await client.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name ~ '^kontor' and application_name !~ '^kontor rotate-key'`,
    );
    if (rows.length === 0) return;
    if (performance.now() > end)
      throw new OperatorError(`Other processes use this database: ${rows.map(({ name }) => name).join(', ')}.`, fix);
    await pause(50); // One that has just ended may still be listed.
  }
}

const createKeyBusyError = (holder: string): OperatorError =>
  new OperatorError(
    `The secret key is being replaced at the moment: ${holder}.`,
    'Wait until kontor rotate-key has ended, and try again.',
  );

function createKeyNotSetError({ dataDir }: Config): OperatorError {
  return new OperatorError(
    `Everything is sealed under the new secret key in ${toPendingKeyPath(dataDir)}, and SECRET_KEY is still the one before.`,
    'Set SECRET_KEY to what is in that file, and start the service. It removes the file.',
  );
}

function createWrongKeyError({ hasConfiguredSecretKey }: Config, counts: ResealCounts): OperatorError {
  const unreadable = Object.entries(counts)
    .filter(([, count]) => count.unreadable > 0)
    .map(([name, count]) => `${count.unreadable} in ${name}`)
    .join(', ');
  return new OperatorError(
    `The secret key ${hasConfiguredSecretKey ? 'in SECRET_KEY ' : ''}does not open what is sealed: ${unreadable}. Nothing was changed.`,
    'Use the key under which they were sealed. If it is lost for good, --leave-unreadable seals the others anew and leaves these: the secrets of those API keys and webhooks have to be replaced.',
  );
}
