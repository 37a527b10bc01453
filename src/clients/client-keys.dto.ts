import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Length,
  Max,
  Min,
} from 'class-validator';
import { combine, Optional, Trim } from '../http/fields.decorator.js';
import { IsReadable } from '../http/readable.decorator.js';
import { GRANT_TYPES, type GrantType, type ConformanceProfile, type TokenEndpointAuthMethod } from './grant-types.js';
import { URIS_MAX } from './registration.js';
import { PagingQuery } from '../http/paging.dto.js';
import { CALL_OUTCOMES, type CallOutcome } from './calls/waiting-calls.js';

/** Filters of the key's requests. */
export class KeyCallsQuestion extends PagingQuery {
  /** Successful requests, or failed ones: 400 and above, and redirects to the sign-in. */
  @Optional()
  @IsIn(CALL_OUTCOMES)
  outcome?: CallOutcome;
}

/** Filters of the page. */
export class ShownCallsQuestion extends KeyCallsQuestion {
  /** The number of requests on the page, at most 1000. */
  override per_page: number = 50;
}

const OVERLAP_SECONDS_MAX = 30 * 24 * 60 * 60;

const METHODS: readonly TokenEndpointAuthMethod[] = ['client_secret_basic', 'client_secret_post', 'none'];
const PROFILES: readonly ConformanceProfile[] = ['oidc'];

const Addresses = (): PropertyDecorator =>
  combine(Optional(), IsArray(), ArrayMaxSize(URIS_MAX), ArrayUnique(), IsString({ each: true }));

/** The name of an application. */
export const IsKeyName = (): PropertyDecorator => combine(IsReadable(), Length(1, 80), IsString(), Trim());

/** The settings of a key. Omitted settings keep their values or get defaults. */
export class KeyRegistration {
  /**
   * Redirect URIs, compared character by character. A URI on 127.0.0.1 or [::1] without a port matches all ports.
   * @example ["https://app.example.test/callback"]
   */
  @Addresses()
  redirect_uris?: string[];

  /**
   * Redirect URIs after the logout.
   * @example ["https://app.example.test/"]
   */
  @Addresses()
  post_logout_redirect_uris?: string[];

  /**
   * The grants that the key may use. By default, every grant of the interface.
   * @example ["authorization_code", "refresh_token"]
   */
  @Optional()
  @IsArray()
  @ArrayUnique()
  @IsIn(GRANT_TYPES, { each: true })
  grant_types?: GrantType[];

  /** How the key authenticates; `none` is a public key without a secret, for applications that cannot keep one. */
  @Optional()
  @IsIn(METHODS)
  token_endpoint_auth_method?: TokenEndpointAuthMethod;

  /** `oidc` is strict OpenID Connect: `require_nonce` is true by default. */
  @Optional()
  @IsIn(PROFILES)
  profile?: ConformanceProfile;

  /** Whether requests for an id token need a `nonce`. By default they do not, as in the interface. */
  @Optional()
  @IsBoolean()
  require_nonce?: boolean;

  /**
   * Whether requests for a code need a `code_challenge` (PKCE, S256); a public key always needs one. By default, a new
   * key with `redirect_uris` needs one if the service is configured so, as in production, and a key with only a name
   * does not.
   */
  @Optional()
  @IsBoolean()
  require_pkce?: boolean;

  /**
   * Whether id tokens contain the claims of `profile` and `email` when these scopes are granted. By default,
   * applications read them at `/oauth/userinfo`.
   */
  @Optional()
  @IsBoolean()
  id_token_profile?: boolean;
}

/** A new API key. */
export class NewKey extends KeyRegistration {
  /**
   * The name of the application, in visible characters.
   * @example "My application"
   */
  @IsKeyName()
  name!: string;
}

/** Changes to an API key. */
export class ChangedKey extends NewKey {
  /**
   * The client id of the key.
   * @example "Yt3bYbMr0cWd8xPnK1zQ"
   */
  @IsString()
  client_id!: string;
}

/** The first-party mark of a key. */
export class FirstPartyMark {
  /** Whether tokens of the key may do everything that their user may, for every user. */
  @IsBoolean()
  first_party!: boolean;
}

/** The replacement of a secret. */
export class SecretRotation {
  /** Seconds for which the old secret is accepted; 0 ends it at once. By default, the service's setting. */
  @Optional()
  @IsInt()
  @Min(0)
  @Max(OVERLAP_SECONDS_MAX)
  overlap_seconds?: number;
}
