import type { Client } from '../../../clients/client.entity.js';
import { parseCodeChallenge } from './code-challenge.js';
import { parseNonce } from './nonce.js';
import { parseOpenIdScope } from './openid-scope.js';
import { parseParameters, rejectRepeatedParameters, type RawParameters } from './authorization-parameters.js';
import { type Prompt, parseMaxAge, parsePrompt } from './prompt.js';
import { rejectRequestObjects } from './request-objects.js';
import { parseResponseMode, type ResponseMode } from './response-mode.js';
import { parseResponseType, rejectUnallowedResponseType, type ResponseType } from './response-type.js';

/** A valid request. */
export type AuthorizationRequest = Readonly<{
  type: ResponseType;
  mode: ResponseMode;
  scope: string;
  codeChallenge: string | null;
  prompt: Prompt;
  maxAge: number | null;
  nonce: string | null;
}>;

/** The operator's rules for every key. */
export type AuthorizationPolicy = Readonly<{ requiresNonce: boolean; requiresPkce: boolean; allowsImplicit: boolean }>;

/** Parses a request in the order in which it is checked; the client receives the first error. */
export function parseAuthorizationRequest(
  sent: RawParameters,
  { grantTypes, tokenEndpointAuthMethod: method, requireNonce, requirePkce }: Client,
  policy: AuthorizationPolicy,
): AuthorizationRequest {
  const parameters = parseParameters(sent);
  rejectRepeatedParameters(sent);
  rejectRequestObjects(parameters);
  const type = parseResponseType(parameters, policy.allowsImplicit);
  const mode = parseResponseMode(parameters, type);
  rejectUnallowedResponseType(type, grantTypes);
  return {
    type,
    mode,
    scope: parseOpenIdScope(parameters),
    codeChallenge: parseCodeChallenge(parameters, type, {
      isPublic: method === 'none',
      isRequired: requirePkce || policy.requiresPkce,
    }),
    prompt: parsePrompt(parameters),
    maxAge: parseMaxAge(parameters),
    nonce: parseNonce(parameters, type, requireNonce || policy.requiresNonce),
  };
}
