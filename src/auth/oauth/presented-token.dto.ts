/* An interface and no DTO class, as for the token endpoint: unknown parameters are ignored. */

/** A token to revoke or introspect (RFC 7009 §2.1, RFC 7662 §2.1). */
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
