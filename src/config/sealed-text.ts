import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Text that only this service can read: AES-256-GCM under a key that is derived from SECRET_KEY for one purpose, and bound
 * to the row that it belongs to, so that neither rows nor purposes can be swapped.
 */
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** What is sealed for what: `purpose` names the kind, `row` the one that it belongs to. */
type SealContext = Readonly<{ purpose: string; row: string }>;

export function seal(text: string, { purpose, row }: SealContext, secretKey: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(purpose, secretKey), iv).setAAD(Buffer.from(row));
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${sealed.toString('base64url')}`;
}

/** Null when it was sealed under another key, for another row, or was touched. */
export function unseal(sealed: string, { purpose, row }: SealContext, secretKey: string): string | null {
  const [version, payload = ''] = sealed.split('.');
  const bytes = Buffer.from(payload, 'base64url');
  if (version !== VERSION || bytes.length < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(purpose, secretKey), bytes.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(row)).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

/** A key of its own for each purpose, so that what one of them reveals says nothing of the others. */
export function deriveKey(purpose: string, secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `kontor ${purpose} ${VERSION}`, 32));
}
