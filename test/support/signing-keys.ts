import { SignJWT } from 'jose';
import { OPERATOR } from '../../src/access/actor.js';
import { SigningKeysService } from '../../src/auth/oauth/keys/signing-keys.service.js';
import type { TestApp } from './test-app.js';

const keysOf = ({ app }: TestApp): SigningKeysService => app.get(SigningKeysService, { strict: false });

/** Publishes the next signing key, as time would. */
export async function rotateSigningKey(testApp: TestApp): Promise<void> {
  await keysOf(testApp).rotate(OPERATOR);
}

/** An id token that the test app might have issued yesterday. */
export async function expiredIdToken(
  testApp: TestApp,
  claims: Readonly<{ sub: string; aud: string }>,
): Promise<string> {
  const { kid, algorithm, privateKey } = await keysOf(testApp).getSigner();
  const yesterday = Math.floor(Date.now() / 1000) - 86_400;
  return new SignJWT({ iss: testApp.config.baseUrl, ...claims, iat: yesterday, exp: yesterday + 3600 })
    .setProtectedHeader({ alg: algorithm, kid })
    .sign(privateKey);
}
