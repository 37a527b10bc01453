import type { ShownKey } from './client-keys.service.js';
import type { Client } from './client.entity.js';
import type { GrantType } from './grant-types.js';
import type { KeyCallView } from './key-call.view.js';

/** A key as its owner sees it on the profile page, beyond what the interface tells programs. */
export type ProfileKeyView = ReturnType<typeof toProfileKeyView>;

/** The keys of a user, and how many they may have. */
export type ProfileView = Readonly<{ keys: readonly ProfileKeyView[]; keys_max: number }>;

/** What a key is to be changed from, and whether it has a secret that could be replaced. */
export type KeySettingsView = ReturnType<typeof toKeySettingsView>;

/** The one page that ever shows a secret, where secrets are shown once. */
export type NewSecretView = Readonly<{
  client_id: string;
  name: string;
  secret: string;
  previous_secret_expires_at: string | null;
}>;

/** The number of keys and the limit. */
export type KeyRequestView = Readonly<{ keys: number; keys_max: number }>;

/** The last requests of a key, and what a first one needs to know of it. */
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

/** Until when the secret before this one is accepted as well; null when it no longer is. */
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
