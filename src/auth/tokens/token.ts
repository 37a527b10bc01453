import { createHmac, hash, type KeyObject, randomFillSync } from 'node:crypto';

/** Opaque tokens: 256 random bits behind a prefix that tells a person, and a secret scanner, what was found. */
export type TokenKind = 'access' | 'refresh' | 'code' | 'session' | 'ticket';

const prefixes: Readonly<Record<TokenKind, string>> = {
  access: 'kat_',
  refresh: 'krt_',
  code: 'kac_',
  session: 'kst_',
  ticket: 'ktt_',
};
const shape = /^(k[a-z]{2}_)[A-Za-z0-9_-]{43}$/;

const TOKEN_BYTES = 32;

/** Random bytes for the next tokens: to ask for 4 kB costs hardly more than to ask for 32 bytes. */
const randomPool = Buffer.alloc(128 * TOKEN_BYTES);
let usedBytes = randomPool.length;

export function createToken(kind: TokenKind): string {
  if (usedBytes === randomPool.length) {
    randomFillSync(randomPool);
    usedBytes = 0;
  }
  const bytes = randomPool.subarray(usedBytes, (usedBytes += TOKEN_BYTES));
  const text = bytes.toString('base64url');
  // What became a token does not stay in memory a second time.
  bytes.fill(0);
  return prefixes[kind] + text;
}

/**
 * The token that follows a refresh token. Without the key it is as random as any; with it, two uses of one refresh token at
 * the same moment find the same successor, though only its digest was kept. (Node takes 8 µs more for a key that is a Buffer.)
 */
export function deriveSuccessorToken(kind: TokenKind, refreshToken: string, key: KeyObject): string {
  return prefixes[kind] + createHmac('sha256', key).update(`${kind} ${refreshToken}`).digest('base64url');
}

/** Cheap, and asked first: one kind of token never passes for another, and nonsense never reaches the database. */
export function isToken(kind: TokenKind, text: string): boolean {
  return shape.exec(text)?.[1] === prefixes[kind];
}

/** All that is kept of a token. It is random, so one round of SHA-256 is enough. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url');
}
