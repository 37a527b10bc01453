import { IsOptional } from 'class-validator';
import { IsLocalPath } from '../../http/local-path.js';
import { IsPassword, IsPersonsName, IsUsersEmail } from '../../users/user-fields.js';

export class SignUpQuery {
  /** Where to go after the sign-up; without it, to the profile. */
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
   * What the customer signs in with; no two users have the same, in whatever case.
   *
   * @example ada@example.test
   */
  @IsUsersEmail()
  email!: string;

  /**
   * 8 characters or more, at most 1024 bytes in UTF-8. Neither a common password nor the email, a name or the name of this service.
   *
   * @example correct horse battery
   */
  @IsPassword()
  password!: string;

  /**
   * Where to go after the sign-up; without it, to the profile.
   *
   * @example /
   */
  @IsOptional()
  @IsLocalPath()
  resume?: string;
}
