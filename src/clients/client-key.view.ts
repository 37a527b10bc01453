import type { ShownKey } from './client-keys.service.js';
import type { GrantType, TokenEndpointAuthMethod } from './grant-types.js';
import { listUsualGrants } from './registration.js';

/**
 * An API key. A key with only a name has the three fields of the interface (§2.2); other settings are present if they
 * differ from the defaults. Creation and last use are on the profile page and in the command line only, because they
 * would change every response.
 * @example { "client_id": "Yt3bYbMr0cWd8xPnK1zQ", "name": "My application", "secret": "q0W7vS2mB9xJ4nK8pL1rT6yU3iO5aZdFgHcVbNjMkEs" }
 */
export type ClientKeyView = Readonly<{
  client_id: string;
  name: string;
  /**
   * Empty for a public key, when secrets are shown once only, and for an acting administrator who did not create it.
   */
  secret: string;
  redirect_uris?: readonly string[];
  post_logout_redirect_uris?: readonly string[];
  grant_types?: readonly GrantType[];
  token_endpoint_auth_method?: TokenEndpointAuthMethod;
  /** True if requests for an id token need a `nonce`. */
  require_nonce?: boolean;
  /** True if an administrator marked the key: its tokens may do everything that their user may. */
  first_party?: boolean;
  /** True if requests for a code need a `code_challenge` (PKCE). */
  require_pkce?: boolean;
  /** True if id tokens contain the claims of `profile` and `email`. */
  id_token_profile?: boolean;
  /** The time until which the previous secret is accepted. */
  previous_secret_expires_at?: string;
}>;

export function toClientKeyView({ key, secret }: ShownKey): ClientKeyView {
  const {
    redirectUris,
    postLogoutRedirectUris,
    grantTypes,
    tokenEndpointAuthMethod: method,
    previousSecretExpiresAt: overlapEnds,
  } = key;
  return {
    client_id: key.clientId,
    name: key.name,
    secret,
    ...(redirectUris.length > 0 && { redirect_uris: redirectUris }),
    ...(postLogoutRedirectUris.length > 0 && { post_logout_redirect_uris: postLogoutRedirectUris }),
    ...(!areSameGrants(grantTypes, listUsualGrants(method)) && { grant_types: grantTypes }),
    ...(method !== 'client_secret_basic' && { token_endpoint_auth_method: method }),
    ...toSwitches(key),
    ...(overlapEnds !== null &&
      overlapEnds.getTime() > Date.now() && { previous_secret_expires_at: overlapEnds.toISOString() }),
  };
}

function toSwitches({ requireNonce, firstParty, requirePkce, idTokenProfile }: ShownKey['key']) {
  return {
    ...(requireNonce && { require_nonce: true }),
    ...(firstParty && { first_party: true }),
    ...(requirePkce && { require_pkce: true }),
    ...(idTokenProfile && { id_token_profile: true }),
  };
}

function areSameGrants(some: readonly GrantType[], others: readonly GrantType[]): boolean {
  return some.length === others.length && some.every((grant) => others.includes(grant));
}
