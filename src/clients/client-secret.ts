import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/**
 * The secret of an API key. It is 43 characters of an alphabet that form-encoding leaves alone (256 bit: 43 × log2 62),
 * so that callers who encode their Basic credentials and callers who do not send the same bytes.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SECRET_LENGTH = 43;
const ID_LENGTH = 20;

const IV_BYTES = 12;
const TAG_BYTES = 16;
const SEAL_VERSION = 'v1';

export const newClientSecret = (): string => randomText(SECRET_LENGTH);
export const newClientId = (): string => randomText(ID_LENGTH);

export function digestOf(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Compares digests and not secrets: they are of one length, and how far they agree tells nothing of the secret. */
export function digestsEqual(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A display copy that only this service can read, bound to its client id so that copies cannot be swapped between rows. */
export function sealSecret(secret: string, clientId: string, secretKey: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secretKey), iv).setAAD(Buffer.from(clientId));
  const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${SEAL_VERSION}.${sealed.toString('base64url')}`;
}

/** Null when the copy was sealed under another key: the secret then still works, it can only no longer be shown. */
export function openSecret(sealed: string, clientId: string, secretKey: string): string | null {
  const [version, payload = ''] = sealed.split('.');
  const bytes = Buffer.from(payload, 'base64url');
  if (version !== SEAL_VERSION || bytes.length < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secretKey), bytes.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(clientId)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

function sealingKey(secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `kontor client secret ${SEAL_VERSION}`, 32));
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
