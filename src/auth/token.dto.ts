/**
 * What is sent to the token endpoint. An interface and no DTO class: RFC 6749 §3.2 wants unknown parameters ignored, and errors
 * in its own words. Which parameters are needed depends on `grant_type`.
 */
export interface TokenRequest {
  grant_type: string;
  /** The API key, unless it is sent as HTTP Basic. */
  client_id?: string;
  client_secret?: string;
  /** Of the grant `password`: the email of the user. */
  username?: string;
  password?: string;
  /** Of the grant `password`: the customer for whom an administrator acts. */
  customer_id?: string;
  /** Of the grant `refresh_token`: the token that was issued before. */
  refresh_token?: string;
  /** Names of scopes, separated by spaces. */
  scope?: string;
}
