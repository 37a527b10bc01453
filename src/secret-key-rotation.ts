import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { auditStatement } from './audit/audit-writing.js';
import type { Config } from './config/config.js';
import {
  adoptPendingKey,
  pendingKeyFile,
  readPendingKey,
  removePendingKey,
  writePendingKey,
} from './config/pending-secret-key.js';
import { newSecretKey } from './config/secret-key.js';
import { patientConnection, withConnection } from './database/connection.js';
import { holderOf, tryLock, tryLockShared } from './database/locks.js';
import { opensAny, resealAll, type ResealCounts } from './database/sealed-values.js';
import { OperatorTrouble } from './errors/operator-trouble.js';
import { ANSWER_PURPOSE, derivedDigestKey, sealDigestKey } from './idempotency/digest-key.js';
import { sealedColumns } from './sealed-columns.js';

/** `completed`: an earlier run had sealed everything anew and was interrupted. `unchanged`: everything is sealed under the wanted key already. */
export type Rotation = Readonly<{ outcome: 'rotated' | 'completed' | 'unchanged'; counts: ResealCounts }>;

/** The wanted key; without one, that of an interrupted run, or a new one. Values that no key opens are refused unless they are to be left. */
export type RotationOptions = Readonly<{ newKey: string | null; leavesUnreadable: boolean }>;

type Place = Readonly<{ config: Config; client: pg.Client }>;

const SESSIONS_WITHIN_MS = 3_000;

/**
 * Replaces the secret key while no service runs: the new key is written beside the one in use, everything is sealed anew in one
 * transaction, and then the new key takes the place of the other one. Where SECRET_KEY is set, the operator does that, and the new key stays
 * in its file until the service has started with it. A process that ends in between leaves one of the two keys that opens everything, and
 * `settleRotation` finds out which.
 */
export async function rotateSecretKey(
  config: Config,
  databaseUrl: string,
  options: RotationOptions,
): Promise<Rotation> {
  return withConnection(patientConnection(databaseUrl, 'rotate-key'), async (client) => {
    const place = { config, client };
    await refuseOthers(client);
    return (await completedBy(place, options.newKey)) ?? rotate(place, options);
  });
}

/** What an earlier run has left to do, if that is all that is wanted; null where the key is to be replaced after it. */
async function completedBy(place: Place, newKey: string | null): Promise<Rotation | null> {
  const { config } = place;
  const earlier = await finishEarlier(place);
  if (earlier === 'waits for SECRET_KEY') {
    if (newKey !== null && newKey !== readPendingKey(config.dataDir)) throw notSetYet(config);
    return { outcome: 'completed', counts: {} };
  }
  return earlier !== null && (newKey === null || newKey === config.secretKey)
    ? { outcome: 'completed', counts: earlier }
    : null;
}

async function rotate(place: Place, { newKey, leavesUnreadable }: RotationOptions): Promise<Rotation> {
  const { config } = place;
  const wanted = newKey ?? readPendingKey(config.dataDir) ?? madeKey(config);
  if (wanted === config.secretKey) return { outcome: 'unchanged', counts: {} };
  writePendingKey(config.dataDir, wanted);
  const counts = await reseal(place, wanted, leavesUnreadable);
  if (!config.isSecretKeyGiven) adoptPendingKey(config.dataDir);
  return { outcome: 'rotated', counts };
}

/** Where SECRET_KEY is set, the data directory may go with its container, and with it a key that nobody has seen. */
function madeKey({ isSecretKeyGiven }: Config): string {
  if (!isSecretKeyGiven) return newSecretKey();
  throw new OperatorTrouble(
    'SECRET_KEY is set, so the new key has to come from you as well.',
    'Make one, keep it, and name its file: openssl rand -hex 32 > new-key; kontor rotate-key --new-key-file new-key',
  );
}

/**
 * Finds out, before anything is opened or sealed, whether a replacement of the key was interrupted, and ends it: everything is sealed under the
 * new key, or nothing is.
 */
export async function settleRotation(config: Config, databaseUrl: string, say: (line: string) => void): Promise<void> {
  if (readPendingKey(config.dataDir) === null) return;
  await withConnection(patientConnection(databaseUrl, 'secret key'), async (client) => {
    if (!(await tryLock(client, 'secretKey'))) throw beingReplaced(await holderOf(client, 'secretKey'));
    const earlier = await finishEarlier({ config, client });
    if (earlier === 'waits for SECRET_KEY') throw notSetYet(config);
    if (earlier !== null)
      say('The secret key was replaced by a command that was interrupted; the new key is in use now.');
    else if (readPendingKey(config.dataDir) !== null && (await isUseless({ config, client }))) {
      removePendingKey(config.dataDir);
      say(
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
  await settleRotation(config, databaseUrl, () => undefined);
  return withConnection(patientConnection(databaseUrl, 'command'), async (client) => {
    if (!(await tryLockShared(client, 'secretKey'))) throw beingReplaced(await holderOf(client, 'secretKey'));
    return work();
  });
}

/** Finishes what an earlier run has committed, as far as this process can; null where there is nothing. */
async function finishEarlier(place: Place): Promise<ResealCounts | 'waits for SECRET_KEY' | null> {
  const { config, client } = place;
  const pending = readPendingKey(config.dataDir);
  if (pending === null) return null;
  if (pending === config.secretKey) {
    removePendingKey(config.dataDir);
    return null;
  }
  if (!(await opensAny(client, sealedColumns, pending))) return null;
  if (config.isSecretKeyGiven) return 'waits for SECRET_KEY';
  // A command of an earlier release may have sealed something under the old key since.
  const counts = await reseal(place, pending, true);
  adoptPendingKey(config.dataDir);
  return counts;
}

/** Where SECRET_KEY is set and opens nothing either, nobody can say which of the two is right. */
async function isUseless({ config, client }: Place): Promise<boolean> {
  return !config.isSecretKeyGiven || opensAny(client, sealedColumns, config.secretKey);
}

/** All or nothing. The new key is removed only when it is certain that nothing was committed. */
async function reseal({ config, client }: Place, to: string, leavesUnreadable: boolean): Promise<ResealCounts> {
  const from = config.secretKey;
  await client.query('begin');
  await client.query('insert into digest_keys (purpose, sealed_key) values ($1, $2) on conflict do nothing', [
    ANSWER_PURPOSE,
    sealDigestKey(derivedDigestKey(from), from),
  ]);
  const counts = await resealAll(client, sealedColumns, { from, to });
  const [unreadable, resealed] = [sumOf(counts, 'unreadable'), sumOf(counts, 'resealed')];
  if (unreadable > 0 && !leavesUnreadable) {
    await client.query('rollback');
    removePendingKey(config.dataDir);
    throw wrongKey(config, counts);
  }
  const { text, values } = auditStatement(
    { action: 'secret_key.rotated', detail: `${resealed} values sealed anew` },
    null,
  );
  await client.query(text, [...values]);
  await client.query('commit');
  return counts;
}

const sumOf = (counts: ResealCounts, what: 'resealed' | 'already' | 'unreadable'): number =>
  Object.values(counts).reduce((sum, count) => sum + count[what], 0);

/** The locks are held as long as this connection lives. The sessions are those of services that do not write and have no lock. */
async function refuseOthers(client: pg.Client): Promise<void> {
  const stop = 'Stop the service and every command, and try again.';
  if (!(await tryLock(client, 'secretKey')))
    throw new OperatorTrouble(`The secret key is in use: ${await holderOf(client, 'secretKey')}.`, stop);
  if (!(await tryLock(client, 'exchange')))
    throw new OperatorTrouble(`A service uses this database: ${await holderOf(client, 'exchange')}.`, stop);
  const end = performance.now() + SESSIONS_WITHIN_MS;
  for (;;) {
    const { rows } = await client.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name ~ '^kontor' and application_name !~ '^kontor rotate-key'`,
    );
    if (rows.length === 0) return;
    if (performance.now() > end)
      throw new OperatorTrouble(`Other processes use this database: ${rows.map(({ name }) => name).join(', ')}.`, stop);
    await pause(50); // One that has just ended may still be listed.
  }
}

const beingReplaced = (holder: string): OperatorTrouble =>
  new OperatorTrouble(
    `The secret key is being replaced at the moment: ${holder}.`,
    'Wait until kontor rotate-key has ended, and try again.',
  );

function notSetYet({ dataDir }: Config): OperatorTrouble {
  return new OperatorTrouble(
    `Everything is sealed under the new secret key in ${pendingKeyFile(dataDir)}, and SECRET_KEY is still the one before.`,
    'Set SECRET_KEY to what is in that file, and start the service. It removes the file.',
  );
}

function wrongKey({ isSecretKeyGiven }: Config, counts: ResealCounts): OperatorTrouble {
  const unreadable = Object.entries(counts)
    .filter(([, count]) => count.unreadable > 0)
    .map(([name, count]) => `${count.unreadable} in ${name}`)
    .join(', ');
  return new OperatorTrouble(
    `The secret key ${isSecretKeyGiven ? 'in SECRET_KEY ' : ''}does not open what is sealed: ${unreadable}. Nothing was changed.`,
    'Use the key under which they were sealed. If it is lost for good, --leave-unreadable seals the others anew and leaves these: the secrets of those API keys and webhooks have to be replaced.',
  );
}
