import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { seal, type SealedColumn } from '../../../config/sealed-text.js';
import type { SigningAlgorithm } from './key-schedule.js';
import { SigningKey } from './signing-key.entity.js';

/** The purpose of the seal of private keys. */
export const SIGNING_KEY_PURPOSE = 'signing key';

export const SIGNING_KEY_SEALED_COLUMN: SealedColumn = {
  table: 'signing_keys',
  column: 'sealed_private_jwk',
  row: 'kid',
  rowType: 'text',
  purpose: SIGNING_KEY_PURPOSE,
};

/** A new key pair. The public members are listed one by one, so that no private member can be published. */
export async function generateSigningKey(
  algorithm: SigningAlgorithm,
  signsFrom: Date,
  secretKey: string,
): Promise<SigningKey> {
  const pair = await generateKeyPair(algorithm, { extractable: true, modulusLength: 2048 });
  const publicJwk = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey));
  return new SigningKey({
    kid,
    algorithm,
    publicJwk: { ...publicJwk, kid, alg: algorithm, use: 'sig' },
    sealedPrivateJwk: seal(privateJwk, { purpose: SIGNING_KEY_PURPOSE, row: kid }, secretKey),
    signsFrom,
  });
}
