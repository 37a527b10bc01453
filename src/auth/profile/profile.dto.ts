import { IsString, IsOptional } from 'class-validator';
import { IsPassword, IsPersonsName, IsUsersEmail } from '../../users/user-fields.js';
import { IsLocalPath } from '../../http/local-path.js';

export class SignUpQuery {
  /** The path to redirect to after the sign-up; by default the profile. */
  @IsOptional()
  @IsLocalPath()
  resume?: string;
}

/** The form of a new user. */
export class SignUpDto {
  /** @example Ada */
  @IsPersonsName()
  first_name!: string;

  /** @example Lovelace */
  @IsPersonsName()
  last_name!: string;

  /**
   * The email for signing in; unique in any case.
   * @example ada@example.test
   */
  @IsUsersEmail()
  email!: string;

  /**
   * 8 characters or more, at most 1024 bytes of UTF-8. No common password, and not the email, a name or the name of
   * this service.
   * @example correct horse battery
   */
  @IsPassword()
  password!: string;

  /**
   * The path to redirect to after the sign-up; by default the profile.
   * @example /
   */
  @IsOptional()
  @IsLocalPath()
  resume?: string;
}

/** The form that only confirms the password. */
export class ConfirmPasswordDto {
  /**
   * The path to redirect to; by default the profile.
   * @example /webhooks/3
   */
  @IsOptional()
  @IsLocalPath()
  resume?: string;
}

/** The form for a new password. */
export class ChangePasswordFormDto {
  /** @example correct horse battery */
  @IsString()
  current_password!: string;

  /**
   * 8 characters or more, at most 1024 bytes of UTF-8. No common password, and not the email, a name or the name of
   * this service.
   * @example staple wrong tower
   */
  @IsPassword()
  new_password!: string;
}
