import { IsPassword } from './user-fields.js';

/** What an administrator enters to set the password of a user. */
export class UserPasswordForm {
  /**
   * 8 characters or more, at most 1024 bytes in UTF-8. Neither a common password nor the email, a name or the name of this service.
   *
   * @example staple wrong tower
   */
  @IsPassword()
  new_password!: string;
}
