import type { ShownKey } from '../client-keys.service.js';
import type { Client } from '../client.entity.js';
import type { GrantType } from '../grant-types.js';
import type { KeyCall } from '../calls/key-call.entity.js';

/**
 * A request of an API key.
 * @example { "at": "2026-11-22T05:12:07.481Z", "method": "GET", "route": "/orders/:id", "path": "/orders/812", "status": 404, "milliseconds": 1.84, "code": "unknown_order", "request_id": "0d3c7a52-6f0e-4a35-9f7e-0c2b8a1d9e44", "is_proven": true }
 */
export type KeyCallView = Readonly<{
  /** When it was answered. */
  at: string;
  method: string;
  /** The route with parameter names; null for an unknown URL. */
  route: string | null;
  /**
   * Path and query without possible secrets: numbers, dates and enumerated values that the endpoint defines. Everything
   * else is `…`.
   */
  path: string;
  status: number;
  /** From the first byte of the request to the last of the response. For a stream, the time it was open. */
  milliseconds: number;
  /** The error code. The page `/docs/errors/:code` has its fix. */
  code: string | null;
  /** The `X-Request-Id` of the response. */
  request_id: string;
  /** False if the request did not prove the secret: anyone who knows the client id could have sent it. */
  is_proven: boolean;
}>;

export function toKeyCallView({
  at,
  method,
  route,
  address,
  status,
  milliseconds,
  code,
  requestId,
  isProven,
}: KeyCall): KeyCallView {
  return {
    at: at.toISOString(),
    method,
    route,
    path: address,
    status,
    milliseconds,
    code,
    request_id: requestId,
    is_proven: isProven,
  };
}

/** A key on the profile page, with fields that the API does not have. */
export type ProfileKeyView = ReturnType<typeof toProfileKeyView>;

/** The user's keys, and how many are permitted. */
export type ProfileView = Readonly<{ keys: readonly ProfileKeyView[]; keys_max: number }>;

/** The current settings of a key, and whether it has a secret. */
export type KeySettingsView = ReturnType<typeof toKeySettingsView>;

/** The page that shows a secret once. */
export type NewSecretView = Readonly<{
  client_id: string;
  name: string;
  secret: string;
  previous_secret_expires_at: string | null;
}>;

/** The number of keys and the limit. */
export type KeyRequestView = Readonly<{ keys: number; keys_max: number }>;

/** The last requests of a key, and a first request to copy. */
export type KeyCallsView = ReturnType<typeof toKeyCallsView>;

export function toProfileKeyView(
  { key, secret }: ShownKey,
  { lastUsed, grants }: Readonly<{ lastUsed: Date | undefined; grants: readonly GrantType[] }>,
) {
  return {
    client_id: key.clientId,
    name: key.name,
    secret,
    has_secret: key.tokenEndpointAuthMethod !== 'none',
    grant_types: grants,
    redirect_uris: key.redirectUris as readonly string[],
    require_nonce: key.requireNonce,
    require_pkce: key.requirePkce && key.tokenEndpointAuthMethod !== 'none',
    id_token_profile: key.idTokenProfile,
    made_by_administrator: key.madeBy !== null,
    created_at: key.createdAt.toISOString(),
    last_used_at: lastUsed?.toISOString() ?? null,
    previous_secret_expires_at: findOverlapEnd(key),
  };
}

export function toKeySettingsView(key: Client, overlapSeconds: number) {
  return {
    client_id: key.clientId,
    name: key.name,
    redirect_uris: key.redirectUris as readonly string[],
    post_logout_redirect_uris: key.postLogoutRedirectUris as readonly string[],
    has_secret: key.tokenEndpointAuthMethod !== 'none',
    require_pkce: key.requirePkce,
    id_token_profile: key.idTokenProfile,
    previous_secret_expires_at: findOverlapEnd(key),
    overlap_seconds: overlapSeconds,
  };
}

export function toNewSecretView({ key, secret }: ShownKey): NewSecretView {
  return { client_id: key.clientId, name: key.name, secret, previous_secret_expires_at: findOverlapEnd(key) };
}

/** The time until which the previous secret is accepted; null if it is not. */
function findOverlapEnd({ previousSecretExpiresAt: end }: Client): string | null {
  return end !== null && end.getTime() > Date.now() ? end.toISOString() : null;
}

export function toKeyCallsView(key: Client, grants: readonly GrantType[], requests: readonly KeyCallView[]) {
  return {
    client_id: key.clientId,
    name: key.name,
    has_secret: key.tokenEndpointAuthMethod !== 'none',
    grant_types: grants,
    redirect_uris: key.redirectUris as readonly string[],
    requests,
  };
}
