import type { Client } from '../../clients/client.entity.js';
import { readCodeChallenge } from './code-challenge.js';
import { readNonce } from './nonce.js';
import { readOpenidScope } from './openid-scope.js';
import { readParameters, refuseRepeats, type SentParameters } from './parameters.js';
import { type Prompt, readMaxAge, readPrompt } from './prompt.js';
import { refuseRequestObjects } from './request-objects.js';
import { readResponseMode, type ResponseMode } from './response-mode.js';
import { readResponseType, refuseResponseType, type ResponseType } from './response-type.js';

/** A request in which nothing is wrong. */
export type AuthorizationRequest = Readonly<{
  type: ResponseType;
  mode: ResponseMode;
  scope: string;
  codeChallenge: string | null;
  prompt: Prompt;
  maxAge: number | null;
  nonce: string | null;
}>;

/** What the operator has decided for every key, whatever it is registered with. */
export type AuthorizationPolicy = Readonly<{ requiresNonce: boolean; requiresPkce: boolean; allowsImplicit: boolean }>;

/** Everything that a request says, in the order in which it is checked; the first thing wrong is what the client is told. */
export function readRequest(
  sent: SentParameters,
  { grantTypes, tokenEndpointAuthMethod: method, requireNonce, requirePkce }: Client,
  policy: AuthorizationPolicy,
): AuthorizationRequest {
  const parameters = readParameters(sent);
  refuseRepeats(sent);
  refuseRequestObjects(parameters);
  const type = readResponseType(parameters, policy.allowsImplicit);
  const mode = readResponseMode(parameters, type);
  refuseResponseType(type, grantTypes);
  return {
    type,
    mode,
    scope: readOpenidScope(parameters),
    codeChallenge: readCodeChallenge(parameters, type, {
      isPublic: method === 'none',
      isRequired: requirePkce || policy.requiresPkce,
    }),
    prompt: readPrompt(parameters),
    maxAge: readMaxAge(parameters),
    nonce: readNonce(parameters, type, requireNonce || policy.requiresNonce),
  };
}
