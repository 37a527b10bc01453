import { IsOptional, IsString, MaxLength } from 'class-validator';

/* An interface and no DTO class: what else an application sends is ignored, as everywhere in OAuth. */

/**
 * What is sent to the logout endpoint.
 *
 * @example {"client_id": "trading-desk", "redirect_uri": "https://app.example.test/", "state": "af0ifjsldkj"}
 */
export interface LogoutQuery {
  /** The API key of the application; an `id_token_hint` names it, too. */
  client_id?: string;
  /** Where to go afterwards; one of the addresses that are registered for the key. Without it, back to where the browser came from. */
  redirect_uri?: string;
  /** The same, as OpenID Connect calls it. */
  post_logout_redirect_uri?: string;
  /** An id token of the user who signs out. */
  id_token_hint?: string;
  /** Comes back with the redirect. */
  state?: string;
}

export class LogoutDto {
  /**
   * The application that asked for the logout, if one did.
   *
   * @example trading-desk
   */
  @IsOptional()
  @IsString()
  @MaxLength(255)
  client_id?: string;

  /** @example https://app.example.test/ */
  @IsOptional()
  @IsString()
  redirect_uri?: string;

  /** @example af0ifjsldkj */
  @IsOptional()
  @IsString()
  state?: string;
}
