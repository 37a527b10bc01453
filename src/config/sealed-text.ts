import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * A column with sealed text: its purpose, and the column of the row that it is bound to. All of them are listed in
 * `src/process/secret-key-rotation.ts`, because all are sealed again when the secret key is replaced.
 */
export type SealedColumn = Readonly<{
  table: string;
  column: string;
  row: string;
  rowType: 'text' | 'bigint';
  purpose: string;
}>;

/**
 * Text that only this service can read: AES-256-GCM under a key derived from SECRET_KEY per purpose, and bound to its
 * row, so that values cannot be swapped between rows or purposes.
 */
const IV_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** The binding of a sealed value: `purpose` names the kind, `row` its row. */
type SealContext = Readonly<{ purpose: string; row: string }>;

export function seal(text: string, { purpose, row }: SealContext, secretKey: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(purpose, secretKey), iv).setAAD(Buffer.from(row));
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${VERSION}.${sealed.toString('base64url')}`;
}

/** Null if it was sealed under another key, for another row, or changed. */
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

/** A key per purpose, so that one reveals nothing about the others. */
export function deriveKey(purpose: string, secretKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `kontor ${purpose} ${VERSION}`, 32));
}

/** Compares signatures and digests, not secrets: the time it takes reveals only whether they are of equal length. */
export function areDigestsEqual(offered: string, expected: string): boolean {
  const [one, other] = [Buffer.from(offered), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
