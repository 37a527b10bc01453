/*
 * Interfaces and no DTO classes: RFC 6749 §3.2 wants unknown parameters ignored, and errors in its own words. The types are
 * what callers should send; what they did send is looked at parameter by parameter.
 */

/**
 * A token request. The required fields depend on `grant_type`.
 * @example {"grant_type": "password", "username": "ada@example.test", "password": "correct horse battery"}
 */
export interface TokenRequestDto {
  /**
   * The grant: `password` with a user's email and password, `refresh_token` with an earlier refresh token,
   * `authorization_code` with a code from `/oauth/authorize`, `client_credentials` with the API key alone, on behalf of
   * its owner.
   */
  grant_type: 'password' | 'refresh_token' | 'authorization_code' | 'client_credentials';
  /**
   * The API key, unless it is sent as HTTP Basic. One of the two, never both.
   * @example trading-desk
   */
  client_id?: string;
  /**
   * The secret of the API key, with `client_id`. A public key has none.
   * @example h2Vt0QxkE7yWc5Lr9uNfZaJ3sPdB8mGo1iKqTe6XjYw
   */
  client_secret?: string;
  /**
   * The email of the user. Required by `password`.
   * @example ada@example.test
   */
  username?: string;
  /**
   * The password of the user. Required by `password`.
   * @example correct horse battery
   */
  password?: string;
  /**
   * The id of the customer that an administrator acts for. Only with `password`.
   * @example "42"
   */
  customer_id?: string;
  /**
   * The refresh token of the previous response; valid once. Required by `refresh_token`, unless an implicit client's
   * browser has it in a cookie.
   * @example krt_4bq0T1mX8sVYcUe2kR7dWnJ5hLfZ9aGo3iKpBtQyE6x
   */
  refresh_token?: string;
  /**
   * The code from the redirect; valid once. Required by `authorization_code`.
   * @example kac_9hGw2LtX5vYqZ8bRk1NcUdS7mJfE3aPo4iTnBxQyW6u
   */
  code?: string;
  /**
   * The redirect URI of the code. Only with `authorization_code`; compared if it is sent.
   * @example https://app.example/callback
   */
  redirect_uri?: string;
  /**
   * The verifier of the `code_challenge` (PKCE).
   * @example dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
   */
  code_verifier?: string;
  /**
   * Scopes, separated by spaces: `openid`, `profile`, `email`, `offline_access`, and for API requests `read`, `trade`,
   * `keys`, `admin`. Without the last four, a first-party key gets full access and another key gets `read`; it gets
   * `keys` and `admin` by the consent page only. The response has the granted scope if it differs. With
   * `refresh_token`, it may narrow the scope; omitted, the scope stays.
   * @example offline_access
   */
  scope?: string;
}

/**
 * A token to revoke or introspect (RFC 7009 §2.1, RFC 7662 §2.1).
 * @example {"token": "krt_4bq0T1mX8sVYcUe2kR7dWnJ5hLfZ9aGo3iKpBtQyE6x"}
 */
export interface PresentedTokenDto {
  /**
   * An access token or a refresh token.
   *
   * @example krt_4bq0T1mX8sVYcUe2kR7dWnJ5hLfZ9aGo3iKpBtQyE6x
   */
  token: string;
  /**
   * Ignored: the token contains its type.
   * @example refresh_token
   */
  token_type_hint?: string;
  /**
   * The API key, unless it is sent as HTTP Basic.
   * @example trading-desk
   */
  client_id?: string;
  /**
   * The secret of the API key, with `client_id`.
   * @example h2Vt0QxkE7yWc5Lr9uNfZaJ3sPdB8mGo1iKqTe6XjYw
   */
  client_secret?: string;
}
