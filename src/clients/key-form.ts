import type { KeyRegistration } from './client-keys.dto.js';
import { INTERFACE_GRANTS } from './grant-types.js';

/** What a key is for, as its owner thinks of it. */
export type KeyKind = 'server' | 'public';

/** For how many seconds a replaced secret is accepted, as a form offers it. */
export type SecretOverlap = 'usual' | '0' | '3600' | '86400' | '604800' | '2592000';

/** A setting that a form switches on or off; left out, it stays as it is. */
export type YesOrNo = 'yes' | 'no';

/** One address per line, as people type them into a form; empty lines and the blanks around are nobody's intention. */
export function splitAddressLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * What a kind of application is registered with. A server may use every grant of the interface, and its owner may let it act for
 * them by its secret alone. An application that cannot keep a secret signs people in with a code and a proof key, and by no other
 * way: tokens in addresses and passwords in other hands are what RFC 9700 §2.1.2 and §2.4 advise against.
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

/** What a form says of a key; what it leaves out stays as it is. */
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
