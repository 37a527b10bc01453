import type { ShownKey } from './client-keys.service.js';
import type { Client } from './client.entity.js';
import type { GrantType } from './grant-types.js';
import type { KeyCallView } from './key-call.view.js';

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
