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
import { Optional } from '../http/optional.decorator.js';
import { IsReadable } from '../http/readable.decorator.js';
import { Trim } from '../http/trim.decorator.js';
import type { GrantType, ConformanceProfile, TokenEndpointAuthMethod } from './grant-types.js';
import { URIS_MAX } from './registration.js';

const OVERLAP_SECONDS_MAX = 30 * 24 * 60 * 60;

const GRANTS: readonly GrantType[] = [
  'password',
  'refresh_token',
  'authorization_code',
  'implicit',
  'client_credentials',
];
const METHODS: readonly TokenEndpointAuthMethod[] = ['client_secret_basic', 'client_secret_post', 'none'];
const PROFILES: readonly ConformanceProfile[] = ['oidc'];

const Addresses = (): PropertyDecorator => (target, property) => {
  for (const rule of [Optional(), IsArray(), ArrayMaxSize(URIS_MAX), ArrayUnique(), IsString({ each: true })])
    rule(target, property);
};

/** How a key is registered, as far as it is said. What is not said stays as it is, or as is usual. */
export class KeyRegistration {
  /**
   * Where sign-in may lead back to: compared character by character; an address on 127.0.0.1 or [::1] without a port stands for all ports.
   * @example ["https://app.example.test/callback"]
   */
  @Addresses()
  redirect_uris?: string[];

  /**
   * Where logging out may lead to.
   * @example ["https://app.example.test/"]
   */
  @Addresses()
  post_logout_redirect_uris?: string[];

  /**
   * The grants that the key may use. Without it, every grant of the interface.
   * @example ["authorization_code", "refresh_token"]
   */
  @Optional()
  @IsArray()
  @ArrayUnique()
  @IsIn(GRANTS, { each: true })
  grant_types?: GrantType[];

  /** How the key proves itself; `none` is a public key without a secret, for applications that could not keep one. */
  @Optional()
  @IsIn(METHODS)
  token_endpoint_auth_method?: TokenEndpointAuthMethod;

  /** What else the key is held to: `oidc` is OpenID Connect to the letter, which is `require_nonce` unless that is said otherwise. */
  @Optional()
  @IsIn(PROFILES)
  profile?: ConformanceProfile;

  /** Whether a sign-in that is answered with an id token at once must carry a `nonce`; without it, the interface asks for none. */
  @Optional()
  @IsBoolean()
  require_nonce?: boolean;

  /**
   * Whether a sign-in that is answered with a code must carry a `code_challenge` (PKCE, S256); a public key must in any case. Without it, a new key with
   * `redirect_uris` is held to it where the service is set up so, which it is in production, and a key with a name alone is not.
   */
  @Optional()
  @IsBoolean()
  require_pkce?: boolean;

  /**
   * Whether id tokens carry the claims of `profile` and `email` themselves, where a sign-in has asked for these scopes. Without it, an application
   * reads them at `/oauth/userinfo`.
   */
  @Optional()
  @IsBoolean()
  id_token_profile?: boolean;
}

/** What a user sends to get an API key. */
export class NewKey extends KeyRegistration {
  /**
   * The name of the application that the key is for, in characters that can be seen.
   * @example "My application"
   */
  @Trim()
  @IsString()
  @Length(1, 80)
  @IsReadable()
  name!: string;
}

/** What a user sends to rename an API key. */
export class ChangedKey extends NewKey {
  /**
   * The key that is meant.
   * @example "Yt3bYbMr0cWd8xPnK1zQ"
   */
  @IsString()
  client_id!: string;
}

/** What an administrator says of a key. */
export class FirstPartyMark {
  /** Whether tokens of the key do everything that their user may, for every user. */
  @IsBoolean()
  first_party!: boolean;
}

/** What a user may say when a secret is replaced. */
export class SecretRotation {
  /** For how many seconds the old secret is accepted beside the new one; 0 ends it at once. Without it, as the service is set up. */
  @Optional()
  @IsInt()
  @Min(0)
  @Max(OVERLAP_SECONDS_MAX)
  overlap_seconds?: number;
}
