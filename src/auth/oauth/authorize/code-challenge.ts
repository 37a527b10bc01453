import { hash } from 'node:crypto';
import { areDigestsEqual } from '../../../config/sealed-text.js';
import { MalformedAuthorizationError } from './authorization-errors.js';
import type { AuthorizationParameters } from './authorization-parameters.js';
import type { ResponseType } from './response-type.js';

/** Proof Key for Code Exchange (RFC 7636), S256 only: with `plain`, anyone who reads the request knows the verifier. */
export const CHALLENGE_METHODS: readonly string[] = ['S256'];

const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/**
 * Keys that need a challenge: public keys, which cannot prove themselves otherwise (RFC 9700 §2.1.1), and keys with
 * `require_pkce`.
 */
type ChallengeRule = Readonly<{ isPublic: boolean; isRequired: boolean }>;

/** The challenge; null if none is needed and none was sent. */
export function parseCodeChallenge(
  parameters: AuthorizationParameters,
  { code }: ResponseType,
  rule: ChallengeRule,
): string | null {
  const { code_challenge: challenge, code_challenge_method: method } = parameters;
  if (challenge === undefined) {
    if (method !== undefined)
      throw new MalformedAuthorizationError('There is a code_challenge_method and no code_challenge.');
    if (code) rejectMissingChallenge(rule);
    return null;
  }
  if (method === undefined || method === 'plain')
    throw new MalformedAuthorizationError(
      'The code_challenge_method must be S256; plain, which is meant where none is named, is not accepted.',
    );
  if (!CHALLENGE_METHODS.includes(method))
    throw new MalformedAuthorizationError('transform algorithm not supported: the code_challenge_method must be S256.');
  if (!CHALLENGE.test(challenge))
    throw new MalformedAuthorizationError('The code_challenge must be the 43 characters of a SHA-256 in base64url.');
  return challenge;
}

function rejectMissingChallenge({ isPublic, isRequired }: ChallengeRule): void {
  if (isPublic)
    throw new MalformedAuthorizationError('An API key without a secret must send a code_challenge (PKCE, S256).');
  if (isRequired) throw new MalformedAuthorizationError('This API key must send a code_challenge (PKCE, S256).');
}

/** Without a challenge, a verifier is rejected: the challenge was removed on the way (RFC 9700 §4.8.2). */
export function verifyCodeChallenge(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined;
  if (!VERIFIER.test(verifier)) return false;
  return areDigestsEqual(hash('sha256', verifier, 'base64url'), challenge);
}
