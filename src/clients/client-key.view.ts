import type { ShownKey } from './client-keys.service.js';
import type { GrantType, TokenEndpointAuthMethod } from './grant-types.js';
import { listUsualGrants } from './registration.js';

/**
 * An API key. A key that was requested with a name alone has the three fields of the interface (§2.2); what is registered of it
 * beyond that is shown where it is not the usual. When the key was made and last used is not registered of it and would stand in
 * every answer, so the profile page and the command line tell it, and this does not.
 * @example { "client_id": "Yt3bYbMr0cWd8xPnK1zQ", "name": "My application", "secret": "q0W7vS2mB9xJ4nK8pL1rT6yU3iO5aZdFgHcVbNjMkEs" }
 */
export type ClientKeyView = Readonly<{
  client_id: string;
  name: string;
  /** Empty for a public key, which has none, where the service shows secrets only once, and for an administrator who acts for the owner and did not make it. */
  secret: string;
  redirect_uris?: readonly string[];
  post_logout_redirect_uris?: readonly string[];
  grant_types?: readonly GrantType[];
  token_endpoint_auth_method?: TokenEndpointAuthMethod;
  /** True where a sign-in that is answered with an id token at once must carry a `nonce`. */
  require_nonce?: boolean;
  /** True where an administrator marked the key, so that its tokens do everything that their user may. */
  first_party?: boolean;
  /** True where a sign-in that is answered with a code must carry a `code_challenge` (PKCE). */
  require_pkce?: boolean;
  /** True where id tokens carry the claims of `profile` and `email`. */
  id_token_profile?: boolean;
  /** Until when the secret before this one is accepted as well. */
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
