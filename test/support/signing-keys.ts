import { SignJWT } from 'jose';
import { OPERATOR } from '../../src/access/actor.js';
import { SigningKeysService } from '../../src/auth/keys/signing-keys.service.js';
import type { House } from './house.js';

const keysOf = ({ app }: House): SigningKeysService => app.get(SigningKeysService, { strict: false });

/** Publishes the next signing key, as time would. */
export async function rotateSigningKey(house: House): Promise<void> {
  await keysOf(house).rotate(OPERATOR);
}

/** An id token that the house might have issued yesterday. */
export async function expiredIdToken(house: House, claims: Readonly<{ sub: string; aud: string }>): Promise<string> {
  const { kid, algorithm, privateKey } = await keysOf(house).signer();
  const yesterday = Math.floor(Date.now() / 1000) - 86_400;
  return new SignJWT({ iss: house.config.baseUrl, ...claims, iat: yesterday, exp: yesterday + 3600 })
    .setProtectedHeader({ alg: algorithm, kid })
    .sign(privateKey);
}
