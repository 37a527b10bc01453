import { IsIn, IsString, MaxLength } from 'class-validator';
import { combine, Optional } from '../../http/fields.decorator.js';
import { IsKeyName, type KeyRegistration } from '../client-keys.dto.js';
import { GRANT_TYPES } from '../grant-types.js';

/** The kind of application of a key. */
type KeyKind = 'server' | 'public';

/** The choices for the overlap of a replaced secret, in seconds. */
export type SecretOverlap = 'usual' | '0' | '3600' | '86400' | '604800' | '2592000';

/** A switch of a form; omitted, the setting stays. */
type YesOrNo = 'yes' | 'no';

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
  return (actsAlone ? { grant_types: [...GRANT_TYPES] } : {}) satisfies KeyRegistration;
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

/** The greatest number of URIs that a key may have, at their greatest length. */
const LINES_MAX = 45_000;

/** The same, form-encoded. */
export const KEY_FORM_BYTES = 262_144;

const KINDS: readonly KeyKind[] = ['server', 'public'];

const YES_OR_NO: readonly YesOrNo[] = ['yes', 'no'];

const OVERLAPS: readonly SecretOverlap[] = ['usual', '0', '3600', '86400', '604800', '2592000'];

const Lines = (): PropertyDecorator => combine(Optional(), IsString(), MaxLength(LINES_MAX));

/** Where the form for a new key leads. */
export const NEW_KEY_ACTION = '/profile/keys';

/** The form for a new API key. */
export class NewKeyForm {
  /**
   * The name of the application, in visible characters.
   * @example "My application"
   */
  @IsKeyName()
  name!: string;

  /** `server` gets a secret; `public` is for an application in a browser or on a device. */
  @IsIn(KINDS)
  kind!: KeyKind;

  /** Whether the key may use `client_credentials` and act for its owner with its secret alone. */
  @Optional()
  @IsIn(['yes'])
  acts_alone?: 'yes';

  /**
   * Redirect URIs, one per line.
   * @example "https://app.example.test/callback"
   */
  @Lines()
  redirect_uris?: string;
}

/** The form for changing an API key. */
export class ChangedKeyForm {
  /**
   * The name of the application, in visible characters.
   * @example "My application"
   */
  @IsKeyName()
  name!: string;

  /**
   * Redirect URIs, one per line.
   * @example "https://app.example.test/callback"
   */
  @Lines()
  redirect_uris?: string;

  /**
   * Redirect URIs after the logout, one per line.
   * @example "https://app.example.test/"
   */
  @Lines()
  post_logout_redirect_uris?: string;

  /** Whether requests for a code need a `code_challenge` (PKCE). */
  @Optional()
  @IsIn(YES_OR_NO)
  require_pkce?: YesOrNo;

  /** Whether id tokens contain the claims of `profile` and `email`. */
  @Optional()
  @IsIn(YES_OR_NO)
  id_token_profile?: YesOrNo;
}

/** The form for replacing a secret. */
export class RotationForm {
  /** Seconds for which the old secret is accepted; `usual` is the service's setting. */
  @Optional()
  @IsIn(OVERLAPS)
  overlap?: SecretOverlap;
}
