import type { KeyRegistration } from './client-keys.dto.js';
import { INTERFACE_GRANTS } from './grant-types.js';

/** The kind of application of a key. */
export type KeyKind = 'server' | 'public';

/** The choices for the overlap of a replaced secret, in seconds. */
export type SecretOverlap = 'usual' | '0' | '3600' | '86400' | '604800' | '2592000';

/** A switch of a form; omitted, the setting stays. */
export type YesOrNo = 'yes' | 'no';

/** One URI per line; empty lines and surrounding spaces are ignored. */
export function splitAddressLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * The registration of a kind of application. A server may use every grant of the interface, and its owner may permit
 * client_credentials. An application that cannot keep a secret signs users in by code with PKCE only, as RFC 9700
 * §2.1.2 and §2.4 advise.
 */
export function toRegistration(kind: KeyKind, actsAlone: boolean) {
  if (kind === 'public')
    return {
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    } satisfies KeyRegistration;
  return (actsAlone ? { grant_types: [...INTERFACE_GRANTS, 'client_credentials'] } : {}) satisfies KeyRegistration;
}

type KeySettingsForm = Readonly<
  Partial<
    Record<'redirect_uris' | 'post_logout_redirect_uris', string> & Record<'require_pkce' | 'id_token_profile', YesOrNo>
  >
>;

/** The settings in a form; omitted ones stay as they are. */
export function parseSettings({
  redirect_uris: back,
  post_logout_redirect_uris: after,
  require_pkce: pkce,
  id_token_profile: profile,
}: KeySettingsForm): Partial<KeyRegistration> {
  return {
    ...(back !== undefined && { redirect_uris: splitAddressLines(back) }),
    ...(after !== undefined && { post_logout_redirect_uris: splitAddressLines(after) }),
    ...(pkce !== undefined && { require_pkce: pkce === 'yes' }),
    ...(profile !== undefined && { id_token_profile: profile === 'yes' }),
  };
}
