/** Signatures of Standard Webhooks (https://www.standardwebhooks.com, "Signature scheme"). */
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { type SealedColumn, seal, unseal } from '../../config/sealed-text.js';

/** Between the 24 and 64 bytes of the specification. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';
const PURPOSE = 'webhook secret';

export const SEALED_COLUMNS: readonly SealedColumn[] = ['sealed_secret', 'previous_sealed_secret'].map((column) => ({
  table: 'webhooks',
  column,
  row: 'id',
  rowType: 'bigint',
  purpose: PURPOSE,
}));

/** A message to sign: the same id at every attempt, the time of the attempt, and the bytes of the body. */
export type SignedMessage = Readonly<{ id: string; seconds: number; body: string }>;

export const createWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** A copy that only this service can read, bound to its webhook so that copies cannot be swapped between rows. */
export const sealSigningSecret = (secret: string, webhookId: number, secretKey: string): string =>
  seal(secret, { purpose: PURPOSE, row: String(webhookId) }, secretKey);

/** Null when it was sealed under another SECRET_KEY. */
export const openSigningSecret = (sealed: string, webhookId: number, secretKey: string): string | null =>
  unseal(sealed, { purpose: PURPOSE, row: String(webhookId) }, secretKey);

export const toSigningKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'));

/** A signature per key, separated by spaces: during an overlap, a receiver with either secret can verify. */
export function createSignatureHeaders(
  { id, seconds, body }: SignedMessage,
  keys: readonly KeyObject[],
): Readonly<Record<string, string>> {
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') };
}

/** The event id without full stops, which separate the signed parts. */
export const toMessageId = (eventId: string): string => `evt_${eventId.replaceAll('.', '-')}`;
