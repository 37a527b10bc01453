import { IsIn } from 'class-validator';
import { IsLocalPath } from '../../../http/local-path.js';

export class ConsentDto {
  /**
   * The path of the authorization request to continue.
   * @example /oauth/authorize?client_id=trading-desk&response_type=code&scope=openid
   */
  @IsLocalPath('/oauth/authorize?')
  resume!: string;

  @IsIn(['agree', 'refuse'])
  decision!: 'agree' | 'refuse';
}

/*
 * An interface and no DTO class: RFC 6749 §3.1 wants unknown parameters ignored, and errors sent back to the client in its own
 * words.
 */

/**
 * An authorization request, as query or form.
 * @example {"client_id": "trading-desk", "response_type": "code", "redirect_uri": "https://app.example.test/callback", "scope": "openid", "state": "af0ifjsldkj", "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256"}
 */
export interface AuthorizationQuery {
  /**
   * The application's API key.
   * @required
   */
  client_id?: string;
  /**
   * One of `code`, `token`, `id_token`, `token id_token`, `code id_token`.
   * @required
   */
  response_type?: string;
  /**
   * One of the key's registered redirect URIs, exactly.
   * @required
   */
  redirect_uri?: string;
  /**
   * Scopes, separated by spaces; `openid` is required. `read`, `trade`, `keys` and `admin` permit API requests; the
   * user is asked for each. Without them a first-party key gets full access and another key gets `read`.
   * @required
   */
  scope?: string;
  /** Comes back as it was sent. */
  state?: string;
  /** `query`, `fragment` or `form_post`. */
  response_mode?: string;
  /** Returned in the id token. */
  nonce?: string;
  /** `none`, or any of `login`, `consent`, `select_account`. */
  prompt?: string;
  /** The maximum age of the sign-in, in seconds. */
  max_age?: string;
  /** PKCE: the SHA-256 of the verifier, as base64url. */
  code_challenge?: string;
  /** PKCE: `S256`. */
  code_challenge_method?: string;
  /** An earlier id token, which names the expected user. */
  id_token_hint?: string;
  /** The email to fill in at the sign-in. */
  login_hint?: string;
  /** Not supported, and refused. */
  request?: string;
  /** Not supported, and refused. */
  request_uri?: string;
  /** Not supported, and refused. */
  registration?: string;
}
