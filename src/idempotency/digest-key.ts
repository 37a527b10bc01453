import { type SealedColumn, deriveKey, seal, unseal } from '../config/sealed-text.js';

/** What answers are sealed for, and digests of requests are keyed for. */
export const RESPONSE_PURPOSE = 'idempotent answer';

const KEY_PURPOSE = 'digest key';

export const IDEMPOTENCY_SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'idempotent_answers', column: 'answer', row: 'digest', rowType: 'text', purpose: RESPONSE_PURPOSE },
  { table: 'digest_keys', column: 'sealed_key', row: 'purpose', rowType: 'text', purpose: KEY_PURPOSE },
];

/** The key of digests where the database has none of its own. */
export const deriveDigestKey = (secretKey: string): Buffer => deriveKey(RESPONSE_PURPOSE, secretKey);

export const sealDigestKey = (key: Buffer, secretKey: string): string =>
  seal(key.toString('base64url'), { purpose: KEY_PURPOSE, row: RESPONSE_PURPOSE }, secretKey);

/** Null when it was sealed under another SECRET_KEY. */
export function unsealDigestKey(sealed: string, secretKey: string): Buffer | null {
  const text = unseal(sealed, { purpose: KEY_PURPOSE, row: RESPONSE_PURPOSE }, secretKey);
  return text === null ? null : Buffer.from(text, 'base64url');
}
