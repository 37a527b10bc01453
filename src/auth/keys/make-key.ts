import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { seal } from '../../config/sealed-text.js';
import type { SigningAlgorithm } from './key-schedule.js';
import { PURPOSE } from './sealed-private-key.js';
import { SigningKey } from './signing-key.entity.js';

/** A new pair. The public half is listed member by member, so that nothing private can slip into what is published. */
export async function makeKey(algorithm: SigningAlgorithm, signsFrom: Date, secretKey: string): Promise<SigningKey> {
  const pair = await generateKeyPair(algorithm, { extractable: true, modulusLength: 2048 });
  const bare = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(bare);
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey));
  return new SigningKey({
    kid,
    algorithm,
    publicJwk: { ...bare, kid, alg: algorithm, use: 'sig' },
    sealedPrivateJwk: seal(privateJwk, { purpose: PURPOSE, row: kid }, secretKey),
    signsFrom,
  });
}
