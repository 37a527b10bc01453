import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

/** PostgreSQL's own defaults. */
const ITERATIONS = 4096;
const SALT_BYTES = 16;

/**
 * The verifier that PostgreSQL stores for a password (RFC 5803). Sent instead of the password, so that no statement
 * contains it; the password is ASCII, which SASLprep does not change.
 */
export function createScramVerifier(
  password: string,
  salt: Buffer = randomBytes(SALT_BYTES),
  iterations = ITERATIONS,
): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const deriveKey = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(deriveKey('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${deriveKey('Server Key').toString('base64')}`;
}

/** Whether a verifier belongs to this password. */
export function matchesScramVerifier(verifier: string | null, password: string): boolean {
  const [, iterations = '', salt = ''] = /^SCRAM-SHA-256\$(\d{1,7}):([^$]+)\$/.exec(verifier ?? '') ?? [];
  if (salt === '') return false;
  const [one, other] = [
    Buffer.from(verifier ?? ''),
    Buffer.from(createScramVerifier(password, Buffer.from(salt, 'base64'), Number(iterations))),
  ];
  return one.length === other.length && timingSafeEqual(one, other);
}
