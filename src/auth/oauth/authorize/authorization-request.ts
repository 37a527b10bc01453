import type { Client } from '../../../clients/client.entity.js';
import { parseCodeChallenge } from './code-challenge.js';
import {
  parseParameters,
  rejectRepeatedParameters,
  type RawParameters,
  type AuthorizationParameters,
} from './authorization-parameters.js';
import { type Prompt, parseMaxAge, parsePrompt } from './prompt.js';
import { parseResponseMode, type ResponseMode } from './authorization-response.js';
import { parseResponseType, rejectUnallowedResponseType, type ResponseType } from './response-type.js';
import { UnsupportedParameterError, UnusableScopeError, MalformedAuthorizationError } from './authorization-errors.js';
import { InvalidScopeError } from '../oauth-errors.js';
import { parseKnownScope } from '../../scope.js';

/**
 * A value that the client finds again in the id token. OpenID Connect Core §3.2.2.1 and §3.3.2.11 require one when an
 * id token is returned directly; the interface does not. A nonce is echoed, and required only if the key or the service
 * is set up so.
 */
function parseNonce({ nonce }: AuthorizationParameters, { idToken }: ResponseType, isRequired: boolean): string | null {
  if (nonce === undefined && idToken && isRequired)
    throw new MalformedAuthorizationError(
      'The parameter nonce is missing; it is needed wherever an id token is asked for.',
    );
  return nonce ?? null;
}

/** The interface requires a scope with `openid` and permits others (§4.1); the response has the granted scope. */
function parseOpenIdScope({ scope: requestedScope }: AuthorizationParameters): string {
  const scope = parseRequestedScope(requestedScope);
  if (!scope.split(' ').includes('openid')) throw new UnusableScopeError('The scope must contain openid.');
  return scope;
}

function parseRequestedScope(requestedScope: string | undefined): string {
  try {
    return parseKnownScope(requestedScope);
  } catch (error) {
    if (error instanceof InvalidScopeError) throw new UnusableScopeError(error.message);
    throw error;
  }
}

/** Request objects, by value or by reference, and dynamic registration are not supported and are rejected. */
function rejectRequestObjects(parameters: AuthorizationParameters): void {
  if (parameters.request !== undefined) throw new UnsupportedParameterError('request_not_supported');
  if (parameters.request_uri !== undefined) throw new UnsupportedParameterError('request_uri_not_supported');
  if (parameters.registration !== undefined) throw new UnsupportedParameterError('registration_not_supported');
}

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
