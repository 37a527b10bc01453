import { hash, randomInt } from 'node:crypto';
import { type SealedColumn, seal, unseal } from '../config/sealed-text.js';

/**
 * The secret of an API key. It is 43 characters of an alphabet that form-encoding leaves alone (256 bit: 43 × log2 62),
 * so that callers who encode their Basic credentials and callers who do not send the same bytes.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SECRET_LENGTH = 43;
const ID_LENGTH = 20;

const PURPOSE = 'client secret';

export const SEALED_COLUMN: SealedColumn = {
  table: 'clients',
  column: 'sealed_secret',
  row: 'client_id',
  rowType: 'text',
  purpose: PURPOSE,
};

export const createClientSecret = (): string => createRandomText(SECRET_LENGTH);
export const createClientId = (): string => createRandomText(ID_LENGTH);

export function calculateDigest(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/**
 * A display copy that only this service can read, bound to its client id so that copies cannot be swapped between rows.
 */
export function sealSecret(secret: string, clientId: string, secretKey: string): string {
  return seal(secret, { purpose: PURPOSE, row: clientId }, secretKey);
}

/** Null when the copy was sealed under another key: the secret still works, but can no longer be shown. */
export function openSecret(sealed: string, clientId: string, secretKey: string): string | null {
  return unseal(sealed, { purpose: PURPOSE, row: clientId }, secretKey);
}

function createRandomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
