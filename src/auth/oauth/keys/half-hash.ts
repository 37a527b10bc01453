import { createHash } from 'node:crypto';

/**
 * Binds an id token to the token or code beside it: the left half of its SHA-256 (OpenID Connect Core §3.1.3.6).
 * SHA-256 is the hash of both supported algorithms.
 */
export function toHalfHash(text: string): string {
  return createHash('sha256').update(text, 'ascii').digest().subarray(0, 16).toString('base64url');
}
