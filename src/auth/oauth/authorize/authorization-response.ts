import { formatParameters, type AuthorizationParameters } from './authorization-parameters.js';
import { MalformedAuthorizationError } from './authorization-errors.js';
import type { ResponseType } from './response-type.js';
import { hash } from 'node:crypto';

/** How the response is sent: in the query, in the fragment, or in a form that posts itself. */
export type ResponseMode = 'query' | 'fragment' | 'form_post';

export const RESPONSE_MODES: readonly ResponseMode[] = ['query', 'fragment', 'form_post'];

/** Only a lone code may be in a query, where logs see it (OAuth 2.0 Multiple Response Types §5). */
export function parseResponseMode(
  { response_mode: requestedMode }: AuthorizationParameters,
  type: ResponseType,
): ResponseMode {
  const defaultMode = getDefaultMode(type);
  if (requestedMode === undefined) return defaultMode;
  const mode = RESPONSE_MODES.find((known) => known === requestedMode);
  if (!mode)
    throw new MalformedAuthorizationError(`This response_mode is not known. Known are ${RESPONSE_MODES.join(', ')}.`);
  if (mode === 'query' && defaultMode === 'fragment')
    throw new MalformedAuthorizationError(
      'Tokens do not travel in a query: leave response_mode out, or ask for fragment or form_post.',
    );
  return mode;
}

/**
 * The mode of errors, which may concern these very parameters: the mode of success as far as it can be read (OpenID
 * Connect Core §3.2.2.6), and never a query for a client that expects a fragment.
 */
export function getErrorResponseMode({
  response_type: type = '',
  response_mode: mode,
}: AuthorizationParameters): ResponseMode {
  const defaultMode = getDefaultMode({
    token: /(?:^| )token(?: |$)/.test(type),
    idToken: /(?:^| )id_token(?: |$)/.test(type),
  });
  if (mode === 'form_post' || mode === 'fragment') return mode;
  return defaultMode;
}

function getDefaultMode({ token, idToken }: Pick<ResponseType, 'token' | 'idToken'>): ResponseMode {
  return token || idToken ? 'fragment' : 'query';
}

/** The response to the client; undefined values are omitted. */
export type ResponseFields = Readonly<Record<string, string | number | undefined>>;

/** How the response is sent: by redirect, or by a form that posts itself. */
export type AuthorizationResponse =
  | Readonly<{ kind: 'redirect'; location: string }>
  | Readonly<{ kind: 'form'; action: string; fields: Readonly<Record<string, string>> }>;

/** The redirect URI keeps its registered query (RFC 6749 §3.1.2). */
export function toAuthorizationResponse(
  uri: string,
  mode: ResponseMode,
  fields: ResponseFields,
): AuthorizationResponse {
  const parameters = Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  if (mode === 'form_post') return { kind: 'form', action: uri, fields: parameters };
  const separator = mode === 'fragment' ? '#' : uri.includes('?') ? '&' : '?';
  return { kind: 'redirect', location: `${uri}${separator}${formatParameters(parameters)}` };
}

/** Posts the form as soon as the page is loaded. The page's policy permits this script only. */
export const AUTO_SUBMIT = 'document.getElementById("answer").submit()';

export const AUTO_SUBMIT_HASH = hash('sha256', AUTO_SUBMIT, 'base64');

/**
 * The target of a form for `form-action` of a content security policy, which knows no IPv6 and only the scheme of a
 * custom scheme.
 */
export function toFormTarget(uri: string): string {
  const { protocol, hostname, origin } = new URL(uri);
  const hasOrigin = (protocol === 'https:' || protocol === 'http:') && !hostname.startsWith('[');
  return hasOrigin ? origin : protocol;
}

/** The target of a URL in words: a host, or an application on the user's device with its own scheme. */
export function formatDestination(uri: string): string {
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : `an application on this device (${protocol})`;
}
