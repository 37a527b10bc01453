/*
 * An interface and no DTO class: RFC 6749 §3.1 wants unknown parameters ignored, and errors sent back to the client in its own
 * words.
 */

/**
 * What is sent to the authorization endpoint, in a query or a form.
 *
 * @example {"client_id": "trading-desk", "response_type": "code", "redirect_uri": "https://app.example.test/callback", "scope": "openid", "state": "af0ifjsldkj", "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256"}
 */
export interface AuthorizationQuery {
  /** The API key of the application that asks. */
  client_id?: string;
  /** One of `code`, `token`, `id_token`, `token id_token`, `code id_token`. */
  response_type?: string;
  /** Exactly one of the addresses that are registered for the key. */
  redirect_uri?: string;
  /**
   * Names of scopes, separated by spaces; `openid` is among them. `read`, `trade`, `keys` and `admin` open endpoints; the user is asked for each. Without them a
   * first-party key may do everything that its user may, and another key may `read`.
   */
  scope?: string;
  /** Comes back as it was sent. */
  state?: string;
  /** `query`, `fragment` or `form_post`. */
  response_mode?: string;
  /** Comes back inside the id token. */
  nonce?: string;
  /** `none`, or some of `login`, `consent`, `select_account`. */
  prompt?: string;
  /** How many seconds ago the user may have signed in at most. */
  max_age?: string;
  /** PKCE: the SHA-256 of the verifier, in base64url. */
  code_challenge?: string;
  /** PKCE: `S256`. */
  code_challenge_method?: string;
  /** An id token that was issued before; it says who is expected. */
  id_token_hint?: string;
  /** The email with which the user will probably sign in. */
  login_hint?: string;
  /** Not supported, and refused. */
  request?: string;
  /** Not supported, and refused. */
  request_uri?: string;
  /** Not supported, and refused. */
  registration?: string;
}
