/*
 * An interface and no DTO class: RFC 6749 §3.2 wants unknown parameters ignored, and errors in its own words. The types are
 * what callers should send; what they did send is looked at parameter by parameter.
 */

/**
 * What is sent to the token endpoint. Which fields are needed depends on `grant_type`.
 *
 * @example {"grant_type": "password", "username": "ada@example.test", "password": "correct horse battery"}
 */
export interface TokenRequestDto {
  /**
   * How the caller earns tokens: `password` with a user's email and password, `refresh_token` with a token issued before,
   * `authorization_code` with the code that a browser brought back from `/oauth/authorize`,
   * `client_credentials` with the API key alone, on behalf of its owner.
   */
  grant_type: 'password' | 'refresh_token' | 'authorization_code' | 'client_credentials';
  /**
   * The API key, unless it is sent as HTTP Basic. One of the two, never both.
   *
   * @example trading-desk
   */
  client_id?: string;
  /**
   * The secret of the API key, beside `client_id`. A public key has none.
   *
   * @example h2Vt0QxkE7yWc5Lr9uNfZaJ3sPdB8mGo1iKqTe6XjYw
   */
  client_secret?: string;
  /**
   * The email of the user. Needed by `password`.
   *
   * @example ada@example.test
   */
  username?: string;
  /**
   * The password of the user. Needed by `password`.
   *
   * @example correct horse battery
   */
  password?: string;
  /**
   * The `id` of the customer for whom an administrator signs in. Only with `password`.
   *
   * @example "42"
   */
  customer_id?: string;
  /**
   * The refresh token of the answer before; it works once. Needed by `refresh_token`, unless the browser of an
   * implicit client keeps it in a cookie.
   *
   * @example krt_4bq0T1mX8sVYcUe2kR7dWnJ5hLfZ9aGo3iKpBtQyE6x
   */
  refresh_token?: string;
  /**
   * The code that came with the redirect; it works once. Needed by `authorization_code`.
   *
   * @example kac_9hGw2LtX5vYqZ8bRk1NcUdS7mJfE3aPo4iTnBxQyW6u
   */
  code?: string;
  /**
   * The address to which the code was sent. Only with `authorization_code`, and compared if it is sent.
   *
   * @example https://app.example/callback
   */
  redirect_uri?: string;
  /**
   * What the `code_challenge` of the authorization request was made from (PKCE).
   *
   * @example dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk
   */
  code_verifier?: string;
  /**
   * Names of scopes, separated by spaces: `openid`, `profile`, `email`, `offline_access`, and those that open endpoints: `read`,
   * `trade`, `keys`, `admin`. A first-party key that names none of the four may do everything that its user may; another key may
   * `read`, and gets `keys` and `admin` by the consent page alone. What was granted is answered where it is not what was asked for.
   * With `refresh_token` it may narrow what was granted before; left out, that stays as it was.
   *
   * @example offline_access
   */
  scope?: string;
}
