import type { Client } from '../../../clients/client.entity.js';
import { parseCodeChallenge } from './code-challenge.js';
import {
  parseParameters,
  rejectRepeatedParameters,
  type RawParameters,
  type AuthorizationParameters,
} from './authorization-parameters.js';
import { parseResponseMode, type ResponseMode } from './authorization-response.js';
import { parseResponseType, rejectUnallowedResponseType, type ResponseType } from './response-type.js';
import {
  UnsupportedParameterError,
  UnusableScopeError,
  MalformedAuthorizationError,
  UnregisteredRedirectError,
} from './authorization-errors.js';
import { InvalidScopeError } from '../oauth-errors.js';
import { parseKnownScope } from '../../scope.js';
import { isOwnMachine, isRegisteredUri } from '../../../clients/redirect-uri.js';
import type { SignInSession } from '../../sessions/sessions.service.js';
import type { AuthorizationResumption } from './authorization-resumption.js';

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

/** What the user must or must not be asked (OpenID Connect Core §3.1.2.1). */
type Prompt = Readonly<{ none: boolean; login: boolean; consent: boolean }>;

export const PROMPT_VALUES: readonly string[] = ['none', 'login', 'consent', 'select_account'];

/** A session has one user, so `select_account` means signing in again. */
function parsePrompt({ prompt = '' }: AuthorizationParameters): Prompt {
  const names = prompt.split(' ').filter((name) => name !== '');
  if (!names.every((name) => PROMPT_VALUES.includes(name)))
    throw new MalformedAuthorizationError(
      `The prompt holds a word that is not known. Known are ${PROMPT_VALUES.join(', ')}.`,
    );
  const none = names.includes('none');
  if (none && new Set(names).size > 1) throw new MalformedAuthorizationError('The prompt none goes with no other.');
  return {
    none,
    login: names.includes('login') || names.includes('select_account'),
    consent: names.includes('consent'),
  };
}

/** The maximum age of the sign-in in seconds; null without a limit. */
function parseMaxAge({ max_age: maxAge }: AuthorizationParameters): number | null {
  if (maxAge === undefined) return null;
  if (!/^\d{1,9}$/.test(maxAge))
    throw new MalformedAuthorizationError('The parameter max_age must be a whole number of seconds.');
  return Number(maxAge);
}

/** The target of the response. While `isCertain` is false nothing is sent there, not even an error. */
export type RedirectTarget = Readonly<{ uri: string; isCertain: boolean }>;

type RedirectClient = Readonly<{ ownerId: number; redirectUris: readonly string[] }>;

/**
 * Exactly one of the registered URIs. A key without any may use a loopback address if the user is its owner, which is
 * known only after the sign-in.
 */
export function parseRedirectTarget(
  { redirect_uri: uri = '' }: AuthorizationParameters,
  { ownerId, redirectUris }: RedirectClient,
  userId: number | null,
): RedirectTarget {
  if (isRegisteredUri(uri, redirectUris)) return { uri, isCertain: true };
  const isPossiblyOwner = redirectUris.length === 0 && isOwnMachine(uri) && (userId === null || userId === ownerId);
  if (!isPossiblyOwner) throw new UnregisteredRedirectError();
  return { uri, isCertain: userId !== null };
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

/** Decides whether the user has to sign in: the expected user, if any, and the time of the last sign-in. */
type SignInConditions = Readonly<{
  expectedUserId: number | null;
  resumption: AuthorizationResumption | null;
  now: number;
}>;

/**
 * OpenID Connect Core §3.1.2.3. A sign-in caused by this request is recent enough for `prompt=login` and any `max_age`.
 */
export function needsSignIn(
  session: SignInSession | null,
  { prompt, maxAge }: AuthorizationRequest,
  { expectedUserId, resumption, now }: SignInConditions,
): boolean {
  if (!session || isOtherUser(session, expectedUserId)) return true;
  if (hasSignedInSince(session, resumption)) return false;
  return prompt.login || (maxAge !== null && now - session.authTime > maxAge * 1000);
}

/** The user signed in again and is not the expected one: asking again would not help. */
export function isWrongUserAfterSignIn(
  session: SignInSession | null,
  expectedUserId: number | null,
  resumption: AuthorizationResumption | null,
): boolean {
  return session !== null && isOtherUser(session, expectedUserId) && hasSignedInSince(session, resumption);
}

function isOtherUser({ userId }: SignInSession, expectedUserId: number | null): boolean {
  return expectedUserId !== null && expectedUserId !== userId;
}

function hasSignedInSince({ authTime }: SignInSession, resumption: AuthorizationResumption | null): boolean {
  return resumption !== null && authTime >= resumption.since;
}
