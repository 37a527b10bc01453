/** What is sent to be revoked or looked into (RFC 7009 §2.1, RFC 7662 §2.1). An interface, as for the token endpoint: unknown parameters are ignored. */
export interface PresentedToken {
  /** An access token or a refresh token. */
  token: string;
  /** Ignored: a token says itself what it is. */
  token_type_hint?: string;
  /** The API key, unless it is sent as HTTP Basic. */
  client_id?: string;
  client_secret?: string;
}
