import { IsOptional, IsString, MaxLength, Matches } from 'class-validator';
import { IsLocalPath } from '../../http/local-path.js';

/** The customer that an administrator acts for. */
export class StartActingDto {
  /**
   * The id of the customer.
   *
   * @example "2"
   */
  @Matches(/^[1-9]\d{0,15}$/, { message: 'customer_id must be an id: a whole number from 1' })
  customer_id!: string;
}

/* An interface and no DTO class: what else an application sends is ignored, as everywhere in OAuth. */

/**
 * A logout request.
 * @example {"client_id": "trading-desk", "redirect_uri": "https://app.example.test/", "state": "af0ifjsldkj"}
 */
export interface LogoutQuery {
  /** The application's API key; an `id_token_hint` names it as well. */
  client_id?: string;
  /** The URI to redirect to; one of the key's registered URIs. By default, back to the previous page. */
  redirect_uri?: string;
  /** The same as `redirect_uri`, under its name in OpenID Connect. */
  post_logout_redirect_uri?: string;
  /** An id token of the user. */
  id_token_hint?: string;
  /** Comes back with the redirect. */
  state?: string;
}

export class LogoutDto {
  /**
   * The application that requested the logout.
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

export class LoginQuery {
  /** The path to redirect to after the sign-in; by default the overview. */
  @IsOptional()
  @IsLocalPath()
  resume?: string;
}

export class LoginDto {
  /**
   * The email of the user.
   *
   * @example ada@example.test
   */
  @IsString()
  @MaxLength(320)
  username!: string;

  /** @example correct horse battery */
  @IsString()
  password!: string;

  /**
   * A new password for a user whose password must be changed.
   * @example staple wrong tower
   */
  @IsOptional()
  @IsString()
  new_password?: string;

  /**
   * The path to redirect to after the sign-in; by default the overview.
   * @example /desk
   */
  @IsOptional()
  @IsLocalPath()
  resume?: string;
}
