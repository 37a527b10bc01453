import { formatParameters } from './authorization-parameters.js';
import type { ResponseMode } from './response-mode.js';

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
