import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** What a hash costs: KiB of memory, passes over it, lanes. */
export type HashParameters = Readonly<{ memory: number; passes: number; parallelism: number }>;
type PhcHash = Readonly<{ parameters: HashParameters; salt: Buffer; tag: Buffer }>;

/**
 * Passwords are argon2id hashes in the PHC string format, which has its own parameters, so that they can be raised later.
 * These are OWASP's first recommendation: 19 MiB, two passes, one lane.
 */
export const RECOMMENDED_PARAMETERS: HashParameters = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** Longer passwords would only cost CPU. Counted after normalization, in UTF-8. */
export const PASSWORD_BYTES_MAX = 1024;
export const PASSWORD_LENGTH_MIN = 8;

const derive = promisify(argon2);
const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** The bytes of a password in NFKC, equal for every keyboard; null if it is too long. */
export function toPasswordBytes(password: string): Buffer | null {
  const bytes = Buffer.from(password.normalize('NFKC'), 'utf8');
  return bytes.length <= PASSWORD_BYTES_MAX ? bytes : null;
}

export async function hashPassword(
  password: Buffer,
  parameters: HashParameters = RECOMMENDED_PARAMETERS,
): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive('argon2id', { message: password, nonce: salt, tagLength: TAG_BYTES, ...parameters });
  const { memory, passes, parallelism } = parameters;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${toUnpaddedBase64(salt)}$${toUnpaddedBase64(tag)}`;
}

/** Costs the same whether the password is right or wrong. A stored string that is no hash matches nothing. */
export async function verifyPassword(hash: string, password: Buffer): Promise<boolean> {
  const stored = parseHash(hash);
  if (!stored) return false;
  const { parameters, salt, tag } = stored;
  const offered = await derive('argon2id', { message: password, nonce: salt, tagLength: tag.length, ...parameters });
  return timingSafeEqual(offered, tag);
}

/** Whether a hash was made with other parameters, and should be made anew at the next login. */
export function needsRehash(hash: string, current: HashParameters = RECOMMENDED_PARAMETERS): boolean {
  const stored = parseHash(hash);
  if (!stored) return true;
  const { memory, passes, parallelism } = stored.parameters;
  return (
    memory !== current.memory ||
    passes !== current.passes ||
    parallelism !== current.parallelism ||
    stored.tag.length !== TAG_BYTES
  );
}

function parseHash(hash: string): PhcHash | null {
  const [, memory, passes, parallelism, salt, tag] = phc.exec(hash) ?? [];
  if (salt === undefined || tag === undefined) return null;
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

const toUnpaddedBase64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
